-- Logins of command lines that wait for a person. The session is made when it is handed out, so no token is kept here.
CREATE TABLE cli_logins (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  polling_code_hash bytea NOT NULL,
  login_code_hash bytea NOT NULL,
  -- Who confirmed; null while nobody has.
  user_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, polling_code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX cli_logins_by_login_code ON cli_logins (project_id, login_code_hash);
CREATE INDEX cli_logins_by_user ON cli_logins (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX cli_logins_by_expiry ON cli_logins (expires_at);
