import { randomUUID } from 'node:crypto'
import { type connectionRoutes, type HandlerInput, KnownError, maxConnections } from '@latchkey/contract'
import { endSessionsOfConnection } from '../../accounts/sessions/end.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { noteConnections } from '../../projects/queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'
import { getTeamForUpdate } from '../../teams/queries.ts'
import { assertHasPermissions, assertManagesTeam, countCheck } from './access.ts'
import { providerIdOf } from './provider-id.ts'
import {
  type ConnectionRow,
  countConnections,
  deleteConnectionRow,
  deleteLinksOfConnection,
  findConnectionForUpdate,
  insertConnection,
  updateConnection,
} from './queries.ts'
import { hasOtherActiveConnection } from './required/queries.ts'
import { assertStillReady } from './required/ready.ts'
import { settleConnection } from './revisions.ts'
import { metadataEveryMillis } from './saml-metadata.ts'
import { createSamlKeys, noProvider, type PreparedSaml, prepareSaml } from './saml-settings.ts'
import { type ConnectionSecrets, openSecrets, sealSecrets } from './secrets.ts'
import {
  applySettings,
  assertComplete,
  authorityOf,
  noAttributes,
  noRoles,
  type Roles,
  type StoredSettings,
  typeOf,
} from './settings.ts'

type Creation = HandlerInput<(typeof connectionRoutes)['POST /connections']>['body']
type Update = HandlerInput<(typeof connectionRoutes)['PATCH /connections/{connection_id}']>['body']
type ClientUser = Readonly<UserRecord> | undefined

export const connectionNotFound = () => new KnownError('CONNECTION_NOT_FOUND')

export async function createConnection(ctx: Context, clientUser: ClientUser, body: Creation): Promise<ConnectionRow> {
  const teamId = body.team_id ?? null
  await assertManagesTeam(ctx, clientUser, teamId)
  await countCheck(ctx, teamId)
  await assertRoles(ctx, clientUser, teamId, body.roles, noRoles)
  const type = body.type ?? typeOf(body)!
  const empty = { settings: { attributes: noAttributes, roles: noRoles }, secrets: {} }
  const saml =
    type === 'saml'
      ? {
          prepared: body.saml ? await prepareSaml(ctx.platform, body.saml) : noProvider,
          keys: await createSamlKeys(ctx.platform),
        }
      : undefined
  const { settings, secrets } = applySettings(ctx, type, empty, body, saml)
  if (body.is_active) assertComplete(settings)
  const id = randomUUID()
  return inTransaction(ctx.db, async (trx) => {
    if (body.is_active) await noteConnections(trx, ctx.project.id)
    await lockOwner(trx, ctx, teamId)
    if ((await countConnections(trx, ctx.project.id, teamId)) >= maxConnections) {
      throw new PlainError(400, `There can be at most ${maxConnections} connections.`)
    }
    const row = await insertConnection(trx, ctx.project.id, {
      id,
      teamId,
      type,
      displayName: body.display_name,
      isActive: body.is_active ?? false,
      settings,
      sealedSecrets: sealSecrets(ctx.platform, { project_id: ctx.project.id, id }, secrets),
      readMetadataAt: nextReading(ctx, settings),
      now: ctx.now(),
    })
    await recordConnection(trx, ctx, 'connection.created', row, { type, is_active: row.is_active })
    return row
  })
}

/** Locks what the connections of a team, or of the project, are counted under. */
async function lockOwner(trx: Db, ctx: Context, teamId: string | null): Promise<void> {
  if (teamId !== null) await getTeamForUpdate(trx, ctx.project.id, teamId)
}

export async function changeConnection(
  ctx: Context,
  clientUser: ClientUser,
  found: ConnectionRow,
  body: Update,
  /** What else has to be so, and to happen, for the change. */
  within?: (trx: Db, before: ConnectionRow) => Promise<void>,
): Promise<{ row: ConnectionRow; revision: number }> {
  await countCheck(ctx, found.team_id)
  await assertRoles(ctx, clientUser, found.team_id, body.roles, found.settings.roles)
  const saml = body.saml && found.type === 'saml' ? { prepared: await prepareSaml(ctx.platform, body.saml) } : undefined
  const changed = await inTransaction(ctx.db, async (trx) => {
    const before = await findConnectionForUpdate(trx, ctx.project.id, found.id)
    if (!before) throw connectionNotFound()
    await within?.(trx, before)
    const stored = { settings: before.settings, secrets: openSecrets(ctx.platform, before) }
    const whole = applySettings(ctx, before.type, stored, body, saml)
    const sealed =
      whole.secrets === stored.secrets ? before.secrets_encrypted : sealSecrets(ctx.platform, before, whole.secrets)
    const settled = await settleConnection(trx, ctx, { before, body, after: { settings: whole.settings, sealed } })
    const { body: wanted, revision } = settled
    if (Object.keys(wanted).length === 0) return { row: before, revision }
    const row = await applyChange(trx, ctx, { before, body: wanted, stored, saml })
    return { row, revision }
  })
  projectCache(ctx.platform).forget(ctx.project.id)
  return changed
}

