-- A sign-in at the OAuth provider stands on a session of the user. It ends with it, however that ends, and the apps that
-- the user has signed in to with it are told.
CREATE OR REPLACE FUNCTION end_oauth_sign_ins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    DELETE FROM oauth_records r USING ended e
    WHERE r.project_id = e.project_id AND r.kind = 'Session' AND r.session_id = e.id
    RETURNING r.project_id, r.payload
  )
  INSERT INTO jobs (name, payload, max_attempts)
  SELECT 'send-oauth-logout', json_build_object(
    'project_id', gone.project_id, 'client_id', app.key, 'user_id', gone.payload ->> 'accountId', 'sid', app.value ->> 'sid'
  ), 9 FROM gone CROSS JOIN LATERAL json_each(coalesce(gone.payload -> 'authorizations', '{}')) AS app;
  IF FOUND THEN
    PERFORM pg_notify('latchkey_job_added', 'send-oauth-logout');
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER end_oauth_sign_ins AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION end_oauth_sign_ins();
