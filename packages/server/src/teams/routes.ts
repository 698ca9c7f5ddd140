import { randomUUID } from 'node:crypto'
import { type HandlerInput, KnownError, type teamRoutes } from '@latchkey/contract'
import type { Updateable } from 'kysely'
import { endGrants } from '../accounts/oauth-grants/end.ts'
import { endSessionsOfTeamConnections } from '../accounts/sessions/end.ts'
import { findUserForShare, type UserRecord } from '../accounts/users/queries.ts'
import { findSignedInUser } from '../accounts/users/signed-in.ts'
import type { Handlers } from '../api/handler.ts'
import type { Context } from '../http/context.ts'
import { endSubscriptionsOf } from '../payments/stripe/end-subscriptions.ts'
import { toListBody } from '../platform/db/bounded-list.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { toJsonText } from '../platform/db/json-text.ts'
import type { Tables } from '../platform/db/tables.ts'
import { deleteUnusedImages, storeImage } from '../platform/files/images.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { projectCache } from '../projects/cache.ts'
import { assertOwnsNoProject } from '../projects/keep-owner.ts'
import { listFieldChanges } from '../projects/project-config/changes.ts'
import { noteTeamPolicies } from '../projects/queries.ts'
import { recordAudit } from '../records/audit/record.ts'
import { endTrustOfTeam } from '../records/trusted-devices/queries.ts'
import { recordEvent } from '../webhooks/events.ts'
import { toTeamBody } from './body.ts'
import { createTeam } from './create.ts'
import { defaultPermissionIds } from './permissions/defaults.ts'
import { requireMembership, requireTeamPermission } from './permissions/require.ts'
import { deleteTeamRow, getTeam, getTeamForUpdate, listTeams, listTeamsOfUser, updateTeamRow } from './queries.ts'
import { searchTeams } from './search-queries.ts'

const defaultPageSize = 50

