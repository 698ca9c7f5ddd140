import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { requireMembership } from '../../teams/permissions/require.ts'
import type { Approved } from './approvals.ts'
import { listKnownGrants, type PendingRequest } from './asked.ts'
import { findUnavailableScopes, isOfTeam } from './permissions.ts'
import { keepScopes } from './scopes.ts'

export interface Answer {
  scopes?: string[] | undefined
  team_id?: string | null | undefined
}

/** Never more than the client has asked for and the user may give away. */
export async function toApproval(
  ctx: Context,
  user: Readonly<UserRecord>,
  pending: PendingRequest,
  answer: Answer,
): Promise<Approved> {
  const { asked, client, clientId } = pending
  const teamId = await chooseTeam(ctx, user, pending, answer)
  const holder = { userId: user.id, teamId }
  const unavailable = await findUnavailableScopes(ctx.db, ctx.project, holder, asked.openid)
  const chosen = answer.scopes && new Set([...answer.scopes, 'openid'])
  const approved = keepScopes(asked, (scope) => !unavailable.has(scope) && (chosen?.has(scope) ?? true))
  const { displayName: clientName, skipsConsent } = client
  const clientHost = client.isVerified ? null : (client.host ?? hostOf(pending.params.redirect_uri))
  return { ...holder, clientId, clientName, clientHost, skipsConsent, asked, approved }
}

function hostOf(uri: unknown): string | null {
  return typeof uri === 'string' && URL.canParse(uri) ? new URL(uri).host || null : null
}

/** If nothing that is asked for belongs to a team, none is chosen. By default, the same as the last time. */
async function chooseTeam(
  ctx: Context,
  user: Readonly<UserRecord>,
  pending: PendingRequest,
  { team_id }: Answer,
): Promise<string | null> {
  if (!pending.asked.openid.some((scope) => isOfTeam(ctx.project, scope))) return null
  if (team_id === undefined) return (await listKnownGrants(ctx, user.id, pending))[0]?.team_id ?? null
  if (team_id !== null) await requireMembership(ctx, team_id, user.id)
  return team_id
}
