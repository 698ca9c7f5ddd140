-- One passkey per user; registering again replaces it.
CREATE TABLE passkeys (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_user_per_passkey ON passkeys (project_id, credential_id);
