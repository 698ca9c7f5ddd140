import { type Selectable, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { type Place, readCursor, toCursor } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPage } from '../../platform/db/keyset.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { IpInfo } from '../../platform/ip-info.ts'
import type { SessionBounds } from '../sessions/policy.ts'

export type GrantRow = Selectable<Tables['oauth_grants']>

/** Everything that lost an app its access at once names at least one of these. */
export type GrantsWhere = { [K in keyof GrantKey]: Pick<GrantKey, K> & Partial<GrantKey> }[keyof GrantKey]

interface GrantKey {
  id: string
  userId: string
  clientId: string
  teamId: string
  /** Of all members of this team, whatever the team of the grant. */
  membersOf: string
  /** Of people who cannot have come but with the connection of a company. */
  connection: EndedConnection
  /** For any other resource than these. */
  resourcesExcept: string[]
}

interface EndedConnection {
  providerId: string
  /** Whose sessions have just ended with it, besides the people who are linked to it. */
  userIds: string[]
  /** Whoever has another live session keeps the access. */
  bounds: SessionBounds
}

/** There is at most one. Lock the user first to change it. */
export async function findGrantOf(
  db: Db,
  projectId: string,
  { userId, clientId, teamId }: { userId: string; clientId: string; teamId: string | null },
): Promise<GrantRow | undefined> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where(sql<SqlBool>`team_id IS NOT DISTINCT FROM ${teamId}::uuid`)
    .executeTakeFirst()
}

const findOfClient = prepareQuery(
  'grant of OAuth client',
  'SELECT FROM oauth_grants WHERE project_id = $1 AND client_id = $2 LIMIT 1',
)

/** Whether anybody has given the client access. */
export async function hasGrantOfClient(db: Db, projectId: string, clientId: string): Promise<boolean> {
  const { rows } = await findOfClient(db, [projectId, clientId])
  return rows.length > 0
}

export interface NewGrant {
  id: string
  userId: string
  clientId: string
  clientName: string
  teamId: string | null
  scopes: string[]
  payload: object
  expiresAt: Date | null
  now: Date
}

