import { randomUUID } from 'node:crypto'
import { type directoryRoutes, type HandlerOutput, KnownError } from '@latchkey/contract'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { Settings } from '../../platform/platform.ts'
import { projectCache } from '../../projects/cache.ts'
import { settleFields } from '../../projects/revisions/save-fields.ts'
import type { AuditAction } from '../../records/audit/actions.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'
import { getTeamForShare } from '../../teams/queries.ts'
import { assertHasPermissions, assertManagesFound, assertManagesTeam } from '../connections/access.ts'
import { hideActors } from '../connections/revisions.ts'
import { listGroupSummaries } from './group-queries.ts'
import {
  type DirectoryRow,
  deleteDirectory,
  directoryIndex,
  findDirectory,
  findDirectoryForUpdate,
  insertDirectory,
  insertToken,
  type ListedDirectory,
  listDirectories,
  listOperations,
  replaceTokens,
} from './queries.ts'
import { type DirectoryRole, replaceRoles } from './role-queries.ts'
import { applyRoles } from './roles.ts'
import { baseUrl } from './scim/request.ts'
import { createDirectoryToken } from './token.ts'

export const directoryHandlers: Handlers<typeof directoryRoutes> = {
  'GET /directories': async ({ ctx, clientUser, query: { team_id: teamId, cursor } }) => {
    if (teamId) await assertManagesTeam(ctx, clientUser, teamId)
    const { rows, nextCursor } = await listDirectories(ctx.db, ctx.project.id, { teamId, cursor, now: ctx.now() })
    const items = rows.map((row) => toBody(row, ctx.platform.config))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /directories': async ({ ctx, clientUser, body: { team_id: teamId } }) => {
    await assertManagesTeam(ctx, clientUser, teamId)
    const id = randomUUID()
    const token = createDirectoryToken()
    const now = ctx.now()
    await inTransaction(ctx.db, async (trx) => {
      await getTeamForShare(trx, ctx.project.id, teamId)
      await insertDirectory(trx, ctx.project.id, { id, teamId, now })
      await insertToken(trx, ctx.project.id, { directoryId: id, token, now })
      await record(trx, ctx, 'directory.created', { id, teamId })
    }).catch((error: unknown) => {
      throw breaksUniqueIndex(error, directoryIndex) ? alreadyThere() : error
    })
    return { ...(await readBody(ctx, id)), token }
  },

  'GET /directories/{directory_id}': async ({ ctx, clientUser, params }) => {
    const { id } = await getManaged(ctx, clientUser, params.directory_id)
    return readBody(ctx, id)
  },

  'PATCH /directories/{directory_id}': async ({ ctx, clientUser, params, body: { roles } }) => {
    const { id, team_id: teamId } = await getManaged(ctx, clientUser, params.directory_id)
    const { roles: before } = await readListed(ctx, id)
    const isNew = ({ group, permission_id }: (typeof roles)[number]) =>
      !before.some((role) => role.group === group && role.permission_id === permission_id)
    const added = roles.filter(isNew).map(({ permission_id }) => permission_id)
    await assertMayGrant(ctx, clientUser, teamId, added)
    await changeDirectory(ctx, id, async (trx) => {
      const current = { roles: inOrder((await readListed(ctx, id, trx)).roles) }
      const save = { subject: `directory:${id}` as const, current, change: { roles: inOrder(roles) } }
      const { change } = await settleFields(trx, ctx, save).catch(hideActors(ctx))
      // The caller keeps what somebody else has saved since.
      if (!change.roles) return
      await replaceRoles(trx, ctx.project.id, id, roles)
      await applyRoles(trx, ctx, { id, teamId }, undefined)
      await record(trx, ctx, 'directory.updated', { id, teamId }, { roles })
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return readBody(ctx, id)
  },

  'POST /directories/{directory_id}/rotate-token': async ({ ctx, clientUser, params, body }) => {
    const { id, team_id: teamId } = await getManaged(ctx, clientUser, params.directory_id)
    const token = createDirectoryToken()
    const { old_token_expires_at_millis } = body
    await changeDirectory(ctx, id, async (trx) => {
      await replaceTokens(trx, ctx.project.id, id, new Date(old_token_expires_at_millis))
      await insertToken(trx, ctx.project.id, { directoryId: id, token, now: ctx.now() })
      await record(trx, ctx, 'directory.token_rotated', { id, teamId }, { old_token_expires_at_millis })
    })
    return { ...(await readBody(ctx, id)), token }
  },

  'DELETE /directories/{directory_id}': async ({ ctx, clientUser, params }) => {
    const { id, team_id: teamId } = await getManaged(ctx, clientUser, params.directory_id)
    await changeDirectory(ctx, id, async (trx) => {
      await deleteDirectory(trx, ctx.project.id, id)
      await record(trx, ctx, 'directory.deleted', { id, teamId })
    })
    return { success: true }
  },

  'GET /directories/{directory_id}/operations': async ({ ctx, clientUser, params }) => {
    const { id } = await getManaged(ctx, clientUser, params.directory_id)
    const operations = await listOperations(ctx.db, ctx.project.id, id)
    return {
      items: operations.map(({ happened_at, action, ...rest }) => ({
        ...rest,
        action: action as OperationBody['action'],
        happened_at_millis: happened_at.getTime(),
      })),
      is_paginated: false as const,
    }
  },

  'GET /directories/{directory_id}/groups': async ({ ctx, clientUser, params, query: { cursor } }) => {
    const { id } = await getManaged(ctx, clientUser, params.directory_id)
    const { rows, nextCursor } = await listGroupSummaries(ctx.db, ctx.project.id, id, cursor)
    return toListBody(rows, nextCursor, cursor)
  },
}

type OperationBody = HandlerOutput<
  (typeof directoryRoutes)['GET /directories/{directory_id}/operations']
>['items'][number]
type Caller = Readonly<UserRecord> | undefined
type DirectoryBody = HandlerOutput<(typeof directoryRoutes)['GET /directories/{directory_id}']>

/** Does not reveal which directories exist in other teams. */
async function getManaged(ctx: Context, caller: Caller, id: string): Promise<DirectoryRow> {
  const directory = await findDirectory(ctx.db, ctx.project.id, id)
  if (!directory) throw notFound()
  await assertManagesFound(ctx, caller, directory.team_id, notFound)
  return directory
}

async function assertMayGrant(ctx: Context, caller: Caller, teamId: string, permissionIds: string[]): Promise<void> {
  const unknown = permissionIds.find((id) => scopeOf(ctx.project.config, id) !== 'team')
  if (unknown !== undefined) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: unknown })
  await assertHasPermissions(ctx, caller, teamId, permissionIds)
}

