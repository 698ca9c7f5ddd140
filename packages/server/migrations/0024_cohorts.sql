-- Users in the order of sign-up, cut into cohorts of about as many: a search reads one after the other and stops when its
-- page is full, instead of reading everybody who has the text to sort them and throw most away. A cohort is a time from
-- which on people belong to it, so whoever is in a later one has signed up later. Before the first of them it is cohort 0.
CREATE TABLE sign_up_cohorts (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  cohort integer NOT NULL CHECK (cohort > 0),
  starts_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, cohort)
);
ALTER TABLE users ADD COLUMN cohort integer NOT NULL DEFAULT 0;
-- Who is active is written to their row, which takes no work on the indexes while there is room beside it.
ALTER TABLE users SET (fillfactor = 85);

CREATE FUNCTION cohort_of(of_project text, signed_up_at timestamptz) RETURNS integer
LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((
    SELECT cohort FROM sign_up_cohorts WHERE project_id = of_project AND starts_at <= signed_up_at
    ORDER BY cohort DESC LIMIT 1
  ), 0)
$$;

-- The next cohort starts a minute after everybody who is there and a minute from now: whoever signs up at the same time
-- and does not see it yet still belongs to the last one.
CREATE FUNCTION open_next_cohort(of_project text, cohort_size integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  newest record;
BEGIN
  SELECT cohort, starts_at INTO newest FROM sign_up_cohorts WHERE project_id = of_project ORDER BY cohort DESC LIMIT 1;
  IF (
    SELECT count(*) FROM (
      SELECT FROM users
      WHERE project_id = of_project AND signed_up_at >= coalesce(newest.starts_at, '-infinity') LIMIT cohort_size
    ) AS members
  ) = cohort_size THEN
    INSERT INTO sign_up_cohorts (project_id, cohort, starts_at)
    SELECT of_project, coalesce(newest.cohort, 0) + 1, greatest(now(), max(signed_up_at)) + interval '1 minute'
    FROM users WHERE project_id = of_project
    ON CONFLICT DO NOTHING;
  END IF;
END
$$;

-- It is enough to look now and then whether a cohort is full.
CREATE FUNCTION join_cohort() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.cohort := cohort_of(NEW.project_id, NEW.signed_up_at);
  IF random() < 0.001 THEN
    PERFORM open_next_cohort(NEW.project_id, 16384);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER join_cohort BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION join_cohort();

-- For users who are there already.
CREATE FUNCTION form_cohorts(of_project text, cohort_size integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_up_cohorts WHERE project_id = of_project;
  INSERT INTO sign_up_cohorts (project_id, cohort, starts_at)
  SELECT of_project, place / cohort_size, signed_up_at FROM (
    SELECT signed_up_at, row_number() OVER (ORDER BY signed_up_at, id) - 1 AS place FROM users WHERE project_id = of_project
  ) AS numbered WHERE place > 0 AND place % cohort_size = 0;
  UPDATE users SET cohort = formed.cohort
  FROM (
    SELECT cohort, starts_at, lead(starts_at, 1, 'infinity') OVER (ORDER BY cohort) AS ends_at FROM (
      SELECT 0 AS cohort, timestamptz '-infinity' AS starts_at
      UNION ALL SELECT cohort, starts_at FROM sign_up_cohorts WHERE project_id = of_project
    ) AS starts
  ) AS formed
  WHERE project_id = of_project AND signed_up_at >= starts_at AND signed_up_at < ends_at
    AND users.cohort <> formed.cohort;
END
$$;

DROP INDEX users_by_search_pieces;
DROP FUNCTION search_pieces(text, text);
SELECT form_cohorts(project_id, 16384) FROM users GROUP BY project_id HAVING count(*) > 16384;

-- Each piece of three characters is marked with its project and cohort: what is read of the index is as much as there
-- are users of this cohort who have the piece, however many others there are.
CREATE FUNCTION search_pieces(project_id text, cohort integer, search_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT ARRAY(
    SELECT project_id || cohort || c || lead(c) OVER following || lead(c, 2) OVER following
    FROM unnest(string_to_array(search_text, NULL)) WITH ORDINALITY AS characters (c, place)
    WINDOW following AS (ORDER BY place)
  )
$$;
CREATE INDEX users_by_search_pieces ON users
  USING gin ((search_pieces(project_id, cohort, search_text) COLLATE "C")) WITH (fastupdate = off);
