import { type AccessType, KnownError, type OwnerRole } from '@latchkey/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Owner } from '../http/context.ts'
import { deleteInBatches } from '../platform/db/batches.ts'
import { type BoundedList, readBounded } from '../platform/db/bounded-list.ts'
import type { Db } from '../platform/db/database.ts'
import { listColumns, prepareQuery } from '../platform/db/prepared.ts'
import type { Tables } from '../platform/db/tables.ts'
import { ownerRoleOfMembership } from './owner-queries.ts'
import { findTeamPolicy, type TeamPolicy } from './team-policy-queries.ts'

export type ProjectRow = Selectable<Tables['projects']>

export interface ProjectKey {
  /** Of the key set. */
  set_id: string
  level: AccessType
  hash: string
  expires_at_millis: number
}

const columns = listColumns<ProjectRow>('p', {
  id: true,
  display_name: true,
  description: true,
  logo_url: true,
  full_logo_url: true,
  logo_dark_mode_url: true,
  full_logo_dark_mode_url: true,
  is_production_mode: true,
  owner_team_id: true,
  has_team_policies: true,
  has_connections: true,
  trust_generation: true,
  environment: true,
  environment_group_id: true,
  config_override: true,
  config_revision: true,
  tenancy_id: true,
  stripe_account_id: true,
  created_at: true,
  deleted_at: true,
})

const queryProjectWithKeys = prepareQuery<ProjectRow & { keys: ProjectKey[] }>(
  'find project with keys',
  `
  SELECT ${columns}, coalesce((
    SELECT json_agg(json_build_object('set_id', k.id, 'level', level, 'hash', encode(hash, 'hex'), 'expires_at_millis', floor(extract(epoch FROM k.expires_at) * 1000)::bigint))
    FROM project_key_sets k
    CROSS JOIN LATERAL (VALUES
      ('client', k.publishable_client_key_hash),
      ('server', k.secret_server_key_hash),
      ('admin', k.super_secret_admin_key_hash)
    ) AS levels (level, hash)
    WHERE k.project_id = p.id AND k.revoked_at IS NULL AND hash IS NOT NULL
  ), '[]') AS keys
  FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL`,
)

/** The project and its non-revoked keys, in one query. */
export async function findProjectWithKeys(db: Db, projectId: string) {
  const { rows } = await queryProjectWithKeys(db, [projectId])
  if (!rows[0]) return undefined
  const { keys, ...project } = rows[0]
  return { project: project as ProjectRow, keys }
}

export async function findProjectForUpdate(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the revision. Unlike the whole row, it is in nobody's way who adds something to the project meanwhile. */
export async function lockRevision(db: Db, projectId: string): Promise<number> {
  const { config_revision } = await db
    .selectFrom('projects')
    .select('config_revision')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return config_revision
}

/** Locks the row, so that concurrent changes of the settings are both applied. */
export async function getProjectForUpdate(db: Db, projectId: string): Promise<ProjectRow> {
  const project = await findProjectForUpdate(db, projectId)
  if (!project) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId })
  return project
}

export async function listProjectsOfUser(
  db: Db,
  internalProjectId: string,
  userId: string,
  cursor?: string,
): Promise<BoundedList<ProjectRow & { owner_role: OwnerRole; local_origin: string | null }>> {
  const query = ownedProjects(db, internalProjectId, userId)
    .selectAll('projects')
    .select(sql<OwnerRole>`${sql.raw(ownerRoleOfMembership)}`.as('owner_role'))
    .select((eb) =>
      eb
        .selectFrom('project_key_uses as u')
        .select('u.local_origin')
        .whereRef('u.project_id', '=', 'projects.id')
        .where('u.local_origin', 'is not', null)
        .orderBy('u.used_at', 'desc')
        .limit(1)
        .as('local_origin'),
    )
  return readBounded(db, query, cursor)
}

/** In the same order. */
export async function listProjectIdsOfUser(
  db: Db,
  internalProjectId: string,
  userId: string,
  cursor?: string,
): Promise<BoundedList<{ id: string }>> {
  return readBounded(db, ownedProjects(db, internalProjectId, userId).select('projects.id'), cursor)
}

function ownedProjects(db: Db, internalProjectId: string, userId: string) {
  return db
    .selectFrom('projects')
    .innerJoin('team_memberships as m', 'm.team_id', 'projects.owner_team_id')
    .where('m.project_id', '=', internalProjectId)
    .where('m.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.created_at')
    .orderBy('projects.id')
}