export async function insertGrant(db: Db, projectId: string, grant: NewGrant): Promise<GrantRow> {
  return db
    .insertInto('oauth_grants')
    .values({
      project_id: projectId,
      id: grant.id,
      user_id: grant.userId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      team_id: grant.teamId,
      scopes: grant.scopes,
      payload: JSON.stringify(grant.payload),
      created_at: grant.now,
      updated_at: grant.now,
      expires_at: grant.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateGrant(
  db: Db,
  projectId: string,
  id: string,
  change: Pick<NewGrant, 'clientName' | 'scopes' | 'payload' | 'expiresAt' | 'now'>,
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({
      client_name: change.clientName,
      scopes: change.scopes,
      payload: JSON.stringify(change.payload),
      expires_at: change.expiresAt,
      updated_at: change.now,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** Up to `limit` of them, with their codes and tokens. */
export async function deleteGrants(db: Db, projectId: string, where: GrantsWhere, limit: number): Promise<GrantRow[]> {
  const { id, userId, clientId, teamId, membersOf, connection, resourcesExcept }: Partial<GrantKey> = where
  const conditions = [
    id !== undefined && sql`id = ${id}`,
    userId !== undefined && sql`user_id = ${userId}`,
    clientId !== undefined && sql`client_id = ${clientId}`,
    teamId !== undefined && sql`team_id = ${teamId}`,
    membersOf !== undefined &&
      sql`user_id IN (SELECT user_id FROM team_memberships WHERE project_id = ${projectId} AND team_id = ${membersOf})`,
    connection !== undefined && isOfConnection(projectId, connection),
    resourcesExcept !== undefined &&
      sql`EXISTS (SELECT FROM json_object_keys(payload -> 'resources') AS uri WHERE uri <> ALL (${resourcesExcept}))`,
  ].filter((condition) => condition !== false)
  if (conditions.length === 0) throw new Error('Not all grants of a project end at once.')
  const { rows } = await sql<GrantRow>`
    DELETE FROM oauth_grants WHERE project_id = ${projectId} AND id IN (
      SELECT id FROM oauth_grants WHERE project_id = ${projectId} AND ${sql.join(conditions, sql` AND `)}
      LIMIT ${limit} FOR UPDATE
    ) RETURNING *`.execute(db)
  return rows
}

function isOfConnection(projectId: string, { providerId, userIds, bounds }: EndedConnection) {
  return sql`user_id IN (
      SELECT user_id FROM provider_links
      WHERE project_id = ${projectId} AND provider_config_id = ${providerId} AND allow_sign_in
      UNION SELECT unnest(${userIds}::uuid[])
    ) AND NOT EXISTS (
      SELECT FROM sessions s
      WHERE s.project_id = ${projectId} AND s.user_id = oauth_grants.user_id AND NOT s.is_impersonation
        AND s.expires_at > ${bounds.now} AND s.created_at > ${bounds.startedAfter}
        AND coalesce(s.last_used_at, s.created_at) > ${bounds.usedAfter}
    )`
}

export interface ListedGrant {
  id: string
  user_id: string
  client_id: string
  display_name: string
  type: 'web' | 'single_page' | 'native' | 'machine' | null
  is_verified: boolean
  scopes: string[]
  team: { id: string; display_name: string } | null
  created_at_millis: number
  expires_at_millis: number | null
  last_used_at_millis: number | null
  last_used_ip_info: IpInfo | null
  last_used_user_agent: string | null
}

export interface GrantFilter {
  userId?: string | undefined
  clientId?: string | undefined
  teamId?: string | undefined
}

const placeShape = z.tuple([z.int(), z.string().max(100)]).transform(([micros, id]): Place => ({ micros, id }))

const millis = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::bigint`)

/** Newest first. A client that nobody has verified keeps the name that it had when it was let in. */
export async function listGrants(
  db: Db,
  projectId: string,
  { userId, clientId, teamId }: GrantFilter,
  { limit, cursor, now }: { limit: number; cursor: string | undefined; now: Date },
): Promise<{ rows: ListedGrant[]; nextCursor: string | null }> {
  const conditions = [
    sql`g.project_id = ${projectId} AND (g.expires_at IS NULL OR g.expires_at > ${now})`,
    ...(userId === undefined ? [] : [sql`g.user_id = ${userId}`]),
    ...(clientId === undefined ? [] : [sql`g.client_id = ${clientId}`]),
    ...(teamId === undefined ? [] : [sql`g.team_id = ${teamId}`]),
  ]
  const list = {
    projectId,
    alias: 'g',
    isDescending: true,
    inOrder: [
      {
        from: sql`oauth_grants AS g`,
        where: sql.join(conditions, sql` AND `),
        key: sql`g.created_at`,
        id: sql`g.id`,
      },
    ],
    sets: [],
    conditions: [],
    columns: sql`g.id, g.user_id, g.client_id, c.type, c.id IS NOT NULL AND c.registration IS NULL AS is_verified,
      CASE WHEN c.id IS NOT NULL AND c.registration IS NULL THEN c.display_name ELSE g.client_name END AS display_name,
      g.scopes, CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'display_name', t.display_name) END AS team,
      ${millis('g.created_at')} AS created_at_millis, ${millis('g.expires_at')} AS expires_at_millis,
      ${millis('g.last_used_at')} AS last_used_at_millis, g.last_used_ip_info, g.last_used_user_agent`,
    joins: sql`
      LEFT JOIN oauth_clients c ON c.project_id = g.project_id AND c.id = g.client_id
      LEFT JOIN teams t ON t.project_id = g.project_id AND t.id = g.team_id`,
  }
  const { rows, next } = await readPage<ListedGrant>(db, list, { limit, start: readCursor(cursor, placeShape) })
  return { rows, nextCursor: next && toCursor(next.micros, next.id) }
}

/** Their tokens are gone before, or go with them. */
export async function deleteExpiredGrants(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'oauth_grants', sql`expires_at < ${before}`)
}
