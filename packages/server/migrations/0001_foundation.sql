-- Every key starts with project_id: tenants cannot mix, and the tables can be sharded by project.

-- Facts about this deployment as a whole, such as the check value that recognises the deployment secret.
CREATE TABLE deployment (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE projects (
  id text PRIMARY KEY,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  logo_url text,
  full_logo_url text,
  is_production_mode boolean NOT NULL DEFAULT false,
  owner_team_id uuid,
  config_override json NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  -- Set first when a project is deleted: nobody sees it any more while its rows go in batches.
  deleted_at timestamptz
);
CREATE INDEX projects_by_owner_team ON projects (owner_team_id);

CREATE TABLE project_key_sets (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  publishable_client_key_hash bytea,
  publishable_client_key_last_four text,
  secret_server_key_hash bytea,
  secret_server_key_last_four text,
  super_secret_admin_key_hash bytea,
  super_secret_admin_key_last_four text,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE teams (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text NOT NULL,
  profile_image_url text,
  client_metadata json,
  client_read_only_metadata json,
  server_metadata json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE users (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text,
  profile_image_url text,
  is_anonymous boolean NOT NULL DEFAULT false,
  client_metadata json,
  client_read_only_metadata json,
  server_metadata json,
  selected_team_id uuid,
  password_hash text,
  otp_auth_enabled boolean NOT NULL DEFAULT false,
  totp_secret_encrypted text,
  requires_totp boolean NOT NULL DEFAULT false,
  -- The links of the user as the wire shows them, kept by a trigger: users are read far more often than links change.
  oauth_providers json NOT NULL DEFAULT '[]',
  signed_up_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  -- Display name and every contact channel value, lower-cased: what a search looks through.
  search_text text NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, id),
  -- Deleting a team deselects it; the column list keeps project_id untouched.
  FOREIGN KEY (project_id, selected_team_id) REFERENCES teams ON DELETE SET NULL (selected_team_id)
);
CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id);
CREATE INDEX regular_users_by_sign_up ON users (project_id, signed_up_at, id) WHERE NOT is_anonymous;
CREATE INDEX users_by_selected_team ON users (project_id, selected_team_id) WHERE selected_team_id IS NOT NULL;

CREATE TABLE contact_channels (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type = 'email'),
  value text NOT NULL,
  is_primary boolean NOT NULL,
  is_verified boolean NOT NULL,
  used_for_auth boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_sign_in_per_value ON contact_channels (project_id, type, value) WHERE used_for_auth;
CREATE UNIQUE INDEX one_primary_per_user ON contact_channels (project_id, user_id, type) WHERE is_primary;
CREATE UNIQUE INDEX one_channel_per_value_and_user ON contact_channels (project_id, user_id, type, value);

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

CREATE FUNCTION summarise_provider_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  UPDATE users SET oauth_providers = coalesce((
    SELECT json_agg(json_build_object('id', provider_config_id, 'account_id', account_id, 'email', email) ORDER BY created_at, id)
    FROM provider_links WHERE project_id = changed.project_id AND user_id = changed.user_id
  ), '[]')
  WHERE project_id = changed.project_id AND id = changed.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER summarise_provider_links AFTER INSERT OR UPDATE OR DELETE ON provider_links
  FOR EACH ROW EXECUTE FUNCTION summarise_provider_links();

CREATE TABLE sessions (
  project_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  refresh_token_hash bytea NOT NULL,
  is_impersonation boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip_info json,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX sessions_by_refresh_token ON sessions (project_id, refresh_token_hash);
CREATE INDEX sessions_by_user ON sessions (project_id, user_id, created_at DESC);

CREATE TABLE team_memberships (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX team_memberships_by_user ON team_memberships (project_id, user_id);

CREATE TABLE team_permissions (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  permission_id text NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id, permission_id),
  FOREIGN KEY (project_id, team_id, user_id) REFERENCES team_memberships ON DELETE CASCADE
);

CREATE TABLE project_permissions (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  permission_id text NOT NULL,
  PRIMARY KEY (project_id, user_id, permission_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);

-- Single-use codes of every kind. Only hashes are kept; the last 39 characters (the nonce) have a hash of their own, so
-- that attempts can be counted for codes that are guessed wrong.
CREATE TABLE verification_codes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  kind text NOT NULL,
  code_hash bytea NOT NULL,
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

-- Images that came in as data URLs, served by us.
CREATE TABLE files (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  folder text NOT NULL,
  id uuid NOT NULL,
  -- The user, team or project that shows it.
  owner_id text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, folder, id)
);
CREATE INDEX files_by_owner ON files (project_id, folder, owner_id);

-- Counters of the rate limiter. Losing them in a crash only forgets who was slowed down.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expire);

-- Tells every node which project changed, so that caches are right within a second.
CREATE FUNCTION announce_project_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('latchkey_project_changed', CASE TG_TABLE_NAME WHEN 'projects' THEN to_jsonb(changed)->>'id' ELSE to_jsonb(changed)->>'project_id' END);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_project AFTER INSERT OR UPDATE OR DELETE ON projects
  FOR EACH ROW EXECUTE FUNCTION announce_project_change();
CREATE TRIGGER announce_project_keys AFTER INSERT OR UPDATE OR DELETE ON project_key_sets
  FOR EACH ROW EXECUTE FUNCTION announce_project_change();