const notFound = () => new KnownError('DIRECTORY_NOT_FOUND')

async function changeDirectory(ctx: Context, id: string, change: (trx: Db) => Promise<void>): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    if (!(await findDirectoryForUpdate(trx, ctx.project.id, id))) throw notFound()
    await change(trx)
  })
}

/** The order of roles means nothing. */
const inOrder = (roles: readonly DirectoryRole[]) =>
  roles
    .map(({ group, permission_id }) => ({ group, permission_id }))
    .sort((a, b) => a.group.localeCompare(b.group) || a.permission_id.localeCompare(b.permission_id))

async function readListed(ctx: Context, id: string, db: Db = ctx.db): Promise<ListedDirectory> {
  const { rows } = await listDirectories(db, ctx.project.id, { id, now: ctx.now() })
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function readBody(ctx: Context, id: string): Promise<DirectoryBody> {
  return toBody(await readListed(ctx, id), ctx.platform.config)
}

function toBody(row: ListedDirectory, config: Settings): DirectoryBody {
  const tokens = row.tokens.map((token) => ({
    last_four: token.last_four,
    created_at_millis: Date.parse(token.created_at),
    expires_at_millis: toMillis(token.expires_at),
    last_used_at_millis: toMillis(token.last_used_at),
  }))
  return {
    id: row.id,
    team_id: row.team_id,
    url: baseUrl(config, row.id),
    created_at_millis: row.created_at.getTime(),
    last_used_at_millis: tokens.reduce<number | null>(
      (latest, { last_used_at_millis: used }) => (used !== null && used > (latest ?? 0) ? used : latest),
      null,
    ),
    tokens,
    roles: row.roles,
    user_count: row.user_count,
    deactivated_user_count: row.deactivated_user_count,
    group_count: row.group_count,
    revision: row.revision,
  }
}

const toMillis = (time: string | null) => (time === null ? null : Date.parse(time))

function record(
  trx: Db,
  ctx: Context,
  action: AuditAction,
  { id, teamId }: { id: string; teamId: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  const target = { type: 'team' as const, id: teamId }
  return recordAudit(trx, ctx, { action, target, details: { directory_id: id, ...details } })
}

function alreadyThere(): PlainError {
  return new PlainError(409, 'The team already has a directory. Delete it first, or replace its token.')
}
