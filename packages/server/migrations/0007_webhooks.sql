CREATE TABLE webhook_events (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Events of one object are delivered in this order.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  object_id text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX webhook_events_in_order ON webhook_events (project_id, sequence);
CREATE INDEX webhook_events_by_age ON webhook_events (created_at);
COMMENT ON TABLE webhook_events IS 'A change that endpoints are told about, written by the transaction that makes the change. Deleted after some weeks, delivered or not.';

CREATE TABLE webhook_endpoints (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  -- Null: every type, including future ones.
  event_types text[],
  is_enabled boolean NOT NULL,
  -- Why it was disabled automatically: it failed for too long, or responded with 410 Gone.
  disabled_reason text CHECK (disabled_reason IN ('failing', 'gone')),
  secret_encrypted text NOT NULL,
  -- For a while after a rotation messages are signed with both secrets.
  previous_secret_encrypted text,
  previous_secret_until timestamptz,
  -- Since when every delivery has failed.
  failing_since timestamptz,
  -- One job at a time delivers to an endpoint. The lease ends by itself if the job crashes.
  busy_until timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
COMMENT ON TABLE webhook_endpoints IS 'A URL that receives the events of a project.';

CREATE TABLE webhook_deliveries (
  project_id text NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  sequence bigint NOT NULL,
  object_id text NOT NULL,
  type text NOT NULL,
  -- 'resending' is requested by hand: once, at once, and out of order.
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
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (project_id, endpoint_id, sequence) WHERE state = 'failed';
CREATE INDEX webhook_deliveries_by_object ON webhook_deliveries (project_id, endpoint_id, object_id, sequence)
  WHERE state = 'pending';
-- For the next ones of an endpoint, however many it has received.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (project_id, endpoint_id, sequence)
  WHERE state IN ('pending', 'resending');
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (next_attempt_at) WHERE state IN ('pending', 'resending');
COMMENT ON TABLE webhook_deliveries IS 'An event that one endpoint is to receive. Written with the event, so that none is missing.';

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
COMMENT ON TABLE webhook_attempts IS 'An attempt to deliver an event, and the response.';
