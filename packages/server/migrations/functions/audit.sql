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

-- What a key that acted is called now.
CREATE OR REPLACE FUNCTION audit_key_description(of_project text, actor_type text, actor_id text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT description FROM project_key_sets
  WHERE project_id = of_project AND id::text = actor_id AND actor_type IN ('server-key', 'admin-key')
$$;

-- Stores the entries as webhook events `audit.…` for the endpoints that name them; an endpoint for all events gets none.
-- Events of one object are delivered in order. A service that delivers webhooks instead of us cannot tell who named them.
-- A job without further attempts is enough, because what it leaves is found every minute.
CREATE OR REPLACE FUNCTION send_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deliverers bigint;
BEGIN
  WITH listeners AS (
    SELECT e.project_id, e.id, e.event_types FROM webhook_endpoints e
    WHERE e.project_id IN (SELECT project_id FROM added) AND e.is_enabled AND e.event_types IS NOT NULL
      AND NOT EXISTS (SELECT FROM deployment WHERE name = 'webhook service')
  ), heard AS (
    SELECT a.project_id, a.id AS entry_id, l.id AS endpoint_id FROM added a
    JOIN listeners l ON l.project_id = a.project_id AND l.event_types && ARRAY['audit.*', 'audit.' || a.action]
  ), events AS (
    INSERT INTO webhook_events (project_id, id, object_id, type, data, created_at)
    SELECT a.project_id, a.id, 'audit:' || a.target_type || ':' || a.target_id, 'audit.' || a.action, json_build_object(
      'id', a.id,
      'happened_at_millis', trunc(extract(epoch FROM a.happened_at) * 1000)::bigint,
      'action', a.action,
      'actor', json_build_object('type', a.actor_type, 'id', a.actor_id, 'description', audit_key_description(a.project_id, a.actor_type, a.actor_id)),
      'target', json_build_object('type', a.target_type, 'id', a.target_id),
      'details', a.details,
      'ip_address', a.ip_address,
      'user_agent', a.user_agent,
      'request_id', a.request_id
    ), a.happened_at
    FROM added a WHERE EXISTS (SELECT FROM heard h WHERE h.project_id = a.project_id AND h.entry_id = a.id)
    RETURNING project_id, id, sequence, object_id, type, created_at
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (project_id, endpoint_id, event_id, sequence, object_id, type, state, next_attempt_at, created_at)
    SELECT e.project_id, h.endpoint_id, e.id, e.sequence, e.object_id, e.type, 'pending', e.created_at, e.created_at
    FROM events e JOIN heard h ON h.project_id = e.project_id AND h.entry_id = e.id
    RETURNING project_id, endpoint_id
  ), jobs AS (
    INSERT INTO jobs (name, payload)
    SELECT DISTINCT 'deliver-webhooks', jsonb_build_object('project_id', project_id, 'endpoint_id', endpoint_id)
    FROM deliveries
    RETURNING id
  )
  SELECT count(*) INTO deliverers FROM jobs;
  IF deliverers > 0 THEN
    PERFORM pg_notify('latchkey_job_added', 'deliver-webhooks');
  END IF;
  INSERT INTO audit_exports (project_id, id)
  SELECT project_id, id FROM added WHERE EXISTS (SELECT FROM deployment WHERE name = 'audit log export');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER send_audit_entries AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION send_audit_entries();
