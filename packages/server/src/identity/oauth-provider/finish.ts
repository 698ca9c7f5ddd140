import { KnownError } from '@latchkey/contract'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets.ts'
import { findAccountIn } from './accounts.ts'
import { saveApproval } from './approvals.ts'
import { isExpectedUser, type PendingRequest } from './asked.ts'
import { cookieNames } from './names.ts'
import { renderProblem } from './pages.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import { deleteRecord, findRecord, takeRecord, updatePayload } from './record-queries.ts'
import type { Ticket } from './ticket.ts'
import type { Middleware } from './token-request.ts'

/**
 * The way back from the page on which the user approves access. The link works once, and only in the browser in which the
 * request began: its cookie is the proof. Otherwise somebody could have their own request approved by somebody else.
 */
export const finishSignIn: Middleware = async (ctx, next) => {
  const uid = /^\/authorize\/([\w-]+)$/.exec(ctx.path)?.[1]
  const { ticket } = ctx.query
  if (ctx.method !== 'GET' || uid === undefined || ticket === undefined) return next()
  const request = providerRequest()
  const names = cookieNames(request.projectId)
  const isHere = ctx.cookies.get(names.resume) === uid
  const browserSession = ctx.cookies.get(names.session)
  const problem = (kind: 'expired' | 'request', error?: string) =>
    renderProblem(ctx as unknown as KoaContextWithOIDC, kind, error)
  if (!isHere || typeof ticket !== 'string') return problem('expired')
  if (!(await mayReturn(ctx.app as Provider, request, uid))) return problem('request', 'invalid_redirect_uri')
  if (!(await redeem(request, { uid, ticket, browserSession }))) return problem('expired')
  return next()
}

/** The library compares when a request begins. Since then, owners may have removed the address, or the client. */
async function mayReturn({ Client }: Provider, { ctx, projectId }: ProviderRequest, uid: string): Promise<boolean> {
  const interaction = await findRecord(ctx.platform.db, projectId, 'Interaction', hashToken(uid))
  // The link has expired, and says so.
  if (!interaction) return true
  const { client_id, redirect_uri } = interaction.payload.params as Record<string, unknown>
  const client = await Client.find(String(client_id))
  return client?.redirectUriAllowed(String(redirect_uri)) ?? false
}

interface WayBack {
  uid: string
  ticket: string
  browserSession: string | undefined
}

/** False if the link was used before or has expired, or if the user may no longer sign in. */
async function redeem(request: ProviderRequest, { uid, ticket, browserSession }: WayBack): Promise<boolean> {
  const { ctx, projectId } = request
  const now = ctx.now()
  const idHash = hashToken(uid)
  const ticketHash = hashToken(ticket)
  const work = inTransaction(ctx.platform.db, async (trx) => {
    // The user is locked before anything of theirs, as everywhere.
    const offered = (await findRecord(trx, projectId, 'Ticket', ticketHash))?.payload as unknown as Ticket | undefined
    if (offered && 'approval' in offered.result) await findUserForUpdate(trx, projectId, offered.result.approval.userId)
    const taken = await takeRecord(trx, projectId, { kind: 'Ticket', idHash: ticketHash, now })
    const answered = taken?.payload as unknown as Ticket | undefined
    if (!taken || answered?.uid !== uid) return false
    const interaction = await findRecord(trx, projectId, 'Interaction', idHash)
    if (!interaction) return false
    // The browser may have been signed in as somebody else when the request began, or since.
    const { session: _, ...payload } = interaction.payload
    const refusal = findRefusal(answered, interaction.payload)
    if (refusal || 'error' in answered.result) {
      await updatePayload(trx, projectId, 'Interaction', idHash, { ...payload, result: refusal ?? answered.result })
      return true
    }
    const { approval, login } = answered.result
    if (!(await findAccountIn(trx, ctx, approval.userId))) return false
    const grant = await saveApproval(trx, ctx, approval, taken.session_id!)
    const result = { login, consent: { grantId: grant.id }, select_account: {} }
    await updatePayload(trx, projectId, 'Interaction', idHash, { ...payload, result })
    if (browserSession) await forgetOthers(trx, projectId, browserSession, approval.userId)
    request.sessionId = taken.session_id
    return true
  })
  return work.catch((error: unknown) => {
    // Signed out, restricted or removed from the team since.
    if (KnownError.is(error)) return false
    throw error
  })
}

const otherUser = { error: 'login_required', error_description: 'Another user has answered.' }

/** Whoever was asked for is the only one who may answer, whatever the page on which they did so has checked. */
function findRefusal({ result }: Ticket, { params }: Record<string, unknown>) {
  if (!('approval' in result)) return undefined
  return isExpectedUser(params as PendingRequest['params'], result.approval.userId) ? undefined : otherUser
}

async function forgetOthers(trx: Db, projectId: string, cookie: string, userId: string): Promise<void> {
  const known = await findRecord(trx, projectId, 'Session', hashToken(cookie))
  if (known && known.payload.accountId !== userId) await deleteRecord(trx, projectId, 'Session', hashToken(cookie))
}