interface Change {
  before: ConnectionRow
  body: Update
  stored: { settings: StoredSettings; secrets: ConnectionSecrets }
  saml: { prepared: PreparedSaml } | undefined
}

async function applyChange(trx: Db, ctx: Context, change: Change): Promise<ConnectionRow> {
  const { before, body, stored, saml } = change
  const { settings, secrets } = applySettings(ctx, before.type, stored, body, body.saml && saml)
  const { display_name, is_active } = body
  if (is_active) assertComplete(settings)
  const isDeactivated = before.is_active && is_active === false
  if (isDeactivated) await assertDispensable(trx, ctx, before)
  const isNewVersion = isDeactivated || settingFields.some((field) => body[field] !== undefined)
  const columns = {
    ...(display_name !== undefined && { display_name }),
    ...(is_active !== undefined && { is_active }),
    settings,
    ...(body.saml && saml && { read_metadata_at: nextReading(ctx, settings) }),
    ...(secrets !== stored.secrets && { secrets_encrypted: sealSecrets(ctx.platform, before, secrets) }),
  }
  const after = await updateConnection(trx, ctx.project.id, before.id, columns, { now: ctx.now(), isNewVersion })
  const isOther = authorityOf(before.settings) !== authorityOf(settings)
  if (isDeactivated || isOther) await endSessionsOfConnection(trx, ctx, before.id)
  if (isOther) await forgetPeople(trx, ctx, before)
  if (after.is_active) await noteConnections(trx, ctx.project.id)
  const fields = Object.keys(body).filter((name) => body[name as keyof Update] !== undefined)
  await recordConnection(trx, ctx, 'connection.updated', after, {
    fields,
    ...(is_active !== undefined && { is_active }),
  })
  return after
}

/** The subjects of another provider are other people. */
export async function forgetPeople(trx: Db, ctx: Context, { id, team_id }: ConnectionRow): Promise<void> {
  await deleteLinksOfConnection(trx, ctx.project.id, providerIdOf(id))
  await assertStillReady(trx, ctx, team_id)
}

function nextReading(ctx: Context, { saml }: StoredSettings): Date | null {
  return saml?.metadata_url ? new Date(ctx.now().getTime() + metadataEveryMillis) : null
}

const settingFields = ['oidc', 'oauth2', 'saml', 'attributes', 'roles'] as const

export async function removeConnection(ctx: Context, found: ConnectionRow): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const row = await findConnectionForUpdate(trx, ctx.project.id, found.id)
    if (!row) throw connectionNotFound()
    if (row.is_active) await assertDispensable(trx, ctx, row)
    await endSessionsOfConnection(trx, ctx, row.id)
    await deleteConnectionRow(trx, ctx.project.id, row.id)
    await recordConnection(trx, ctx, 'connection.deleted', row, {})
  })
}

/** Nobody could sign in any more. Locks the team after the connection, as signing in does. */
async function assertDispensable(trx: Db, ctx: Context, { id, team_id: teamId }: ConnectionRow): Promise<void> {
  if (teamId === null) return
  const team = await getTeamForUpdate(trx, ctx.project.id, teamId)
  if (!team.connection_required_at || (await hasOtherActiveConnection(trx, ctx.project.id, teamId, id))) return
  throw new PlainError(
    409,
    'Members of the team sign in only with its connection. Let them sign in otherwise before you turn off the last one.',
  )
}

async function assertRoles(
  ctx: Context,
  clientUser: ClientUser,
  teamId: string | null,
  roles: Roles | undefined,
  before: Roles,
): Promise<void> {
  const known = new Set(listIds(before))
  const added = listIds(roles ?? noRoles).filter((id) => !known.has(id))
  if (added.length === 0) return
  if (teamId === null) throw new PlainError(400, 'Only connections of teams have roles.')
  const missing = added.find((id) => scopeOf(ctx.project.config, id) !== 'team')
  if (missing) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: missing })
  await assertHasPermissions(ctx, clientUser, teamId, added)
}

function listIds({ default_permission_id, groups }: Roles): string[] {
  return [
    ...groups.map(({ permission_id }) => permission_id),
    ...(default_permission_id ? [default_permission_id] : []),
  ]
}

export async function recordConnection(
  trx: Db,
  ctx: Context,
  action: 'connection.created' | 'connection.updated' | 'connection.deleted',
  { id, team_id, display_name }: ConnectionRow,
  details: Record<string, unknown>,
): Promise<void> {
  const target = { type: 'connection' as const, id }
  await recordAudit(trx, ctx, { action, target, details: { team_id, display_name, ...details } })
}
