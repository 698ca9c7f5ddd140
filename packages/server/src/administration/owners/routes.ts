import { KnownError, type ownerRoutes } from '@latchkey/contract'
import { getLiveSession, startSession } from '../../accounts/sessions/start.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import { isFromOtherPage } from '../../http/this-machine.ts'
import { assertPasswordSignIn } from '../../identity/password/enabled.ts'
import { passwordHasher } from '../../identity/password/hash.ts'
import { assertAcceptablePassword, assertNotInLeakService } from '../../identity/password/requirements.ts'
import { explainTakenEmail } from '../../identity/users/create.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { byAddress } from '../../platform/limits/of-request.ts'
import { projectCache } from '../../projects/cache.ts'
import { hasOwner, lockDeployment } from '../../projects/deployment/queries.ts'
import { deleteSetupCode, isSetupCode } from '../../projects/deployment/setup-code.ts'
import { isOnlyGuest } from '../../projects/owner-queries.ts'
import { listOpenInvitations } from '../../teams/team-invitations/queries.ts'
import { claimServer, insertFirstUser } from '../deployment/first-user.ts'
import { findDemoProject } from '../deployment/queries.ts'
import { inviteOwner } from './invite.ts'
import { createInvitedOwner, describeInvitation } from './invited.ts'
import { changeOwnerRole, removeOwner, revokeOwnerInvitation } from './manage.ts'
import { listKeySetsOf, listTeamOwners } from './queries.ts'

