-- However a connection ends (by itself, or with its team), nobody can sign in with it any more. Their accounts remain.
CREATE OR REPLACE FUNCTION delete_connection_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM provider_links WHERE project_id = OLD.project_id AND provider_config_id = 'sso_' || OLD.id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER delete_connection_links AFTER DELETE ON connections
  FOR EACH ROW EXECUTE FUNCTION delete_connection_links();
