CREATE TABLE connection_setups (
  project_id text NOT NULL,
  connection_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  -- Who made the link, which ends with their access.
  owner_id uuid,
  key_set_id uuid,
  -- The identity provider that was chosen.
  preset text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (project_id, connection_id),
  FOREIGN KEY (project_id, connection_id) REFERENCES connections ON DELETE CASCADE
);
CREATE UNIQUE INDEX connection_setups_by_code ON connection_setups (code_hash);
COMMENT ON TABLE connection_setups IS 'The last link with which the administrator of a company may set up a connection.';
