CREATE TABLE oauth_clients (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- The client ID. Clients with a metadata document have no row: their ID is its URL.
  id text NOT NULL,
  type text NOT NULL CHECK (type IN ('web', 'single_page', 'native', 'machine')),
  display_name text NOT NULL,
  -- Compared exactly. Native clients may use any port of a loopback address.
  redirect_uris text[] NOT NULL,
  post_logout_redirect_uris text[] NOT NULL,
  backchannel_logout_uri text,
  -- What it may ask for. Null: every scope of the project.
  scopes text[],
  -- Of the same company as the project: its users are not asked for consent.
  skips_consent boolean NOT NULL,
  -- Registered itself. What it sent, and the hash of the token with which it may change that.
  registration json,
  registration_token_hash bytea,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- When a client that registered itself and was never used is deleted.
  expires_at timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX oauth_clients_in_order ON oauth_clients (project_id, created_at, id);
CREATE INDEX oauth_clients_by_expiry ON oauth_clients (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE oauth_clients IS 'An app or a program that people, or nobody but itself, can sign in to with an account of the project.';

CREATE TABLE oauth_client_secrets (
  project_id text NOT NULL,
  client_id text NOT NULL,
  id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  -- The last characters, so that owners can tell secrets apart.
  ending text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set when another one replaces it.
  expires_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (project_id, client_id, id),
  FOREIGN KEY (project_id, client_id) REFERENCES oauth_clients ON DELETE CASCADE
);
CREATE INDEX oauth_client_secrets_by_expiry ON oauth_client_secrets (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE oauth_client_secrets IS 'A secret of an OAuth client. There are two while one replaces the other.';

CREATE TABLE oauth_grants (
  project_id text NOT NULL,
  id text NOT NULL,
  user_id uuid NOT NULL,
  -- A row of oauth_clients, or the URL of a metadata document.
  client_id text NOT NULL,
  -- What the client was called when the user approved.
  client_name text NOT NULL,
  -- The team whose permissions the client may use.
  team_id uuid,
  -- Everything that was approved, of all resources.
  scopes text[] NOT NULL,
  -- What the protocol's library keeps.
  payload json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip_info json,
  last_used_user_agent text,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_oauth_grant ON oauth_grants (project_id, user_id, client_id, team_id) NULLS NOT DISTINCT;
CREATE INDEX oauth_grants_in_order ON oauth_grants (project_id, user_id, created_at, id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (project_id, client_id, created_at, id);
CREATE INDEX oauth_grants_by_team ON oauth_grants (project_id, team_id, created_at, id) WHERE team_id IS NOT NULL;
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE oauth_grants IS 'What a user allows an OAuth client to do, until one of them ends it. Its tokens end with it.';

CREATE TABLE oauth_records (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- As the protocol's library calls it, such as AuthorizationCode, RefreshToken or Interaction.
  kind text NOT NULL,
  -- Of the code, token or cookie, which is stored nowhere.
  id_hash bytea NOT NULL,
  payload json NOT NULL,
  -- Ends with the grant or the user.
  grant_id text,
  user_id uuid,
  -- The session of the user that a sign-in at the provider stands on.
  session_id uuid,
  uid_hash bytea,
  user_code_hash bytea,
  consumed_at timestamptz,
  -- The answer to the request that consumed it, for the same request sent again shortly afterwards.
  answer_encrypted text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, kind, id_hash),
  FOREIGN KEY (project_id, grant_id) REFERENCES oauth_grants ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX oauth_records_by_grant ON oauth_records (project_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_by_user ON oauth_records (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX oauth_records_by_uid ON oauth_records (project_id, kind, uid_hash) WHERE uid_hash IS NOT NULL;
CREATE UNIQUE INDEX oauth_records_by_user_code ON oauth_records (project_id, kind, user_code_hash) WHERE user_code_hash IS NOT NULL;
CREATE INDEX oauth_records_by_session ON oauth_records (project_id, session_id) WHERE session_id IS NOT NULL;
CREATE INDEX oauth_records_by_expiry ON oauth_records (expires_at);
COMMENT ON TABLE oauth_records IS 'A code, token, sign-in or pending request of the OAuth provider.';

CREATE TABLE oauth_keys (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id text NOT NULL,
  algorithm text NOT NULL,
  private_key_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
COMMENT ON TABLE oauth_keys IS 'An RSA key that signs tokens of the OAuth provider. Its elliptic keys are derived from the secret of the deployment.';
