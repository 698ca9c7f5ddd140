import { randomUUID } from 'node:crypto'
import type { AccessType } from '@latchkey/contract'
import { type Context, RequestContext, type Services } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { randomCode } from '../../platform/random-code.ts'
import type { Project } from '../../projects/cache.ts'
import { typedLength } from '../../records/verification-codes/queries.ts'
import { consumeRequest, insertRequest } from './queries.ts'

/** A request by a user who may or may not have an account. */
export interface CodeRequest {
  kind: 'password-reset' | 'sign-in'
  email: string
  callbackUrl: string
  claimsUnverified?: boolean
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
 * Leaves everything that depends on whether the address is known to a job, so that all addresses are treated the same
 * until the response is sent. Returns the nonce.
 */
export async function requestCode(ctx: Context, request: Omit<CodeRequest, 'nonce'>): Promise<string> {
  const { project, services, caller, requestId, access } = ctx
  const id = randomUUID()
  const nonce = randomCode().slice(typedLength)
  const userAgent = caller.headers.get('user-agent')
  const stored: StoredRequest = { ...request, nonce, requestId, access, address: caller.address, userAgent }
  await inTransaction(ctx.db, async (trx) => {
    const sealed = services.secrets.encrypt(JSON.stringify(stored), purposeOfRequestedCode(id))
    await insertRequest(trx, project.id, { id, sealed, now: ctx.now() })
    await enqueueJob(trx, 'send-code', { project_id: project.id, request_id: id })
  })
  return nonce
}

export type CodeSenders = Record<CodeRequest['kind'], (trx: Db, ctx: Context, request: CodeRequest) => Promise<void>>

/** Processes the request, at most once. */
export async function sendRequestedCode(
  services: Services,
  { project_id: projectId, request_id: id }: { project_id: string; request_id: string },
  senders: CodeSenders,
): Promise<void> {
  const project = await services.projects.find(projectId)
  if (!project) return
  await inTransaction(services.db, async (trx) => {
    const sealed = await consumeRequest(trx, projectId, id)
    if (!sealed) return
    const request = JSON.parse(services.secrets.decrypt(sealed, purposeOfRequestedCode(id))) as StoredRequest
    await senders[request.kind](trx, toContext(services, project, request), request)
  })
}

/** The original request, for the audit log. */
function toContext(services: Services, project: Project, request: StoredRequest): Context {
  const { access, address, requestId, userAgent } = request
  const headers = { get: (name: string) => (name === 'user-agent' ? userAgent : null) }
  const caller = { headers, address, isProxied: false, isOnThisMachine: false }
  const identity = { project, access, token: null, owner: null, keySetId: null }
  return new RequestContext(services, requestId, caller, identity) as Context
}

export function purposeOfRequestedCode(id: string): string {
  return `requested code ${id}`
}
