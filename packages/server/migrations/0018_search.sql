-- A search looks up pieces of three characters. Each is hashed with the project and with the fortnight in which the user
-- signed up: fortnights are searched one after the other, in the order of the list, so that only some of the users who have
-- a common text are read and sorted. Different pieces with the same hash do no harm, because texts are compared afterwards.
CREATE FUNCTION sign_up_fortnight(signed_up_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT date_bin('336 hours', signed_up_at, timestamptz 'epoch')
$$;
CREATE FUNCTION search_pieces(search_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT piece FROM (
      SELECT c || lead(c) OVER following || lead(c, 2) OVER following AS piece
      FROM string_to_table(search_text, NULL) WITH ORDINALITY AS characters (c, place)
      WINDOW following AS (ORDER BY place)
    ) AS pieces WHERE piece IS NOT NULL
  )
$$;
-- The cost keeps the planner from computing the keys of users to avoid the index, whatever it believes about their number.
CREATE FUNCTION search_keys(project_id text, fortnight timestamptz, pieces text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000000 AS $$
  SELECT ARRAY(
    SELECT hashtextextended(project_id || piece, extract(epoch FROM fortnight - timestamptz 'epoch')::bigint)
    FROM unnest(pieces) AS piece
  )
$$;
-- Without the list of pending entries, which every search would read through.
CREATE INDEX users_by_search_keys ON users
  USING gin (search_keys(project_id, sign_up_fortnight(signed_up_at), search_pieces(search_text))) WITH (fastupdate = off);

-- Members of a team in the order in which users are listed. The time of sign-up never changes.
ALTER TABLE team_memberships ADD COLUMN user_signed_up_at timestamptz NOT NULL;
CREATE INDEX team_memberships_by_sign_up ON team_memberships (project_id, team_id, user_signed_up_at, user_id);

-- Without a user, the membership is refused by its foreign key.
CREATE FUNCTION copy_sign_up_to_membership() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.user_signed_up_at := coalesce(
    (SELECT signed_up_at FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id), now());
  RETURN NEW;
END
$$;
CREATE TRIGGER copy_sign_up_to_membership BEFORE INSERT ON team_memberships
  FOR EACH ROW EXECUTE FUNCTION copy_sign_up_to_membership();
