CREATE TABLE api_key_uses (
  project_id text NOT NULL,
  key_id uuid NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, key_id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_keys ON DELETE CASCADE
);
COMMENT ON TABLE api_key_uses IS 'When a key of a user or a team was last used, to the minute. Apart from the keys, because it is written beside the requests.';
COMMENT ON TABLE project_key_uses IS 'When a key of a set was last used, to the minute. Apart from the sets, whose every change is announced to all servers.';