export const ownerHandlers: Handlers<typeof ownerRoutes> = {
  'GET /internal/first-owner': async ({ ctx }) => ({
    has_owner: await hasOwner(ctx.db),
    is_claimed: (await openInternalProject(ctx)).project.owner_team_id !== null,
    needs_setup_code: needsSetupCode(ctx),
  }),

  'POST /internal/first-owner/claim': async ({ ctx, user, body }) => {
    if (ctx.project.id !== internalProjectId) throw new KnownError('EXPECTED_INTERNAL_PROJECT')
    await getLiveSession(ctx, ctx.project, ctx.token!)
    if (ctx.project.owner_team_id !== null) throw alreadyOwned()
    if (body.setup_code === undefined && (await isOnlyGuest(ctx.db, user.id))) throw wrongCode()
    await checkSetupCode(ctx, body.setup_code)
    await inTransaction(ctx.db, async (trx) => {
      await lockDeployment(trx)
      if (!(await claimServer(trx, user.id, { secrets: ctx.platform.secrets, now: ctx.now() }))) throw alreadyOwned()
      await deleteSetupCode(trx)
    })
    await forgetClaimedProjects(ctx)
    return { success: true }
  },

  'POST /internal/first-owner': async ({ ctx, body }) => {
    const { platform } = ctx
    const internal = await openInternalProject(ctx)
    await limitSignUps(internal)
    if (await hasOwner(ctx.db)) throw alreadyOwned()
    await checkSetupCode(ctx, body.setup_code)
    assertPasswordSignIn(internal)
    const { email, password } = body
    await assertAcceptablePassword(password, { email, projectName: internal.project.display_name })
    await assertNotInLeakService(platform, password)

    const session = await inTransaction(ctx.db, async (trx) => {
      await lockDeployment(trx)
      if (await hasOwner(trx)) throw alreadyOwned()
      const { secrets } = platform
      const passwords = passwordHasher(platform)
      const userId = await insertFirstUser(
        trx,
        { email, password, isAdmin: true },
        { secrets, passwords, now: ctx.now() },
      )
      await deleteSetupCode(trx)
      const user = (await findUserRecord(trx, internalProjectId, userId))!
      return (await startSession(internal, user, { method: 'password' }, trx))!
    }).catch((error: unknown) => {
      throw explainTakenEmail(error, email)
    })
    await forgetClaimedProjects(ctx)
    return session
  },

  'POST /internal/invited-owner/details': async ({ ctx, body }) =>
    describeInvitation(await openInternalProject(ctx), body.code),

  'POST /internal/invited-owner': async ({ ctx, body }) => {
    const internal = await openInternalProject(ctx)
    await limitSignUps(internal)
    return createInvitedOwner(internal, body)
  },

  'GET /internal/owners': async ({ ctx, query: { cursor } }) => {
    const teamId = ctx.project.owner_team_id
    if (!teamId) return toListBody([], null, cursor)
    const { rows, nextCursor } = await listTeamOwners(ctx.db, teamId, cursor)
    const items = rows.map(({ created_at, ...owner }) => ({
      ...owner,
      joined_at_millis: new Date(created_at).getTime(),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'PATCH /internal/owners/{user_id}': async ({ ctx, ownerId, params, body }) => {
    await changeOwnerRole(ctx, ownerId, { userId: params.user_id, role: body.role })
    return { success: true }
  },

  'DELETE /internal/owners/{user_id}': async ({ ctx, ownerId, params, query }) => {
    await removeOwner(ctx, ownerId, { userId: params.user_id, revokesKeys: query.revoke_keys === 'true' })
    return { success: true }
  },

  'GET /internal/owners/{user_id}/keys': async ({ ctx, params, query: { cursor } }) => {
    const teamId = ctx.project.owner_team_id
    if (!teamId) return toListBody([], null, cursor)
    const owner = { teamId, userId: params.user_id, now: ctx.now(), cursor }
    const { rows, nextCursor } = await listKeySetsOf(ctx.db, owner)
    const items = rows.map(({ created_at, used_at, ...set }) => ({
      ...set,
      created_at_millis: new Date(created_at).getTime(),
      last_used_at_millis: used_at ? new Date(used_at).getTime() : null,
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'GET /internal/owner-invitations': async ({ ctx, query: { cursor } }) => {
    const teamId = ctx.project.owner_team_id
    if (!teamId) return toListBody([], null, cursor)
    const page = { now: ctx.now(), cursor }
    const { rows, nextCursor } = await listOpenInvitations(ctx.db, internalProjectId, teamId, page)
    const items = rows.map(({ id, recipient_email, owner_role, expires_at }) => ({
      id,
      recipient_email,
      role: owner_role ?? ('developer' as const),
      expires_at_millis: expires_at.getTime(),
    }))
    return toListBody(items, nextCursor, cursor)
  },

  'POST /internal/owner-invitations': async ({ ctx, ownerId, body }) => {
    const { email, in_own_team: needsOwnTeam = false, role = needsOwnTeam ? 'owner' : 'developer' } = body
    return { id: await inviteOwner(ctx, ownerId, { email, role, needsOwnTeam }) }
  },

  'DELETE /internal/owner-invitations/{id}': async ({ ctx, ownerId, params }) => {
    await revokeOwnerInvitation(ctx, ownerId, params.id)
    return { success: true }
  },
}

/** These routes concern the server, so they need no headers for the internal project. */
async function openInternalProject(ctx: OpenContext): Promise<Context> {
  const internal = await projectCache(ctx.platform).find(internalProjectId)
  if (!internal) throw new Error('The internal project is missing.')
  return ctx.ofProject(internal)
}

/** So that the first owner's next request finds them as the owner. */
async function forgetClaimedProjects({ platform, db }: OpenContext | Context): Promise<void> {
  for (const id of [internalProjectId, await findDemoProject(db)]) if (id) projectCache(platform).forget(id)
}

/** In development, an owner who opens the dashboard on the server's own machine needs no code, unless one is configured. */
function needsSetupCode({ platform: { config }, caller }: OpenContext | Context): boolean {
  const isOptional = !config.isProduction && config.setupCode === undefined
  return !isOptional || !caller.isOnThisMachine || isFromOtherPage(caller.headers)
}

async function checkSetupCode(ctx: OpenContext | Context, code: string | undefined): Promise<void> {
  if (code === undefined && !needsSetupCode(ctx)) return
  const { config, secrets } = ctx.platform
  if (!(await isSetupCode(ctx.db, code ?? '', config, secrets))) throw wrongCode()
}

async function limitSignUps(ctx: Context): Promise<void> {
  await ctx.platform.limiter.consume({ ...byAddress(ctx, 'signUpByAddress'), signUpByProject: internalProjectId })
}

function alreadyOwned(): PlainError {
  return new PlainError(409, 'This server already has an owner. Sign in, or ask one of its owners for an invitation.')
}

function wrongCode(): PlainError {
  return new PlainError(
    403,
    'The setup code is wrong. It is the value of LATCHKEY_SETUP_CODE or, if that is not set, the code that the last start showed.',
  )
}
