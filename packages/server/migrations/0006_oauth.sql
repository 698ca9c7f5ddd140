-- Sign-ins that wait for a provider to send the browser back. Only the hash of the state is kept; what proves to the
-- provider that it is still us (verifier and nonce) is encrypted.
CREATE TABLE oauth_flows (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  state_hash bytea NOT NULL,
  provider_config_id text NOT NULL,
  proof_encrypted text NOT NULL,
  request json NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, state_hash)
);
-- The browser comes back with nothing but the state: it tells the project.
CREATE UNIQUE INDEX oauth_flows_by_state ON oauth_flows (state_hash);
CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at);

-- What an app exchanges for a session.
CREATE TABLE oauth_codes (
  project_id text NOT NULL,
  code_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  code_challenge_method text NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
  is_new_user boolean NOT NULL,
  after_callback_redirect_url json NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Of the session that the first use made, which ends if the code comes a second time.
  refresh_token_hash bytea,
  PRIMARY KEY (project_id, code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX oauth_codes_by_user ON oauth_codes (project_id, user_id);
CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);

-- Tokens of the providers, one row for each set of scopes that a user granted.
CREATE TABLE provider_tokens (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  link_id uuid NOT NULL,
  -- Sorted, so that equal sets are equal.
  scopes text[] NOT NULL,
  -- Null once the provider does not accept it any more.
  access_token_encrypted text,
  access_token_expires_at timestamptz NOT NULL,
  refresh_token_encrypted text,
  -- Who renews the token holds it until then; the others wait and read what came of it.
  renewed_until timestamptz,
  PRIMARY KEY (project_id, user_id, link_id, scopes),
  FOREIGN KEY (project_id, user_id, link_id) REFERENCES provider_links ON DELETE CASCADE
);

-- Links of one user that come at the same moment wait for each other: the second reads what the first has written.
CREATE OR REPLACE FUNCTION summarise_provider_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM 1 FROM users WHERE project_id = changed.project_id AND id = changed.user_id FOR NO KEY UPDATE;
  UPDATE users SET oauth_providers = coalesce((
    SELECT json_agg(json_build_object('id', provider_config_id, 'account_id', account_id, 'email', email) ORDER BY created_at, id)
    FROM provider_links WHERE project_id = changed.project_id AND user_id = changed.user_id
  ), '[]')
  WHERE project_id = changed.project_id AND id = changed.user_id;
  RETURN NULL;
END
$$;
