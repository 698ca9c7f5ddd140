-- What an owner may do in the projects of the team. Null in all other projects, for members from before there were
-- roles, and for those whom a server adds: they are owners if they have the permission team_admin, else developers.
ALTER TABLE team_memberships
  ADD COLUMN owner_role text CHECK (owner_role IN ('owner', 'admin', 'developer', 'support', 'viewer')),
  ADD CONSTRAINT only_owners_have_a_role CHECK (owner_role IS NULL OR project_id = 'internal');

-- Every project keeps somebody who can manage its owners: where nobody has the permission, the first member.
UPDATE team_memberships m SET owner_role = 'owner'
FROM (
  SELECT DISTINCT ON (team_id) team_id, user_id FROM team_memberships
  WHERE project_id = 'internal' AND team_id IN (SELECT owner_team_id FROM projects)
  ORDER BY team_id, created_at, user_id
) AS first_member
WHERE m.project_id = 'internal' AND m.team_id = first_member.team_id AND m.user_id = first_member.user_id
  AND NOT EXISTS (
    SELECT FROM team_permissions p
    WHERE p.project_id = 'internal' AND p.team_id = m.team_id AND p.permission_id = 'team_admin'
  );

-- The user of the project `internal` who created the keys; null for keys from before, and for those of the deployment.
ALTER TABLE project_key_sets ADD COLUMN created_by uuid;
-- Not for keys that somebody created who may not delete the project.
ALTER TABLE project_key_sets ADD COLUMN may_delete_project boolean NOT NULL DEFAULT true;
CREATE INDEX project_key_sets_by_creator ON project_key_sets (created_by, project_id) WHERE created_by IS NOT NULL;
