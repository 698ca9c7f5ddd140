-- Where a project wants to hear of its events.
CREATE TABLE webhook_endpoints (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  -- Null: all of them, also those that are invented later.
  event_types text[],
  is_enabled boolean NOT NULL,
  -- Why it was switched off without being asked: it failed for too long, or said that it is gone.
  disabled_reason text CHECK (disabled_reason IN ('failing', 'gone')),
  secret_encrypted text NOT NULL,
  -- For a while after a rotation messages are signed with both.
  previous_secret_encrypted text,
  previous_secret_until timestamptz,
  -- Since when nothing has been delivered, although it was tried.
  failing_since timestamptz,
  -- One job at a time delivers to an endpoint. It says until when, so that a crash holds nothing up for long.
  busy_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);

-- One event on its way to one endpoint. Written with the event, so that none is missing and their order is that of the
-- events.
CREATE TABLE webhook_deliveries (
  project_id text NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  sequence bigint NOT NULL,
  object_id text NOT NULL,
  type text NOT NULL,
  -- 'resending' is asked for by hand: once, at once, and out of order.
  state text NOT NULL CHECK (state IN ('pending', 'resending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, endpoint_id, event_id),
  FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE,
  FOREIGN KEY (project_id, event_id) REFERENCES webhook_events ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (project_id, event_id);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (project_id, endpoint_id, sequence);
CREATE INDEX webhook_deliveries_by_object ON webhook_deliveries (project_id, endpoint_id, object_id, sequence)
  WHERE state = 'pending';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (next_attempt_at) WHERE state IN ('pending', 'resending');

-- What came of every attempt, for people who look for the reason.
CREATE TABLE webhook_attempts (
  project_id text NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_millis integer NOT NULL,
  response_status integer,
  response_text text,
  failure text,
  PRIMARY KEY (project_id, endpoint_id, event_id, number),
  FOREIGN KEY (project_id, endpoint_id, event_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);
