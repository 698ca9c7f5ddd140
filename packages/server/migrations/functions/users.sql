-- Links and passkeys of one user that change at the same moment wait for each other: the second reads what the first has
-- written.
CREATE OR REPLACE FUNCTION sync_oauth_providers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM 1 FROM users WHERE project_id = changed.project_id AND id = changed.user_id FOR NO KEY UPDATE;
  UPDATE users SET oauth_providers = coalesce((
    SELECT json_agg(json_build_object('id', provider_config_id, 'account_id', account_id, 'email', email) ORDER BY created_at, id)
    FROM provider_links WHERE project_id = changed.project_id AND user_id = changed.user_id
      -- Existing clients know only the providers of the project, not the connections of companies.
      AND provider_config_id !~ '^sso_[0-9a-f-]{36}$'
  ), '[]')
  WHERE project_id = changed.project_id AND id = changed.user_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER sync_oauth_providers AFTER INSERT OR UPDATE OR DELETE ON provider_links
  FOR EACH ROW EXECUTE FUNCTION sync_oauth_providers();

CREATE OR REPLACE FUNCTION sync_has_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM 1 FROM users WHERE project_id = changed.project_id AND id = changed.user_id FOR NO KEY UPDATE;
  UPDATE users SET has_passkey = found.any, passkey_mfa_enabled = passkey_mfa_enabled AND found.any
  FROM (SELECT EXISTS (
    SELECT FROM passkeys WHERE project_id = changed.project_id AND user_id = changed.user_id
  ) AS any) AS found
  WHERE project_id = changed.project_id AND id = changed.user_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER sync_has_passkey AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION sync_has_passkey();
