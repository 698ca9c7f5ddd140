-- What happened, for the receivers of a project's webhooks. Written by the transaction that makes the change, so that
-- there is an event if and only if the change is there. Removed after some weeks, delivered or not.
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

-- Who did what to whom, from where and when: every change that matters for security. Nothing refers to other tables,
-- because an entry outlives what it tells about.
CREATE TABLE audit_entries (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  happened_at timestamptz NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  target_type text NOT NULL,
  target_id text NOT NULL,
  details json,
  ip_address text,
  user_agent text,
  request_id text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_entries_by_time ON audit_entries (project_id, happened_at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON audit_entries (project_id, actor_id, happened_at DESC, id DESC);
CREATE INDEX audit_entries_by_target ON audit_entries (project_id, target_id, happened_at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON audit_entries (project_id, action, happened_at DESC, id DESC);
CREATE INDEX audit_entries_by_age ON audit_entries (happened_at);
