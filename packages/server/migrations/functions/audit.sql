-- Tells every server what happened in a project, for dashboards that show it at once.
CREATE OR REPLACE FUNCTION announce_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_activity', project_id || ' ' || action)
  FROM (SELECT DISTINCT project_id, action FROM added) AS activity;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER announce_activity AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_activity();
