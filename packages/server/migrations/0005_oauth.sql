CREATE TABLE provider_links (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  provider_config_id text NOT NULL,
  account_id text NOT NULL,
  email text,
  allow_sign_in boolean NOT NULL,
  allow_connected_accounts boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_sign_in_per_account ON provider_links (project_id, provider_config_id, account_id)
  WHERE allow_sign_in;
CREATE UNIQUE INDEX one_sign_in_per_user_and_provider ON provider_links (project_id, user_id, provider_config_id)
  WHERE allow_sign_in;
CREATE UNIQUE INDEX one_link_per_user_and_account
  ON provider_links (project_id, user_id, provider_config_id, account_id);
COMMENT ON TABLE provider_links IS 'An account at an OAuth provider that belongs to a user.';

CREATE TABLE provider_tokens (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  link_id uuid NOT NULL,
  -- Sorted, so that equal sets compare equal.
  scopes text[] NOT NULL,
  -- Null once the provider no longer accepts it.
  access_token_encrypted text,
  access_token_expires_at timestamptz NOT NULL,
  refresh_token_encrypted text,
  -- Whoever refreshes the token has until then; everybody else waits for the result.
  renewed_until timestamptz,
  PRIMARY KEY (project_id, user_id, link_id, scopes),
  FOREIGN KEY (project_id, user_id, link_id) REFERENCES provider_links ON DELETE CASCADE
);
COMMENT ON TABLE provider_tokens IS 'The tokens of a provider for one set of scopes that a user granted.';

CREATE TABLE oauth_flows (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  state_hash bytea NOT NULL,
  provider_config_id text NOT NULL,
  -- PKCE verifier and nonce.
  proof_encrypted text NOT NULL,
  request json NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, state_hash)
);
-- The browser comes back with nothing but the state, which tells the project.
CREATE UNIQUE INDEX oauth_flows_by_state ON oauth_flows (state_hash);
CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at);
COMMENT ON TABLE oauth_flows IS 'A sign-in that waits for the provider to send the browser back.';

CREATE TABLE oauth_codes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  user_id uuid,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  code_challenge_method text NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
  is_new_user boolean NOT NULL,
  after_callback_redirect_url json NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Of the session that the first use created, which ends if the code is used a second time.
  refresh_token_hash bytea,
  -- A flow that links an account to a signed-in user waits until the app that began it exchanges the code. Until then
  -- the code has no user, and what the provider returned is stored here.
  pending_encrypted text,
  PRIMARY KEY (project_id, code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE,
  CHECK ((user_id IS NULL) = (pending_encrypted IS NOT NULL))
);
CREATE INDEX oauth_codes_by_user ON oauth_codes (project_id, user_id);
CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);
COMMENT ON TABLE oauth_codes IS 'An authorization code that an app exchanges for a session.';
