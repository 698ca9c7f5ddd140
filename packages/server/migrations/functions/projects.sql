-- Tells every server which project changed, so that their caches are up to date within a second.
CREATE OR REPLACE FUNCTION announce_project_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  PERFORM pg_notify('latchkey_project_changed', changed ->> CASE TG_TABLE_NAME WHEN 'projects' THEN 'id' ELSE 'project_id' END);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER announce_project AFTER INSERT OR UPDATE OR DELETE ON projects
  FOR EACH ROW EXECUTE FUNCTION announce_project_change();
CREATE OR REPLACE TRIGGER announce_project_keys AFTER INSERT OR UPDATE OR DELETE ON project_key_sets
  FOR EACH ROW EXECUTE FUNCTION announce_project_change();
