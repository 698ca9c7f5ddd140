DROP INDEX users_by_search_keys, teams_by_search_keys;
DROP FUNCTION search_keys(text, timestamptz, text[]), sign_up_fortnight(timestamptz), search_pieces(text);

-- The pieces of three characters of a text, hashed together with their project: a search looks up those of its text.
-- Different pieces with the same hash do no harm, because texts are compared afterwards. Indexes depend on this function,
-- so changing it takes a migration that builds them again. It takes about as long as a thousand comparisons.
CREATE FUNCTION search_keys(project_id text, search_text text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT ARRAY(
    SELECT DISTINCT hashtextextended(project_id || piece, 0) FROM (
      SELECT c || lead(c) OVER following || lead(c, 2) OVER following AS piece
      FROM string_to_table(search_text, NULL) WITH ORDINALITY AS characters (c, place)
      WINDOW following AS (ORDER BY place)
    ) AS pieces WHERE piece IS NOT NULL
  )
$$;
-- Without the list of pending entries, which every search would have to read.
CREATE INDEX users_by_search_keys ON users USING gin (search_keys(project_id, search_text)) WITH (fastupdate = off);
CREATE INDEX teams_by_search_keys ON teams USING gin (search_keys(project_id, search_text)) WITH (fastupdate = off);
