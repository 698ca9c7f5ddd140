-- What users are sorted by: the name without case, with letters before their accents. Names that start alike are in
-- any order. Users without a name come after all others. An index depends on this function, so changing it takes a
-- migration that builds the index again.
CREATE FUNCTION name_key(display_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(left(lower(normalize(display_name, NFKD)), 100), chr(1114111))
$$;
CREATE INDEX users_by_kind_and_name ON users (project_id, is_anonymous, name_key(display_name) COLLATE "C", id);

-- Null unless the whole payment was returned. A refunded purchase grants nothing and prevents no other purchase.
ALTER TABLE one_time_purchases ADD COLUMN refunded_at timestamptz;
