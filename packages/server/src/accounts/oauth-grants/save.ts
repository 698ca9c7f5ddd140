import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findHandlerUrl } from '../../projects/handler-url.ts'
import { findHostedUrl } from '../../projects/hosted-pages.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { announceChange } from '../account-notices/announce.ts'
import { rememberAccount } from '../account-notices/remember.ts'
import { isLive, sessionBounds } from '../sessions/policy.ts'
import { holdSession } from '../sessions/queries.ts'
import { findRestriction, toDetails } from '../user-restrictions/is-restricted.ts'
import { holdMembership } from '../users/membership-queries.ts'
import { findUserForUpdate, findUserRecord } from '../users/queries.ts'
import { toGrantEvent } from './body.ts'
import { deleteGrants, findGrantOf, type GrantRow, insertGrant, updateGrant } from './queries.ts'

export interface Approval {
  userId: string
  /** The session in which the user approved. It must not have ended since. */
  sessionId: string
  clientId: string
  clientName: string
  /** For clients that the project's owners have not registered: where they are from. */
  clientHost: string | null
  /** Of the company of the project: its users are neither asked nor told. */
  skipsConsent: boolean
  teamId: string | null
  expiresAt: Date | null
  /** Of the grant, if there is none yet. */
  newId: string
  /** What is stored, from what was approved before. */
  extend(earlier: GrantRow | undefined): { scopes: string[]; payload: object }
}

/**
 * Gives an app or agent access to the account of a user, or more of it, in a transaction. The user is locked, as by
 * everything that ends access, so nothing is given to somebody who has just been restricted, signed out or removed from
 * the team.
 */
export async function saveGrant(trx: Db, ctx: Context, approval: Approval): Promise<{ id: string; isNew: boolean }> {
  const { userId, clientId, clientName, teamId } = approval
  const projectId = ctx.project.id
  const now = ctx.now()
  await assertMayApprove(trx, ctx, approval)
  const before = await rememberAccount(trx, projectId, userId)
  const earlier = await findLiveGrant(trx, ctx, approval)
  const content = { clientName, expiresAt: approval.expiresAt, now, ...approval.extend(earlier) }
  const target = { type: 'user' as const, id: userId }
  const details = { grant_id: earlier?.id ?? approval.newId, client_id: clientId, client_name: clientName }
  if (earlier) {
    await updateGrant(trx, projectId, earlier.id, content)
    const added = content.scopes.filter((scope) => !earlier.scopes.includes(scope))
    if (added.length > 0) {
      await recordAudit(trx, ctx, { action: 'oauth_grant.extended', target, details: { ...details, scopes: added } })
    }
    return { id: earlier.id, isNew: false }
  }
  const grant = await insertGrant(trx, projectId, { id: approval.newId, userId, clientId, teamId, ...content })
  const { scopes } = grant
  const team = teamId === null ? {} : { team_id: teamId }
  await recordAudit(trx, ctx, { action: 'oauth_grant.created', target, details: { ...details, ...team, scopes } })
  await recordEvent(trx, projectId, { type: 'oauth_grant.created', data: toGrantEvent(grant), now })
  if (approval.skipsConsent) return { id: grant.id, isNew: true }
  const page = 'account-settings'
  const settingsUrl = findHandlerUrl(ctx.project.config, page) ?? findHostedUrl(ctx.project, page, ctx.platform.config)
  const settingsLink = settingsUrl ? `${settingsUrl}#apps-and-agents` : null
  await announceChange(trx, ctx, before, 'oauth_access_granted', nameOf(approval), { settingsLink })
  return { id: grant.id, isNew: true }
}

/** One that has expired makes room. */
async function findLiveGrant(trx: Db, ctx: Context, approval: Approval): Promise<GrantRow | undefined> {
  const grant = await findGrantOf(trx, ctx.project.id, approval)
  if (!grant?.expires_at || grant.expires_at > ctx.now()) return grant
  await deleteGrants(trx, ctx.project.id, { id: grant.id }, 1)
  return undefined
}

async function assertMayApprove(trx: Db, ctx: Context, { userId, sessionId, teamId }: Approval): Promise<void> {
  const { project } = ctx
  await findUserForUpdate(trx, project.id, userId)
  const user = await findUserRecord(trx, project.id, userId)
  const restriction = user && findRestriction(user, ctx.now())
  if (restriction) throw new KnownError('USER_IS_RESTRICTED', toDetails(restriction))
  const session = user && (await holdSession(trx, project.id, sessionId))
  const isOwn = session?.user_id === userId && !session.is_impersonation
  if (!isOwn || !isLive(session, sessionBounds(ctx, project))) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (teamId !== null && !(await holdMembership(trx, project.id, teamId, userId))) {
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  }
}

/** Anybody can choose the name of a client that nobody has registered. */
function nameOf({ clientName, clientHost }: Approval): string {
  return clientHost ? `${clientName} (${clientHost})` : clientName
}
