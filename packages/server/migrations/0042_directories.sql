CREATE TABLE directories (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_directory_per_team ON directories (project_id, team_id);
CREATE INDEX directories_by_age ON directories (project_id, created_at, id);
COMMENT ON TABLE directories IS 'How the identity provider of a company adds and removes the members of a team, by SCIM.';

CREATE TABLE directory_tokens (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set when the token is replaced.
  expires_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  PRIMARY KEY (project_id, directory_id, token_hash),
  FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_tokens_by_hash ON directory_tokens (token_hash);
COMMENT ON TABLE directory_tokens IS 'A token of a directory: the current one, or one that was replaced and works for a while.';

CREATE TABLE directory_users (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  -- What the identity provider knows the user by. Not the ID of the user in the project.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  -- The user name in lower case: names are unique in any case.
  user_name_key text NOT NULL,
  -- The identity provider's own ID. It identifies nobody.
  external_id text,
  email text NOT NULL,
  is_active boolean NOT NULL,
  -- Whether the account was made by the directory rather than joined.
  was_created boolean NOT NULL,
  -- What else the identity provider said about the user, by SCIM's names.
  attributes json NOT NULL,
  revision integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A deleted user stays known, so that they cannot come back by themselves.
  deleted_at timestamptz,
  PRIMARY KEY (project_id, directory_id, id),
  FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_directory_user_name ON directory_users (project_id, directory_id, user_name_key)
  WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX one_directory_email ON directory_users (project_id, directory_id, email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX one_directory_account ON directory_users (project_id, directory_id, user_id);
CREATE INDEX directory_users_by_external_id ON directory_users (project_id, directory_id, external_id);
CREATE INDEX directory_users_by_age ON directory_users (project_id, directory_id, created_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX directory_users_by_user ON directory_users (project_id, user_id);
CREATE INDEX directory_users_away ON directory_users (project_id, directory_id, email)
  WHERE NOT is_active OR deleted_at IS NOT NULL;
COMMENT ON TABLE directory_users IS 'A user as the identity provider of a company describes them.';

CREATE TABLE directory_groups (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  id uuid NOT NULL,
  display_name text NOT NULL,
  -- The name in lower case: names are unique in any case.
  name_key text NOT NULL,
  external_id text,
  revision integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, directory_id, id),
  FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_directory_group_name ON directory_groups (project_id, directory_id, name_key);
CREATE INDEX directory_groups_by_age ON directory_groups (project_id, directory_id, created_at, id);
COMMENT ON TABLE directory_groups IS 'A group as the identity provider of a company describes it.';

CREATE TABLE directory_group_members (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  group_id uuid NOT NULL,
  directory_user_id uuid NOT NULL,
  PRIMARY KEY (project_id, directory_id, group_id, directory_user_id),
  FOREIGN KEY (project_id, directory_id, group_id) REFERENCES directory_groups ON DELETE CASCADE,
  FOREIGN KEY (project_id, directory_id, directory_user_id) REFERENCES directory_users ON DELETE CASCADE
);
CREATE INDEX directory_group_members_by_user ON directory_group_members (project_id, directory_id, directory_user_id);
COMMENT ON TABLE directory_group_members IS 'A user of a directory who is in a group of it.';

CREATE TABLE directory_roles (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  -- The name of a group in lower case, or its ID.
  group_key text NOT NULL,
  permission_id text NOT NULL,
  -- The group as it was given.
  group_name text NOT NULL,
  PRIMARY KEY (project_id, directory_id, group_key, permission_id),
  FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE CASCADE
);
CREATE INDEX directory_roles_by_permission ON directory_roles (project_id, permission_id);
COMMENT ON TABLE directory_roles IS 'A permission in the team that the members of a group have.';

CREATE TABLE directory_operations (
  project_id text NOT NULL,
  directory_id uuid NOT NULL,
  id uuid NOT NULL,
  happened_at timestamptz NOT NULL,
  action text NOT NULL,
  subject text,
  user_id uuid,
  details text,
  PRIMARY KEY (project_id, directory_id, id),
  FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE SET NULL (user_id)
);
CREATE INDEX directory_operations_by_time ON directory_operations (project_id, directory_id, happened_at DESC, id DESC);
CREATE INDEX directory_operations_by_user ON directory_operations (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX directory_operations_by_age ON directory_operations (happened_at);
COMMENT ON TABLE directory_operations IS 'One of the last hundred things that happened in a directory.';

-- The directory that granted the permission because of a group. Null: granted by hand, which no group takes away.
ALTER TABLE team_permissions
  ADD COLUMN directory_id uuid,
  ADD FOREIGN KEY (project_id, directory_id) REFERENCES directories ON DELETE SET NULL (directory_id);
CREATE INDEX team_permissions_by_directory ON team_permissions (project_id, directory_id, user_id)
  WHERE directory_id IS NOT NULL;
