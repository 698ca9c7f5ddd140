CREATE TABLE sessions (
  project_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  refresh_token_hash bytea NOT NULL,
  is_impersonation boolean NOT NULL,
  -- The owner who signed in as the user, and their own session. Null if it is no owner, or no impersonation.
  impersonator_id uuid,
  impersonator_session_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip_info json,
  -- So that users recognize their browsers in the list of their sessions.
  last_used_user_agent text,
  -- When and how the user last proved their identity (method names of RFC 8176). Null: never, as in a session that a
  -- server or a command line was given.
  authenticated_at timestamptz,
  authentication_methods text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
)
WITH (fillfactor = 85);
CREATE UNIQUE INDEX sessions_by_refresh_token ON sessions (project_id, refresh_token_hash);
CREATE INDEX sessions_by_user ON sessions (project_id, user_id, created_at DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
COMMENT ON TABLE sessions IS 'A refresh token that is valid until it expires or its user signs out.';

CREATE TABLE verification_codes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  kind text NOT NULL,
  code_hash bytea NOT NULL,
  -- Of the last 39 characters, so that attempts can be counted for codes that are guessed wrong.
  nonce_hash bytea NOT NULL,
  user_id uuid,
  data json NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, kind, code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX verification_codes_by_nonce ON verification_codes (project_id, nonce_hash);
CREATE INDEX verification_codes_by_user ON verification_codes (project_id, user_id);
CREATE INDEX verification_codes_by_expiry ON verification_codes (expires_at);
-- How the invitations to a team are listed and revoked.
CREATE INDEX team_invitations ON verification_codes (project_id, (data ->> 'team_id'), created_at)
  WHERE kind = 'team-invitation';
-- An unsubscribe link carries nothing but the code, not even the project.
CREATE INDEX unsubscribe_codes ON verification_codes (code_hash) WHERE kind = 'unsubscribe';
COMMENT ON TABLE verification_codes IS 'A single-use code of any kind. Only hashes are stored.';

CREATE TABLE requested_codes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  request_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX requested_codes_by_age ON requested_codes (created_at);
COMMENT ON TABLE requested_codes IS 'A code that was requested and that a job creates after the response was sent, so that neither timing nor content tells whether the address belongs to a user.';

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
COMMENT ON TABLE passkeys IS 'The passkey of a user, who has at most one; registering again replaces it.';

CREATE TABLE cli_auth_requests (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  polling_code_hash bytea NOT NULL,
  login_code_hash bytea NOT NULL,
  -- Null until a user has confirmed the request.
  user_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, polling_code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX cli_auth_requests_by_login_code ON cli_auth_requests (project_id, login_code_hash);
CREATE INDEX cli_auth_requests_by_user ON cli_auth_requests (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX cli_auth_requests_by_expiry ON cli_auth_requests (expires_at);
COMMENT ON TABLE cli_auth_requests IS 'A command line that waits for a user to confirm its sign-in. The session is created when the command line collects it, so no token is stored.';

CREATE TABLE api_keys (
  project_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  team_id uuid,
  description text NOT NULL,
  is_public boolean NOT NULL,
  value_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE,
  CONSTRAINT one_owner_per_api_key CHECK (num_nonnulls(user_id, team_id) = 1)
);
-- Without the project, because whoever finds a leaked key does not know it.
CREATE UNIQUE INDEX one_api_key_per_value ON api_keys (value_hash);
CREATE INDEX api_keys_by_user ON api_keys (project_id, user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_by_team ON api_keys (project_id, team_id, created_at DESC) WHERE team_id IS NOT NULL;
COMMENT ON TABLE api_keys IS 'A key of a user or a team for programs that call the app. Only its hash is stored.';
