CREATE TABLE connections (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Null: for everybody in the project.
  team_id uuid,
  type text NOT NULL CHECK (type IN ('oidc', 'oauth2', 'saml')),
  display_name text NOT NULL,
  is_active boolean NOT NULL,
  -- Addresses, identifiers and certificates of the identity provider, and how its users become ours. No secrets.
  settings json NOT NULL,
  -- The client secret, or the private keys that sign SAML requests and decrypt assertions.
  secrets_encrypted text,
  -- Increases with every change that a pending sign-in must not survive.
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_sign_in_at timestamptz,
  -- When the metadata of the provider is to be read again. Null: it has no URL.
  read_metadata_at timestamptz,
  -- The user that the last test sign-in would have created.
  last_test json,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE
);
CREATE INDEX connections_by_team ON connections (project_id, team_id, created_at, id);
CREATE INDEX connections_with_metadata ON connections (read_metadata_at) WHERE read_metadata_at IS NOT NULL;
COMMENT ON TABLE connections IS 'An identity provider of a company, with which its people sign in.';

CREATE TABLE connection_domains (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Null: for the connections of the project that belong to no team.
  team_id uuid,
  -- In lower case and ASCII.
  domain text NOT NULL,
  -- What the TXT record has to say. It is public.
  challenge text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the record was found, and again after it was missing for too long.
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when checks of a verified domain fail.
  failing_since timestamptz,
  -- When a verified domain is to be checked again.
  check_at timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_verified_domain ON connection_domains (project_id, domain) WHERE verified_at IS NOT NULL;
CREATE UNIQUE INDEX one_domain_per_team ON connection_domains (project_id, team_id, domain) NULLS NOT DISTINCT;
CREATE INDEX connection_domains_to_check ON connection_domains (check_at) WHERE check_at IS NOT NULL;
COMMENT ON TABLE connection_domains IS 'An email domain that a company has proven or is about to prove.';

-- The connection that the user signed in with. Sessions end with it.
ALTER TABLE sessions
  ADD COLUMN connection_id uuid,
  ADD FOREIGN KEY (project_id, connection_id) REFERENCES connections ON DELETE CASCADE;
CREATE INDEX sessions_by_connection ON sessions (project_id, connection_id, user_id) WHERE connection_id IS NOT NULL;

-- Passed on to the session that follows.
ALTER TABLE oauth_codes ADD COLUMN connection_id uuid;
ALTER TABLE cli_auth_requests ADD COLUMN connection_id uuid;

CREATE TABLE used_assertions (
  project_id text NOT NULL,
  connection_id uuid NOT NULL,
  assertion_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, connection_id, assertion_hash),
  FOREIGN KEY (project_id, connection_id) REFERENCES connections ON DELETE CASCADE
);
CREATE INDEX used_assertions_by_expiry ON used_assertions (expires_at);
COMMENT ON TABLE used_assertions IS 'A SAML assertion that was accepted and must not be accepted again before it expires.';
