CREATE TABLE trusted_devices (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  -- Of the project when the device was trusted.
  generation integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  user_agent text,
  PRIMARY KEY (project_id, user_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX expired_trusted_devices ON trusted_devices (expires_at);
COMMENT ON TABLE trusted_devices IS 'A device on which a user has shown the second factor, and which is not asked for it for 30 days.';

-- Counts the changes of the rule for second factors. Each ends all trust of the project, without a write for each device.
ALTER TABLE projects ADD COLUMN trust_generation integer NOT NULL DEFAULT 0;
