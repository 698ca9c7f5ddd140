import { type Selectable, sql } from 'kysely'
import { type BoundedList, readBounded } from '../../../platform/db/bounded-list.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'

export type DomainRow = Selectable<Tables['connection_domains']> & { team_display_name: string | null }

const teamName = sql<string | null>`(
  SELECT display_name FROM teams t WHERE t.project_id = connection_domains.project_id AND t.id = connection_domains.team_id
)`.as('team_display_name')

export interface NewDomain {
  id: string
  teamId: string | null
  domain: string
  challenge: string
  now: Date
}

/** Undefined if the team, or the project itself, has the domain already. */
export async function insertDomain(db: Db, projectId: string, row: NewDomain): Promise<DomainRow | undefined> {
  return db
    .insertInto('connection_domains')
    .values({
      project_id: projectId,
      id: row.id,
      team_id: row.teamId,
      domain: row.domain,
      challenge: row.challenge,
      created_at: row.now,
      verified_at: null,
      checked_at: null,
      failing_since: null,
      unreachable_since: null,
      lapsed_at: null,
      check_at: null,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'team_id', 'domain']).doNothing())
    .returningAll()
    .returning(teamName)
    .executeTakeFirst()
}

export async function findDomainOf(
  db: Db,
  projectId: string,
  teamId: string | null,
  domain: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom('connection_domains')
    .selectAll()
    .select(teamName)
    .where('project_id', '=', projectId)
    .where('team_id', 'is not distinct from', teamId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

export async function countDomains(db: Db, projectId: string, teamId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('connection_domains')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('team_id', 'is not distinct from', teamId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Oldest first: those of a team, or all of the project. */
export async function listDomains(
  db: Db,
  projectId: string,
  teamId: string | undefined,
  cursor: string | undefined,
): Promise<BoundedList<DomainRow>> {
  const query = db
    .selectFrom('connection_domains')
    .selectAll()
    .select(teamName)
    .where('project_id', '=', projectId)
    .$if(teamId !== undefined, (all) => all.where('team_id', '=', teamId!))
    .orderBy('created_at')
    .orderBy('id')
  return readBounded(db, query, cursor)
}

/** All of a team, or of the project itself. There are at most fifty. */
export async function listDomainsOf(db: Db, projectId: string, teamId: string | null): Promise<DomainRow[]> {
  return db
    .selectFrom('connection_domains')
    .selectAll()
    .select(teamName)
    .where('project_id', '=', projectId)
    .where('team_id', 'is not distinct from', teamId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function selectDomain(db: Db, projectId: string, id: string) {
  return db
    .selectFrom('connection_domains')
    .selectAll()
    .select(teamName)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
}

export async function findDomain(db: Db, projectId: string, id: string): Promise<DomainRow | undefined> {
  return selectDomain(db, projectId, id).executeTakeFirst()
}

export async function findDomainForUpdate(db: Db, projectId: string, id: string): Promise<DomainRow | undefined> {
  return selectDomain(db, projectId, id).forUpdate().executeTakeFirst()
}

type DomainChange = Pick<
  DomainRow,
  'checked_at' | 'verified_at' | 'failing_since' | 'unreachable_since' | 'lapsed_at' | 'check_at'
>

export async function updateDomain(db: Db, projectId: string, id: string, change: DomainChange): Promise<DomainRow> {
  return db
    .updateTable('connection_domains')
    .set(change)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .returning(teamName)
    .executeTakeFirstOrThrow()
}

/** Returns true only for the call that deletes it. */
export async function deleteDomain(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connection_domains')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether the team, or the project itself, has proven the domain. */
export async function isProvenDomain(
  db: Db,
  projectId: string,
  teamId: string | null,
  domain: string,
): Promise<boolean> {
  const row = await findDomainOf(db, projectId, teamId, domain)
  return row?.verified_at != null
}

/** Whether the team has ever proven a domain that it still names, even if the proof has lapsed since. */
export async function hasProvenDomain(db: Db, projectId: string, teamId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connection_domains')
    .select('id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where((eb) => eb.or([eb('verified_at', 'is not', null), eb('lapsed_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isProvenByOthers(db: Db, projectId: string, { id, domain }: DomainRow): Promise<boolean> {
  const row = await db
    .selectFrom('connection_domains')
    .select('id')
    .where('project_id', '=', projectId)
    .where('domain', '=', domain)
    .where('id', '!=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes proven domains that are due, of all projects, so that other servers leave them alone for an hour. */
export async function claimDueDomains(db: Db, now: Date, limit: number): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    UPDATE connection_domains d SET check_at = ${now}::timestamptz + interval '1 hour'
    FROM (
      SELECT project_id, id FROM connection_domains WHERE check_at <= ${now}
      ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE d.project_id = due.project_id AND d.id = due.id RETURNING d.*, NULL AS team_display_name`.execute(db)
  return rows
}

export interface DomainKeeper {
  display_name: string | null
  locale: string | null
  email: string
}

/** The members of a team with one of these permissions. */
export async function listTeamKeepers(
  db: Db,
  projectId: string,
  teamId: string,
  permissionIds: string[],
): Promise<DomainKeeper[]> {
  const { rows } = await sql<DomainKeeper>`
    SELECT DISTINCT u.display_name, u.locale, c.value AS email
    FROM team_permissions p
    JOIN users u ON u.project_id = p.project_id AND u.id = p.user_id
    JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary AND c.is_verified
    WHERE p.project_id = ${projectId} AND p.team_id = ${teamId} AND p.permission_id = ANY(${permissionIds})`.execute(db)
  return rows
}

/** The owners of a project, who are users of the internal one. */
export async function listProjectKeepers(db: Db, projectId: string): Promise<DomainKeeper[]> {
  const { rows } = await sql<DomainKeeper>`
    SELECT DISTINCT u.display_name, u.locale, c.value AS email
    FROM projects p
    JOIN team_memberships m ON m.project_id = 'internal' AND m.team_id = p.owner_team_id
    JOIN users u ON u.project_id = 'internal' AND u.id = m.user_id
    JOIN contact_channels c ON c.project_id = 'internal' AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
    WHERE p.id = ${projectId}`.execute(db)
  return rows
}
