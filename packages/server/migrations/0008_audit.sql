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
COMMENT ON TABLE audit_entries IS 'A change that matters for security: who did what, when and from where. Refers to no other table, because it outlives what it is about.';
