-- By the permission first: by the project first they would also do for what one user holds, and the database, as long as it
-- knows little about a table, would read all grants of the project for that.
DROP INDEX team_permissions_by_permission;
DROP INDEX project_permissions_by_permission;
CREATE INDEX team_permissions_by_permission ON team_permissions (permission_id, project_id);
CREATE INDEX project_permissions_by_permission ON project_permissions (permission_id, project_id);
