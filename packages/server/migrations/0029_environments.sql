-- Projects of one team that are the same app: for developing it, for trying it out and for its users.
ALTER TABLE projects
  ADD COLUMN environment text CHECK (environment IN ('development', 'staging', 'production')),
  -- Shared by the environments of one app. Null for a project without environments.
  ADD COLUMN environment_group_id uuid,
  ADD CHECK ((environment IS NULL) = (environment_group_id IS NULL));
CREATE UNIQUE INDEX projects_by_environment ON projects (environment_group_id, environment) WHERE deleted_at IS NULL;
