-- Ends the sessions of a user beyond the number that stay besides the new one, those first that were used longest ago.
-- A function, because it reads after the user's row has been locked: a statement sees only what was committed when it
-- began, so sign-ins at the same moment would not see each other's sessions.
CREATE OR REPLACE FUNCTION end_oldest_sessions(
  of_project text, of_user uuid, new_session uuid, kept integer, at timestamptz, started_after timestamptz, used_after timestamptz
) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY DELETE FROM sessions s
  WHERE s.project_id = of_project AND s.id IN (
    SELECT o.id FROM sessions o
    WHERE o.project_id = of_project AND o.user_id = of_user AND o.id <> new_session AND NOT o.is_impersonation
      AND o.expires_at > at AND o.created_at > started_after AND coalesce(o.last_used_at, o.created_at) > used_after
    ORDER BY coalesce(o.last_used_at, o.created_at) DESC, o.created_at DESC, o.id OFFSET kept
  ) RETURNING s.id;
END
$$;
