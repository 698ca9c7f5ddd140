import type { AccessType } from '@latchkey/contract'
import { type EmailRequest, enqueueRequest, type NewEmail } from '../../emails/outbox/outbox.ts'
import { type Context, RequestContext } from '../../http/context.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { randomCode } from '../../platform/random-code.ts'
import type { Project } from '../../projects/cache.ts'
import { typedLength } from '../../records/verification-codes/queries.ts'

/** A request by a user who may or may not have an account. */
export interface CodeRequest {
  kind: 'password-reset' | 'sign-in'
  email: string
  callbackUrl: string
  claimsUnverified?: boolean
  /** The language of the request, for an address without an account. */
  locale?: string | null
  /** The part of the code that is returned immediately. */
  nonce: string
}

interface StoredRequest extends CodeRequest {
  requestId: string
  access: AccessType
  address: string | undefined
  userAgent: string | null
}

/**
 * Leaves everything that depends on whether the address is known to the queue of emails, so that all addresses are
 * treated the same until the response is sent. Returns the nonce.
 */
export async function requestCode(ctx: Context, request: Omit<CodeRequest, 'nonce' | 'locale'>): Promise<string> {
  const { project, platform, caller, requestId, access } = ctx
  const nonce = randomCode().slice(typedLength)
  const userAgent = caller.headers.get('user-agent')
  const locale = findRequestLocale(ctx)
  const content: StoredRequest = { ...request, nonce, locale, requestId, access, address: caller.address, userAgent }
  const enqueued = { content, requestedAt: ctx.now() }
  await inTransaction(ctx.db, (trx) => enqueueRequest(trx, project, enqueued, platform.secrets))
  return nonce
}

/** Undefined if no code is to be sent to the address. */
export type CodeEmails = Record<
  CodeRequest['kind'],
  (trx: Db, ctx: Context, request: CodeRequest) => Promise<NewEmail | undefined>
>

/** Creates the code as if it had been done during the request, so that it expires in time. */
export async function createRequestedEmail(
  trx: Db,
  platform: Platform,
  project: Project,
  { content, requestedAt }: EmailRequest,
  emails: CodeEmails,
): Promise<NewEmail | undefined> {
  const request = content as StoredRequest
  const ctx = toContext(platform, project, request, requestedAt)
  return emails[request.kind](trx, ctx, request)
}

/** The original request, at its time, for the audit log. */
function toContext(platform: Platform, project: Project, request: StoredRequest, requestedAt: Date): Context {
  const { access, address, requestId, userAgent } = request
  const headers = { get: (name: string) => (name === 'user-agent' ? userAgent : null) }
  const caller = { headers, address, isProxied: false, isOnThisMachine: false }
  const identity = { project, access, token: null, owner: null, keySetId: null }
  return new RequestContext(platform, requestId, caller, identity, { now: () => requestedAt }) as Context
}
