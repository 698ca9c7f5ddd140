import { createHmac } from 'node:crypto'

/** What the server connects as. It owns the database, but must not run programs or read files, as a superuser could. */
export const serverRole = 'latchkey_server'

/** Follows from that of the superuser, so that there is no second one to keep. */
export function serverPasswordOf(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update('password of the server').digest('hex')
}

/**
 * Run by the superuser at every start: creates the role and makes it the owner of everything, also in data folders from
 * before there was this role. A standby gets all of it from its primary.
 */
export function describeServerRole(superuserPassword: string): string {
  return `
DO $$
DECLARE
  statement text;
BEGIN
  IF pg_is_in_recovery() THEN
    RETURN;
  END IF;
  IF to_regrole('${serverRole}') IS NULL THEN
    CREATE ROLE ${serverRole};
  END IF;
  ALTER ROLE ${serverRole} LOGIN NOSUPERUSER PASSWORD '${serverPasswordOf(superuserPassword)}';
  ALTER DATABASE latchkey OWNER TO ${serverRole};
  FOR statement IN
    WITH schemas AS (
      SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), found (kind, name, owner) AS (
      SELECT 'SCHEMA', quote_ident(nspname), nspowner FROM schemas
      UNION ALL
      -- Sequences of columns follow their table.
      SELECT 'TABLE', c.oid::regclass::text, relowner FROM pg_class c JOIN schemas s ON s.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype IN ('a', 'i') AND refobjsubid > 0)
      UNION ALL
      SELECT 'ROUTINE', p.oid::regprocedure::text, proowner FROM pg_proc p JOIN schemas s ON s.oid = pronamespace
      UNION ALL
      SELECT 'TYPE', t.oid::regtype::text, typowner FROM pg_type t JOIN schemas s ON s.oid = typnamespace
      WHERE typtype IN ('d', 'e')
    )
    SELECT format('ALTER %s %s OWNER TO ${serverRole}', kind, name) FROM found WHERE owner = current_user::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`
}
