-- How a member shows itself inside the team. Null means: as everywhere else.
ALTER TABLE team_memberships ADD COLUMN display_name text, ADD COLUMN profile_image_url text;

-- Whatever ends a membership (leaving, the end of the team or of the user), the image that was stored for it goes too.
CREATE FUNCTION delete_member_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM files
  WHERE project_id = OLD.project_id AND folder = 'team-member-profile-images'
    AND owner_id = OLD.team_id || '/' || OLD.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER delete_member_images AFTER DELETE ON team_memberships
  FOR EACH ROW WHEN (OLD.profile_image_url IS NOT NULL) EXECUTE FUNCTION delete_member_images();

CREATE INDEX teams_by_creation ON teams (project_id, created_at, id);
CREATE INDEX team_memberships_by_joining ON team_memberships (project_id, team_id, created_at, user_id);

-- What a user is and holds in all of its teams. With the team, so that one team of many is found at once this way too.
CREATE INDEX team_permissions_by_user ON team_permissions (project_id, user_id, team_id);
DROP INDEX team_memberships_by_user;
CREATE INDEX team_memberships_by_user ON team_memberships (project_id, user_id, team_id);

-- A definition that is renamed or deleted takes its grants with it, however many others the project has.
CREATE INDEX team_permissions_by_permission ON team_permissions (project_id, permission_id);
CREATE INDEX project_permissions_by_permission ON project_permissions (project_id, permission_id);

-- Invitations are codes; this is how those of a team are listed and revoked.
CREATE INDEX team_invitations ON verification_codes (project_id, (data ->> 'team_id'), created_at)
  WHERE kind = 'team-invitation';
