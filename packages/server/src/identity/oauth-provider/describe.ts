import { getLiveSession } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import type { Context } from '../../http/context.ts'
import { listTeamIdsOfUser } from '../../teams/queries.ts'
import { asksAlways, countMissing, isExpectedUser, listKnownGrants, type PendingRequest } from './asked.ts'
import { findLackingProof } from './authentication.ts'
import { listHeldPermissions } from './permission-queries.ts'
import { isAvailable, isOfTeam } from './permissions.ts'
import { findResource } from './scopes.ts'
import { listTeamNames } from './team-queries.ts'

/** What a client asks for, as the user reads it. */
export async function describeRequest(ctx: Context, pending: PendingRequest) {
  const { client, clientId, params, settings, asked } = pending
  const signedIn = await findSignedInUser(ctx)
  const user = signedIn?.is_anonymous ? undefined : signedIn
  const isOther = user !== undefined && !isExpectedUser(params, user.id)
  return {
    client: {
      id: clientId,
      display_name: client.displayName,
      host: client.host,
      is_verified: client.isVerified,
      redirect_host: hostOf(params.redirect_uri),
    },
    is_signed_in: user !== undefined && !isOther,
    is_other_account_needed: isOther,
    is_fresh_sign_in_needed: user !== undefined && (await isFreshSignInNeeded(ctx, user, pending)),
    login_hint: typeof params.login_hint === 'string' ? params.login_hint.slice(0, 200) : null,
    resources: Object.keys(asked.resources).map((uri) => ({
      uri,
      display_name: findResource(settings, uri)?.displayName ?? uri,
    })),
    expires_at_millis: pending.expiresAt.getTime(),
    ...(await describeScopes(ctx, user, pending)),
  }
}

function hostOf(uri: unknown): string | null {
  const text = String(uri ?? '')
  if (!URL.canParse(text)) return null
  const { host, protocol } = new URL(text)
  return host || protocol.slice(0, -1)
}

async function isFreshSignInNeeded(ctx: Context, user: Readonly<UserRecord>, pending: PendingRequest) {
  const session = await getLiveSession(ctx, ctx.project, ctx.token!)
  return findLackingProof(ctx, user, session, pending) !== undefined
}

async function describeScopes(ctx: Context, user: Readonly<UserRecord> | undefined, pending: PendingRequest) {
  const { asked, settings, client } = pending
  const known = user ? await listKnownGrants(ctx, user.id, pending) : []
  const held = user ? await listHeldPermissions(ctx.db, ctx.project.id, user.id) : []
  const asksTeam = asked.openid.some((scope) => isOfTeam(ctx.project, scope))
  const teams = user && asksTeam ? await listTeamNames(ctx.db, ctx.project.id, user.id) : []
  const places = [
    null,
    ...(user && asksTeam ? (await listTeamIdsOfUser(ctx.db, ctx.project.id, user.id)).map(({ id }) => id) : []),
  ]
  const scopes = asked.openid.map((id) => ({
    id,
    display_name: settings.scopes[id]?.displayName ?? null,
    description: settings.scopes[id]?.description ?? null,
    is_new: !known.some(({ payload }) => payload.openid.includes(id)),
    is_available: user === undefined || places.some((teamId) => isAvailable(ctx.project, id, held, teamId)),
  }))
  const isRemembered = known.length > 0 && countMissing(asked, known[0]) === 0
  return {
    scopes,
    teams: asksTeam ? teams : null,
    is_consent_needed: asksAlways(pending) || !(client.skipsConsent || isRemembered),
  }
}
