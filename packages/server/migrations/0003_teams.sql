CREATE TABLE teams (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text NOT NULL,
  profile_image_url text,
  client_metadata json,
  client_read_only_metadata json,
  server_metadata json,
  created_at timestamptz NOT NULL,
  -- The display name in lower case: what a search looks through.
  search_text text NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, id)
);
CREATE INDEX teams_by_creation ON teams (project_id, created_at, id);
-- Like that of users.
CREATE INDEX teams_by_search_keys ON teams
  USING gin (search_keys(project_id, sign_up_fortnight(created_at), search_pieces(search_text))) WITH (fastupdate = off);
COMMENT ON TABLE teams IS 'A group of users within an app.';

-- Deleting a team deselects it; the column list leaves project_id untouched.
ALTER TABLE users ADD FOREIGN KEY (project_id, selected_team_id) REFERENCES teams ON DELETE SET NULL (selected_team_id);

CREATE TABLE team_memberships (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- How the member appears within the team. Null: as everywhere else.
  display_name text,
  profile_image_url text,
  -- Members are listed in the order in which they signed up, which never changes.
  user_signed_up_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX team_memberships_by_user ON team_memberships (project_id, user_id, team_id);
CREATE INDEX team_memberships_by_joining ON team_memberships (project_id, team_id, created_at, user_id);
CREATE INDEX team_memberships_by_sign_up ON team_memberships (project_id, team_id, user_signed_up_at, user_id);
COMMENT ON TABLE team_memberships IS 'A user who is a member of a team.';
COMMENT ON COLUMN team_memberships.user_signed_up_at IS 'Maintained by a trigger.';

CREATE TABLE team_permissions (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  permission_id text NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id, permission_id),
  FOREIGN KEY (project_id, team_id, user_id) REFERENCES team_memberships ON DELETE CASCADE
);
CREATE INDEX team_permissions_by_user ON team_permissions (project_id, user_id, team_id);
-- By the permission first. By the project first it could also answer what one user holds, and without statistics the
-- planner would choose it for that and read every grant of the project.
CREATE INDEX team_permissions_by_permission ON team_permissions (permission_id, project_id, team_id, user_id);
COMMENT ON TABLE team_permissions IS 'A permission that a member was granted in a team.';

CREATE TABLE project_permissions (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  permission_id text NOT NULL,
  PRIMARY KEY (project_id, user_id, permission_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX project_permissions_by_permission ON project_permissions (permission_id, project_id, user_id);
COMMENT ON TABLE project_permissions IS 'A permission that a user was granted in the whole project.';
