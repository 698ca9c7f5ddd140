import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'

export interface SeededProject {
  id: string
  serverKey: string
  adminKey: string
  /** Half a page of members. */
  smallTeamId: string
  /** A tenth of all users. */
  largeTeamId: string
  /** The last to sign up. */
  lateTeamId: string
  /** In the middle of all users. */
  cursor: string
  /** An email address that exactly one user has. */
  email: string
}

const firstNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken', 'Margaret', 'Tim']
const lastNames = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Thompson', 'Hamilton']

/** With keys, and nobody in it. */
export async function seedEmptyProject(client: pg.Client) {
  const id = randomUUID()
  const [serverKey, adminKey] = [`ssk_${id}`, `sak_${id}`]
  await client.query(
    `INSERT INTO projects (id, display_name, config_override, created_at) VALUES ($1, 'Bench', '{}', now())`,
    [id],
  )
  await client.query(
    `INSERT INTO project_key_sets (project_id, id, description, created_at, expires_at, secret_server_key_hash,
       super_secret_admin_key_hash)
     VALUES ($1, gen_random_uuid(), 'Bench', now(), now() + interval '1 day', $2, $3)`,
    [id, hash(serverKey), hash(adminKey)],
  )
  return { id, serverKey, adminKey }
}

/**
 * A project with keys, users, their emails and three teams, written by the database itself. The search index is dropped
 * meanwhile: building it at the end takes a fraction of the time.
 */
export async function seedProject(client: pg.Client, userCount: number): Promise<SeededProject> {
  const { id, serverKey, adminKey } = await seedEmptyProject(client)
  const { rows: indexes } = await client.query<{ definition: string }>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'users_by_search_keys'`,
  )
  await client.query('DROP INDEX users_by_search_keys')
  await insertUsers(client, id, userCount)
  // Every user was active once.
  await client.query(
    `INSERT INTO user_activity (project_id, user_id, last_active_at, country, is_anonymous)
     SELECT project_id, id, last_active_at, 'DE', is_anonymous FROM users WHERE project_id = $1`,
    [id],
  )
  const teams = { smallTeamId: randomUUID(), largeTeamId: randomUUID(), lateTeamId: randomUUID() }
  await insertTeam(client, id, teams.smallTeamId, Math.ceil(userCount / 25))
  await insertTeam(client, id, teams.largeTeamId, 10)
  await insertTeam(client, id, teams.lateTeamId, 1, Math.floor(userCount * 0.97))
  for (const { definition } of indexes) await client.query(definition)
  const { rows } = await client.query<{ cursor: string; email: string }>(
    `SELECT u.id AS cursor, c.value AS email FROM users u
     JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id
     WHERE u.project_id = $1 AND NOT u.is_anonymous ORDER BY u.signed_up_at OFFSET $2 LIMIT 1`,
    [id, Math.floor(userCount / 2)],
  )
  return { id, serverKey, adminKey, ...teams, ...rows[0]! }
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/**
 * Realistic names and addresses: a few parts that many share, and a unique one. Some users around the middle belong to
 * one company and the newest to another, and the later users have another email domain.
 */
async function insertUsers(client: pg.Client, projectId: string, count: number): Promise<void> {
  await client.query(
    `WITH people AS (
       SELECT n, gen_random_uuid() AS id, md5(n::text) AS code,
         ($3::text[])[1 + n % ${firstNames.length}] || ' ' || ($4::text[])[1 + (n / 7) % ${lastNames.length}]
           || CASE WHEN n > $2 * 0.97 THEN ' of Zenith' WHEN n > $2 * 0.51 AND n <= $2 * 0.55 THEN ' of Meridian'
             ELSE '' END AS name,
         CASE WHEN n > $2 * 0.6 THEN 'example.net' ELSE 'example.com' END AS domain,
         n % 20 = 0 AS is_anonymous,
         timestamptz '2020-01-01' + n * interval '1 minute' AS signed_up_at
       FROM generate_series(1, $2::integer) AS n
     ), addressed AS (
       SELECT *, lower(split_part(name, ' ', 1)) || '.' || left(code, 10) || '@' || domain AS email FROM people
     ), inserted AS (
       INSERT INTO users (project_id, id, display_name, is_anonymous, signed_up_at, last_active_at, search_text)
       SELECT $1, id, name, is_anonymous, signed_up_at, signed_up_at,
         lower(name) || U&'\\FFFF' || email FROM addressed
     )
     INSERT INTO contact_channels
       (project_id, user_id, id, type, value, is_primary, is_verified, used_for_auth, created_at)
     SELECT $1, id, gen_random_uuid(), 'email', email, true, true, false, signed_up_at FROM addressed`,
    [projectId, count, firstNames, lastNames],
  )
}

/** What autovacuum does within a few minutes. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query('VACUUM ANALYZE users, user_activity, metric_counters, contact_channels, teams, team_memberships')
}

/** Every n-th user after the first `skipped` is a member. */
async function insertTeam(
  client: pg.Client,
  projectId: string,
  teamId: string,
  step: number,
  skipped = 0,
): Promise<void> {
  await client.query(`INSERT INTO teams (project_id, id, display_name, created_at) VALUES ($1, $2, 'Team', now())`, [
    projectId,
    teamId,
  ])
  await client.query(
    `INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
     SELECT project_id, $2, id, now() FROM (
       SELECT project_id, id, row_number() OVER (ORDER BY signed_up_at) AS place FROM users WHERE project_id = $1
     ) AS numbered WHERE (place - 1) % $3::integer = 0 AND place > $4::integer`,
    [projectId, teamId, step, skipped],
  )
}
