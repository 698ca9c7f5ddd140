-- The database's clock: nodes with differing clocks would end each other's windows, or never see them end.
CREATE OR REPLACE FUNCTION clock_millis() RETURNS bigint LANGUAGE sql AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- Counts in the key's current window, or opens one. Returns its count and the seconds until it ends.
CREATE OR REPLACE FUNCTION count_in_window(
  of_key text, added integer, length_seconds integer, OUT used integer, OUT wait float8
) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rate_limits AS l (key, points, expire)
  VALUES (of_key, greatest(added, 0), clock_millis() + length_seconds * 1000)
  ON CONFLICT (key) DO UPDATE SET
    points = greatest(CASE WHEN l.expire <= clock_millis() THEN 0 ELSE l.points END + added, 0),
    expire = CASE WHEN l.expire <= clock_millis() THEN excluded.expire ELSE l.expire END
  RETURNING l.points, (l.expire - clock_millis())::float8 / 1000 INTO used, wait;
END
$$;

-- Counts one limit after the other and stops at the first that is used up: returns its position and the seconds to wait.
-- With -1, it gives attempts back. The two kinds are committed separately, so that no request waits for a window that many
-- share while a slowing limit is written to the disk.
CREATE OR REPLACE PROCEDURE count_limits(
  keys text[], are_slowing boolean[], allowed integer[], length_seconds integer[], added integer,
  INOUT refused integer, INOUT wait float8
) LANGUAGE plpgsql AS $$
DECLARE
  step interval;
BEGIN
  FOR i IN 1 .. cardinality(keys) LOOP
    IF are_slowing[i] THEN
      -- The state is a single time: when all attempts would be available again. It is compared after the row is locked,
      -- so that concurrent requests lose no attempt.
      step := make_interval(secs => length_seconds[i]::float8 / allowed[i]);
      INSERT INTO guess_limits AS l (key, full_at) VALUES (keys[i], clock_timestamp() + step * added)
      ON CONFLICT (key) DO UPDATE SET full_at = greatest(l.full_at, clock_timestamp()) + step * added
      WHERE l.full_at + step * added <= clock_timestamp() + make_interval(secs => length_seconds[i]);
      IF NOT FOUND THEN
        SELECT i, greatest(extract(epoch FROM full_at + step - clock_timestamp()) - length_seconds[i], 1)
        INTO refused, wait FROM guess_limits WHERE key = keys[i];
      END IF;
    ELSE
      SELECT CASE WHEN w.used > allowed[i] THEN i END, w.wait
      INTO refused, wait FROM count_in_window(keys[i], added, length_seconds[i]) AS w;
    END IF;
    EXIT WHEN refused IS NOT NULL AND added > 0;
    IF are_slowing[i] <> are_slowing[i + 1] THEN
      COMMIT;
    END IF;
  END LOOP;
END
$$;
