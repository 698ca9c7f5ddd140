-- Owners list the API keys of all users and teams of a project.
CREATE INDEX api_keys_by_age ON api_keys (project_id, created_at, id);
