-- The figures of a project, kept as things happen, so that reading them costs the same however many users there are.
-- Each figure has several rows that are added up: two sign-ups at once do not wait for each other.
CREATE TABLE metric_counters (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('users', 'sign-ups', 'active', 'country', 'method')),
  -- A day, a country or a way to sign in; empty where there is only one figure.
  key text NOT NULL,
  is_anonymous boolean NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, name, key, is_anonymous, shard)
);

-- When and from where each user was last seen. In a table of its own, because an index of times in that of the users
-- would make every refresh write into all of its indexes.
CREATE TABLE user_activity (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  last_active_at timestamptz NOT NULL,
  -- Of the newest activity whose country is known.
  country text,
  is_anonymous boolean NOT NULL,
  PRIMARY KEY (project_id, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX user_activity_by_time ON user_activity (project_id, last_active_at DESC);

CREATE FUNCTION utc_day(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;

CREATE FUNCTION count_metric(of_project text, metric text, of_key text, anonymous boolean, difference bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metric_counters AS c (project_id, name, key, is_anonymous, shard, count)
  VALUES (of_project, metric, of_key, anonymous, pg_backend_pid() % 16, difference)
  ON CONFLICT (project_id, name, key, is_anonymous, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;

-- While a project is removed nobody looks at its figures any more.
CREATE FUNCTION is_counted(of_project text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM projects WHERE id = of_project AND deleted_at IS NULL)
$$;

CREATE FUNCTION methods_of(u users) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT method FROM (VALUES
    ('password', (u).password_hash IS NOT NULL), ('otp', (u).otp_auth_enabled), ('passkey', (u).has_passkey)
  ) AS methods (method, is_on) WHERE is_on
$$;

-- Once per statement rather than per row: thousands of changes of one row in one statement would slow each other down.
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER count_new_users AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER count_deleted_users AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER count_changed_user AFTER UPDATE OF is_anonymous, password_hash, otp_auth_enabled, has_passkey ON users
  FOR EACH ROW WHEN (
    OLD.is_anonymous <> NEW.is_anonymous OR (OLD.password_hash IS NULL) <> (NEW.password_hash IS NULL)
    OR OLD.otp_auth_enabled <> NEW.otp_auth_enabled OR OLD.has_passkey <> NEW.has_passkey
  ) EXECUTE FUNCTION count_changed_user();

-- Whoever signs in with an account at a provider is somebody, so these are not counted as anonymous.
CREATE FUNCTION count_provider_link() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER count_provider_link AFTER INSERT OR DELETE OR UPDATE OF allow_sign_in ON provider_links
  FOR EACH ROW EXECUTE FUNCTION count_provider_link();

-- A session that starts or is refreshed is the activity of its user. The statement that does it has locked the user.
CREATE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found_country text := upper(NEW.last_used_ip_info->>'countryCode');
BEGIN
  -- Proxies write XX and T1 for people whose country they do not know.
  IF found_country !~ '^[A-Z]{2}$' OR found_country = 'XX' THEN found_country := NULL; END IF;
  INSERT INTO user_activity AS a (project_id, user_id, last_active_at, country, is_anonymous)
  SELECT NEW.project_id, NEW.user_id, NEW.last_used_at, found_country, is_anonymous
  FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id
  ON CONFLICT (project_id, user_id) DO UPDATE
  SET last_active_at = greatest(a.last_active_at, excluded.last_active_at), country = coalesce(found_country, a.country);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_activity AFTER INSERT OR UPDATE OF last_used_at ON sessions
  FOR EACH ROW WHEN (NEW.last_used_at IS NOT NULL) EXECUTE FUNCTION note_activity();

-- A user is active on a day once. Days stay as they were when the user is gone; countries are of those who are there.
CREATE FUNCTION count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM count_metric(project_id, name, key, is_anonymous, sign * changes) FROM (
    SELECT a.project_id, f.name, f.key, a.is_anonymous, count(*) AS changes
    FROM changed a CROSS JOIN LATERAL (
      SELECT 'active' AS name, utc_day(a.last_active_at) AS key WHERE TG_OP = 'INSERT'
      UNION ALL SELECT 'country', a.country WHERE a.country IS NOT NULL
    ) AS f
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ) AS figures WHERE is_counted(project_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER count_new_activity AFTER INSERT ON user_activity REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_activity();
CREATE TRIGGER count_deleted_activity AFTER DELETE ON user_activity REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_activity();

CREATE FUNCTION count_changed_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF utc_day(OLD.last_active_at) <> utc_day(NEW.last_active_at) THEN
    PERFORM count_metric(NEW.project_id, 'active', utc_day(NEW.last_active_at), NEW.is_anonymous, 1);
  ELSIF OLD.is_anonymous <> NEW.is_anonymous THEN
    PERFORM count_metric(NEW.project_id, 'active', utc_day(OLD.last_active_at), OLD.is_anonymous, -1);
    PERFORM count_metric(NEW.project_id, 'active', utc_day(NEW.last_active_at), NEW.is_anonymous, 1);
  END IF;
  IF OLD.country IS NOT NULL THEN
    PERFORM count_metric(NEW.project_id, 'country', OLD.country, OLD.is_anonymous, -1);
  END IF;
  IF NEW.country IS NOT NULL THEN
    PERFORM count_metric(NEW.project_id, 'country', NEW.country, NEW.is_anonymous, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_changed_activity AFTER UPDATE ON user_activity
  FOR EACH ROW WHEN (
    utc_day(OLD.last_active_at) <> utc_day(NEW.last_active_at) OR OLD.country IS DISTINCT FROM NEW.country
    OR OLD.is_anonymous <> NEW.is_anonymous
  ) EXECUTE FUNCTION count_changed_activity();

-- What is there already.
INSERT INTO metric_counters (project_id, name, key, is_anonymous, shard, count)
SELECT project_id, name, key, is_anonymous, 0, count(*) FROM (
  SELECT u.project_id, f.name, f.key, u.is_anonymous FROM users u CROSS JOIN LATERAL (
    SELECT 'users' AS name, '' AS key
    UNION ALL SELECT 'sign-ups', utc_day(u.signed_up_at)
    UNION ALL SELECT 'method', methods_of(u)
  ) AS f
  UNION ALL
  SELECT project_id, 'method', lower(provider_config_id), false FROM provider_links WHERE allow_sign_in
) AS figures
GROUP BY project_id, name, key, is_anonymous;

INSERT INTO user_activity (project_id, user_id, last_active_at, country, is_anonymous)
SELECT DISTINCT ON (s.project_id, s.user_id) s.project_id, s.user_id, s.last_used_at,
  CASE WHEN upper(s.last_used_ip_info->>'countryCode') ~ '^[A-Z]{2}$' THEN upper(s.last_used_ip_info->>'countryCode') END,
  u.is_anonymous
FROM sessions s JOIN users u ON u.project_id = s.project_id AND u.id = s.user_id
WHERE s.last_used_at IS NOT NULL
ORDER BY s.project_id, s.user_id, s.last_used_at DESC;