export const teamHandlers: Handlers<typeof teamRoutes> = {
  'GET /internal/teams': async ({ ctx, query: { query = '', limit = defaultPageSize, cursor } }) => {
    const creatorPermissions = defaultPermissionIds(ctx.project.config, 'teamCreator')
    const { rows, nextCursor } = await searchTeams(ctx.db, ctx.project.id, { query, limit, cursor, creatorPermissions })
    return { items: rows, is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'GET /teams': async ({ ctx, clientUser, query }) => {
    if (clientUser && query.user_id !== clientUser.id) throw new PlainError(403, 'You can only list your own teams.')
    const { db, project } = ctx
    const { cursor } = query
    const { rows, nextCursor } = query.user_id
      ? await listTeamsOfUser(db, project.id, query.user_id, cursor)
      : await listTeams(db, project.id, cursor)
    return toListBody(rows.map(toTeamBody), nextCursor, cursor)
  },

  'POST /teams': async ({ ctx, clientUser, query, body }) => {
    if (clientUser && !ctx.project.config.teams.allowClientTeamCreation) {
      throw new PlainError(403, 'This project does not allow users to create teams.')
    }
    const id = randomUUID()
    const caller = await findSignedInUser(ctx)
    return inTransaction(ctx.db, async (trx) => {
      const profileImageUrl = await storeTeamImage(trx, ctx, id, body.profile_image_url ?? null)
      const creatorId = readCreator(ctx, caller, body.creator_user_id, query.add_current_user === 'true')
      if (creatorId && !(await findUserForShare(trx, ctx.project.id, creatorId))) throw new KnownError('USER_NOT_FOUND')
      const team = await createTeam(
        trx,
        ctx.project,
        {
          id,
          displayName: body.display_name,
          profileImageUrl,
          clientMetadata: body.client_metadata,
          clientReadOnlyMetadata: body.client_read_only_metadata,
          serverMetadata: body.server_metadata,
          creatorId,
        },
        ctx.now(),
      )
      await recordAudit(trx, ctx, {
        action: 'team.created',
        target: { type: 'team', id },
        details: { creator_user_id: creatorId },
      })
      return team
    })
  },

  'GET /teams/{team_id}': async ({ ctx, clientUser, params }) => {
    if (clientUser) await requireMembership(ctx, params.team_id, clientUser.id)
    return toTeamBody(await getTeam(ctx.db, ctx.project.id, params.team_id))
  },

  'PATCH /teams/{team_id}': async ({ ctx, clientUser, params, body, countLimits }) => {
    if (clientUser) await requireTeamPermission(ctx, params.team_id, clientUser.id, '$update_team')
    const isRequiring = typeof body.second_factor_required_from_millis === 'number'
    if (isRequiring) await countLimits()
    const team = await inTransaction(ctx.db, async (trx) => {
      if (isRequiring) await noteTeamPolicies(trx, ctx.project.id)
      const before = await getTeamForUpdate(trx, ctx.project.id, params.team_id)
      const changes = await toColumns(trx, ctx, params.team_id, body)
      const fields = Object.keys(changes)
      if (fields.includes('second_factor_required_from')) await endTrustOfTeam(trx, ctx.project.id, params.team_id)
      const after = fields.length > 0 ? await updateTeamRow(trx, ctx.project.id, params.team_id, changes) : before
      const data = toTeamBody(after)
      await recordEvent(trx, ctx.project.id, { type: 'team.updated', data, now: ctx.now() })
      const target = { type: 'team' as const, id: params.team_id }
      const names = listFieldChanges(before, after, ['display_name', 'second_factor_required_from'])
      const details = { fields, ...(names.length > 0 && { changes: names }) }
      await recordAudit(trx, ctx, { action: 'team.updated', target, details })
      return data
    })
    if (isRequiring) projectCache(ctx.platform).forget(ctx.project.id)
    return team
  },

  'DELETE /teams/{team_id}': async ({ ctx, clientUser, params }) => {
    if (clientUser) await requireTeamPermission(ctx, params.team_id, clientUser.id, '$delete_team')
    await inTransaction(ctx.db, async (trx) => {
      const team = await getTeamForUpdate(trx, ctx.project.id, params.team_id)
      await assertOwnsNoProject(trx, ctx, team.id)
      await endSubscriptionsOf(trx, ctx, { type: 'team', id: team.id })
      await endSessionsOfTeamConnections(trx, ctx, team.id)
      await endGrants(trx, ctx, { teamId: team.id }, 'team_deleted')
      await deleteTeamRow(trx, ctx.project.id, team.id)
      await deleteUnusedImages(trx, ctx.project.id, { folder: 'team-profile-images', ownerId: team.id }, [])
      await recordEvent(trx, ctx.project.id, { type: 'team.deleted', data: { id: team.id }, now: ctx.now() })
      const target = { type: 'team' as const, id: team.id }
      await recordAudit(trx, ctx, {
        action: 'team.deleted',
        target,
        details: { display_name: clip(team.display_name) },
      })
    })
    return { success: true }
  },
}

type TeamUpdate = HandlerInput<(typeof teamRoutes)['PATCH /teams/{team_id}']>['body']

/** The first member: the client's own user, or the user that a server names. */
function readCreator(
  ctx: Context,
  caller: UserRecord | undefined,
  creatorId: string | undefined,
  isCaller: boolean,
): string | null {
  if (ctx.access === 'client' && creatorId !== undefined && creatorId !== caller!.id) {
    throw new PlainError(403, 'You can only create teams for yourself.')
  }
  if (isCaller && creatorId !== undefined) {
    throw new PlainError(400, 'Give either add_current_user or creator_user_id, not both.')
  }
  if (isCaller && !caller) throw new PlainError(401, 'Sign in first: there is no current user to add.')
  if (ctx.access === 'client' || isCaller) return caller!.id
  return creatorId ?? null
}

async function toColumns(trx: Db, ctx: Context, teamId: string, update: TeamUpdate) {
  const changes: Updateable<Tables['teams']> = {}
  if (update.display_name !== undefined) changes.display_name = update.display_name
  if (update.client_metadata !== undefined) changes.client_metadata = toJsonText(update.client_metadata)
  if (update.client_read_only_metadata !== undefined) {
    changes.client_read_only_metadata = toJsonText(update.client_read_only_metadata)
  }
  if (update.server_metadata !== undefined) changes.server_metadata = toJsonText(update.server_metadata)
  const requiredFrom = update.second_factor_required_from_millis
  if (requiredFrom !== undefined) {
    changes.second_factor_required_from = requiredFrom === null ? null : new Date(requiredFrom)
  }
  if (update.profile_image_url !== undefined) {
    changes.profile_image_url = await storeTeamImage(trx, ctx, teamId, update.profile_image_url)
  }
  return changes
}

/** Stores the image and releases the previous one. */
async function storeTeamImage(trx: Db, ctx: Context, teamId: string, url: string | null): Promise<string | null> {
  const owner = { folder: 'team-profile-images' as const, ownerId: teamId }
  const { access, project, platform } = ctx
  const stored = await storeImage(trx, project.id, {
    ...owner,
    url,
    access,
    baseUrl: platform.config.url,
    now: ctx.now(),
  })
  await deleteUnusedImages(trx, project.id, owner, [stored])
  return stored
}

/** Names have no maximum length, but audit log entries should. */
function clip(text: string): string {
  return text.slice(0, 256)
}
