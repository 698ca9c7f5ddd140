-- Every key starts with project_id: tenants cannot mix, and the tables can be sharded by project.

COMMENT ON TABLE migrations IS 'A file of this folder that was applied to the database.';

CREATE TABLE deployment (
  name text PRIMARY KEY,
  value text NOT NULL
);
COMMENT ON TABLE deployment IS 'A fact about this deployment, such as the check value that recognizes its secret.';

CREATE TABLE nodes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
COMMENT ON TABLE nodes IS 'A running process of the server. It says every few seconds that it is still there.';

CREATE TABLE projects (
  id text PRIMARY KEY,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  logo_url text,
  full_logo_url text,
  -- Shown on dark pages instead, where there are such.
  logo_dark_mode_url text,
  full_logo_dark_mode_url text,
  is_production_mode boolean NOT NULL DEFAULT false,
  owner_team_id uuid,
  config_override json NOT NULL DEFAULT '{}',
  -- How often the configuration was changed.
  config_revision integer NOT NULL DEFAULT 0,
  -- How purchase codes and the payment provider name the project.
  tenancy_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null until payments are set up.
  stripe_account_id text,
  created_at timestamptz NOT NULL,
  -- Set first when a project is deleted: it is invisible from then on while its rows are deleted in batches.
  deleted_at timestamptz
);
CREATE INDEX projects_by_owner_team ON projects (owner_team_id);
CREATE UNIQUE INDEX projects_by_tenancy ON projects (tenancy_id);
CREATE UNIQUE INDEX projects_by_stripe_account ON projects (stripe_account_id);
COMMENT ON TABLE projects IS 'A tenant: an app with its own users, teams and settings.';

CREATE TABLE config_changes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Of the configuration before the change.
  revision integer NOT NULL,
  changed_at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  changes json NOT NULL,
  -- The whole configuration before the change, without secrets.
  previous json NOT NULL,
  previous_bytes integer NOT NULL,
  PRIMARY KEY (project_id, revision)
);
COMMENT ON TABLE config_changes IS 'A change of the configuration, and what restores it. Only the newest are kept.';

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
COMMENT ON TABLE project_key_sets IS 'The keys an app calls the API with: up to one for each access level. Only hashes are stored.';

CREATE TABLE project_key_uses (
  project_id text NOT NULL,
  set_id uuid NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, set_id),
  FOREIGN KEY (project_id, set_id) REFERENCES project_key_sets ON DELETE CASCADE
);
COMMENT ON TABLE project_key_uses IS 'When a key of a set was last used, to the hour. Apart from the sets, whose every change is announced to all servers.';

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
COMMENT ON TABLE files IS 'An image that was sent as a data URL and is served by this server.';