export interface ProjectManager {
  is_signed_in: boolean
  /** Null for those who do not manage the project, or are not signed in. */
  role: OwnerRole | null
  /** What decides whether they have to set up a second factor. */
  requires_totp: boolean
  passkey_mfa_enabled: boolean
  is_anonymous: boolean
  team_policy: TeamPolicy | null
}

const queryManager = prepareQuery<ProjectManager>(
  'find project manager',
  `
  SELECT s.id IS NOT NULL AS is_signed_in,
    CASE WHEN s.id IS NOT NULL AND m.user_id IS NOT NULL THEN ${ownerRoleOfMembership} END AS role,
    u.requires_totp, u.passkey_mfa_enabled, u.is_anonymous,
    CASE WHEN (SELECT has_team_policies FROM projects WHERE id = $1) THEN ${findTeamPolicy('u.id')} END AS team_policy
  FROM users u
  LEFT JOIN sessions s ON s.project_id = u.project_id AND s.id = $3 AND s.user_id = u.id AND s.expires_at > $5
  LEFT JOIN team_memberships m ON m.project_id = u.project_id AND m.team_id = $4 AND m.user_id = u.id
  WHERE u.project_id = $1 AND u.id = $2`,
)

/**
 * Undefined if the user of the internal project does not exist. Only a user with a live session may manage projects.
 */
export async function findProjectManager(
  db: Db,
  internalProjectId: string,
  { owner, ownerTeamId, now }: { owner: Owner; ownerTeamId: string | null; now: Date },
): Promise<ProjectManager | undefined> {
  const { rows } = await queryManager(db, [internalProjectId, owner.id, owner.sessionId, ownerTeamId, now])
  return rows[0]
}

/** From now on requests look for the policies of the user's teams. Every server is told. */
export async function noteTeamPolicies(db: Db, projectId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set({ has_team_policies: true })
    .where('id', '=', projectId)
    .where('has_team_policies', '=', false)
    .execute()
}

/** From now on sign-in pages look for the connection of an address. Every server is told. */
export async function noteConnections(db: Db, projectId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set({ has_connections: true })
    .where('id', '=', projectId)
    .where('has_connections', '=', false)
    .execute()
}

export async function insertProjectRow(
  db: Db,
  projectId: string,
  project: Omit<Insertable<Tables['projects']>, 'id'>,
): Promise<void> {
  await db
    .insertInto('projects')
    .values({ ...project, id: projectId })
    .execute()
}

export async function findProjectRow(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateProjectRow(
  db: Db,
  projectId: string,
  change: Partial<
    Pick<
      ProjectRow,
      | 'display_name'
      | 'description'
      | 'is_production_mode'
      | 'logo_url'
      | 'full_logo_url'
      | 'logo_dark_mode_url'
      | 'full_logo_dark_mode_url'
      | 'environment'
      | 'environment_group_id'
    >
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('projects').set(change).where('id', '=', projectId).execute()
}

/** Locks the row, so that the project's owner does not change while permissions are checked. */
export async function findOwnerTeamForUpdate(
  db: Db,
  projectId: string,
): Promise<Pick<ProjectRow, 'owner_team_id'> | undefined> {
  return db
    .selectFrom('projects')
    .select('owner_team_id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Environments belong to one team, so the project also leaves the others. */
export async function updateOwnerTeam(db: Db, projectId: string, teamId: string): Promise<void> {
  const alone = { environment: null, environment_group_id: null }
  await db
    .updateTable('projects')
    .set({ owner_team_id: teamId, ...alone })
    .where('id', '=', projectId)
    .execute()
}

/** Hides the project immediately, however long its removal takes. */
export async function hideProject(db: Db, projectId: string, now: Date): Promise<void> {
  await db.updateTable('projects').set({ deleted_at: now }).where('id', '=', projectId).execute()
}

/**
 * Deletes the project's data in batches, because a single statement would take minutes for a large project. Everything
 * else is deleted with the project's row by the foreign keys.
 */
export async function removeProject(db: Db, projectId: string): Promise<void> {
  for (const table of largeTables) await deleteInBatches(db, table, sql`project_id = ${projectId}`)
  await db.deleteFrom('projects').where('id', '=', projectId).execute()
}

const largeTables = [
  'verification_codes',
  'outgoing_emails',
  'oauth_codes',
  'oauth_flows',
  'cli_auth_requests',
  'ai_chat_messages',
  'users',
  'teams',
  'files',
  'sent_emails',
  'webhook_deliveries',
  'webhook_events',
  'audit_entries',
  'traces',
  'data_vault_values',
  'item_checkpoints',
  'item_changes',
  'item_accounts',
  'former_plans',
  'subscriptions',
  'one_time_purchases',
] as const
