CREATE OR REPLACE FUNCTION utc_day(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;

-- The day, week and month in which somebody who was active at this moment counts.
CREATE OR REPLACE FUNCTION active_periods(moment timestamptz) RETURNS TABLE (name text, key text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT 'active', utc_day(moment)
  UNION ALL SELECT 'active-week', to_char(date_trunc('week', moment AT TIME ZONE 'UTC'), 'YYYY-MM-DD')
  UNION ALL SELECT 'active-month', to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM')
$$;

CREATE OR REPLACE FUNCTION count_metric(of_project text, metric text, of_key text, anonymous boolean, difference bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_counters AS c (project_id, name, key, is_anonymous, shard, count)
  VALUES (of_project, metric, of_key, anonymous, pg_backend_pid() % 16, difference)
  ON CONFLICT (project_id, name, key, is_anonymous, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;

-- Figures of a project that is being deleted are not maintained.
CREATE OR REPLACE FUNCTION is_counted(of_project text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM projects WHERE id = of_project AND deleted_at IS NULL)
$$;

CREATE OR REPLACE FUNCTION methods_of(u users) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT method FROM (VALUES
    ('password', (u).password_hash IS NOT NULL), ('otp', (u).otp_auth_enabled), ('passkey', (u).has_passkey)
  ) AS methods (method, is_on) WHERE is_on
$$;

-- Per statement rather than per row: thousands of updates of one row in one statement would slow each other down.
CREATE OR REPLACE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM count_metric(project_id, name, key, is_anonymous, sign * changes) FROM (
    SELECT u.project_id, f.name, f.key, u.is_anonymous, count(*) AS changes
    FROM changed u CROSS JOIN LATERAL (
      SELECT 'users' AS name, '' AS key
      UNION ALL SELECT 'sign-ups', utc_day(u.signed_up_at)
      UNION ALL SELECT 'method', methods_of(u)
    ) AS f
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ) AS figures WHERE is_counted(project_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_new_users AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE OR REPLACE TRIGGER count_deleted_users AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE OR REPLACE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_metric(OLD.project_id, 'method', method, OLD.is_anonymous, -1) FROM methods_of(OLD) AS method;
  PERFORM count_metric(NEW.project_id, 'method', method, NEW.is_anonymous, 1) FROM methods_of(NEW) AS method;
  IF OLD.is_anonymous <> NEW.is_anonymous THEN
    PERFORM count_metric(NEW.project_id, 'users', '', anonymous, difference),
      count_metric(NEW.project_id, 'sign-ups', utc_day(NEW.signed_up_at), anonymous, difference)
    FROM (VALUES (OLD.is_anonymous, -1), (NEW.is_anonymous, 1)) AS moves (anonymous, difference);
    UPDATE user_activity SET is_anonymous = NEW.is_anonymous WHERE project_id = NEW.project_id AND user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_changed_user AFTER UPDATE OF is_anonymous, password_hash, otp_auth_enabled, has_passkey ON users
  FOR EACH ROW WHEN (
    OLD.is_anonymous <> NEW.is_anonymous OR (OLD.password_hash IS NULL) <> (NEW.password_hash IS NULL)
    OR OLD.otp_auth_enabled <> NEW.otp_auth_enabled OR OLD.has_passkey <> NEW.has_passkey
  ) EXECUTE FUNCTION count_changed_user();

-- Users who sign in with a provider are not anonymous.
CREATE OR REPLACE FUNCTION count_provider_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.allow_sign_in AND is_counted(OLD.project_id) THEN
    PERFORM count_metric(OLD.project_id, 'method', lower(OLD.provider_config_id), false, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.allow_sign_in THEN
    PERFORM count_metric(NEW.project_id, 'method', lower(NEW.provider_config_id), false, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_provider_link AFTER INSERT OR DELETE OR UPDATE OF allow_sign_in ON provider_links
  FOR EACH ROW EXECUTE FUNCTION count_provider_link();

-- A user counts once for each day, week and month of activity. These keep their count when a user is deleted; countries
-- do not.
CREATE OR REPLACE FUNCTION count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  -- Also called when the statement only updates, as at every refresh of a session.
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  PERFORM count_metric(project_id, name, key, is_anonymous, sign * changes) FROM (
    SELECT a.project_id, f.name, f.key, a.is_anonymous, count(*) AS changes
    FROM changed a CROSS JOIN LATERAL (
      SELECT p.name, p.key FROM active_periods(a.last_active_at) AS p WHERE TG_OP = 'INSERT'
      UNION ALL SELECT 'country', a.country WHERE a.country IS NOT NULL
    ) AS f
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ) AS figures WHERE is_counted(project_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_new_activity AFTER INSERT ON user_activity REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_activity();
CREATE OR REPLACE TRIGGER count_deleted_activity AFTER DELETE ON user_activity REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_activity();

CREATE OR REPLACE FUNCTION count_changed_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_metric(NEW.project_id, name, key, anonymous, difference) FROM (
    SELECT p.name, p.key, m.anonymous, m.difference
    FROM active_periods(OLD.last_active_at) AS o JOIN active_periods(NEW.last_active_at) AS p USING (name),
      (VALUES (OLD.is_anonymous, -1), (NEW.is_anonymous, 1)) AS m (anonymous, difference)
    WHERE CASE WHEN o.key <> p.key THEN m.difference = 1 ELSE OLD.is_anonymous <> NEW.is_anonymous END
    ORDER BY 1, 2, 3
  ) AS figures;
  IF OLD.country IS NOT NULL THEN
    PERFORM count_metric(NEW.project_id, 'country', OLD.country, OLD.is_anonymous, -1);
  END IF;
  IF NEW.country IS NOT NULL THEN
    PERFORM count_metric(NEW.project_id, 'country', NEW.country, NEW.is_anonymous, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_changed_activity AFTER UPDATE ON user_activity
  FOR EACH ROW WHEN (
    -- As utc_day, which takes many times as long.
    (OLD.last_active_at AT TIME ZONE 'UTC')::date <> (NEW.last_active_at AT TIME ZONE 'UTC')::date
    OR OLD.country IS DISTINCT FROM NEW.country OR OLD.is_anonymous <> NEW.is_anonymous
  ) EXECUTE FUNCTION count_changed_activity();

CREATE OR REPLACE FUNCTION count_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_metric(project_id, 'sessions', day, is_anonymous, changes) FROM (
    SELECT s.project_id, utc_day(s.created_at) AS day, u.is_anonymous, count(*) AS changes
    FROM changed s JOIN users u ON u.project_id = s.project_id AND u.id = s.user_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ) AS figures;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER count_new_sessions AFTER INSERT ON sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();
