import { maxTrustedDevices } from '@latchkey/contract'
import { type Selectable, sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type TrustedDeviceRow = Selectable<Tables['trusted_devices']>

/** What every change of the project's rule for second factors makes different. */
const generationOf = (projectId: string) => sql<number>`(SELECT trust_generation FROM projects WHERE id = ${projectId})`

/**
 * Replaces those of the same browser, and the oldest of too many. The user must be locked, so that two sign-ins at once
 * do not leave too many.
 */
export async function insertTrustedDevice(
  db: Db,
  projectId: string,
  device: Pick<TrustedDeviceRow, 'user_id' | 'id' | 'token_hash' | 'created_at' | 'expires_at' | 'user_agent'>,
  replacedHashes: Buffer[],
): Promise<void> {
  await db
    .deleteFrom('trusted_devices')
    .where('project_id', '=', projectId)
    .where('user_id', '=', device.user_id)
    .where(sql<boolean>`(token_hash = ANY(${replacedHashes}) OR id IN (
      SELECT id FROM trusted_devices WHERE project_id = ${projectId} AND user_id = ${device.user_id}
      ORDER BY created_at DESC, id OFFSET ${maxTrustedDevices - 1}
    ))`)
    .execute()
  await db
    .insertInto('trusted_devices')
    .values({ ...device, project_id: projectId, generation: generationOf(projectId) })
    .execute()
}

/**
 * Whether one of the tokens is of a device that the user trusts. Locks the user first, as everything that ends the trust
 * does: it is over for a sign-in that comes after that.
 */
export async function useTrustedDevice(
  db: Db,
  projectId: string,
  userId: string,
  tokenHashes: Buffer[],
  { now, userAgent }: { now: Date; userAgent: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    WITH person AS MATERIALIZED (
      SELECT id FROM users WHERE project_id = ${projectId} AND id = ${userId} FOR NO KEY UPDATE
    )
    UPDATE trusted_devices d SET last_used_at = ${now}, user_agent = coalesce(${userAgent}, d.user_agent) FROM person
    WHERE d.project_id = ${projectId} AND d.user_id = person.id AND d.token_hash = ANY(${tokenHashes})
      AND d.expires_at > ${now} AND d.generation = ${generationOf(projectId)}
    RETURNING d.id`.execute(db)
  return rows.length > 0
}

export async function listTrustedDevices(
  db: Db,
  projectId: string,
  userId: string,
  now: Date,
): Promise<TrustedDeviceRow[]> {
  return db
    .selectFrom('trusted_devices')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('generation', '=', generationOf(projectId))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function deleteTrustedDevice(db: Db, projectId: string, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('trusted_devices')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/**
 * The next sign-in on every device asks for the second factor again. For whatever changes how the user signs in, in its
 * transaction. Returns how many devices it was.
 */
export async function endTrust(db: Db, projectId: string, userId: string): Promise<number> {
  const result = await db
    .deleteFrom('trusted_devices')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The same for all members of a team. */
export async function endTrustOfTeam(db: Db, projectId: string, teamId: string): Promise<void> {
  await sql`DELETE FROM trusted_devices d USING team_memberships m
    WHERE d.project_id = ${projectId} AND m.project_id = ${projectId} AND m.team_id = ${teamId} AND d.user_id = m.user_id`.execute(
    db,
  )
}

/** The same for all users of a project. */
export async function endTrustOfProject(db: Db, projectId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set({ trust_generation: sql<number>`trust_generation + 1` })
    .where('id', '=', projectId)
    .execute()
}

export async function deleteExpiredTrustedDevices(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'trusted_devices', sql`expires_at < ${before}`)
}
