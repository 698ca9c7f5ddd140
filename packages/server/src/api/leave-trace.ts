import { KnownError, type RouteDefinition, type TraceStep } from '@latchkey/contract'
import type { Caller, RequestContext } from '../http/context.ts'
import { OAuthError, PlainError } from '../platform/http/plain-error.ts'
import { LimitReached } from '../platform/limits/limiter.ts'
import type { Platform } from '../platform/platform.ts'
import { projectCache } from '../projects/cache.ts'
import { TraceNotes } from '../records/traces/notes.ts'
import { traces } from '../records/traces/traces.ts'

interface FailedRequest {
  id: string
  definition: RouteDefinition
  requestId: string
  caller: Caller
  /** Undefined if the request was refused before it had one. */
  ctx: RequestContext | undefined
  error: unknown
}

/** Keeps what led to a failure for the owners of the project. Returns at once; it is written after the response. */
export function leaveTrace(platform: Platform, { id, definition, requestId, caller, ctx, error }: FailedRequest): void {
  const { trace: kind } = definition
  const notes = ctx?.trace ?? new TraceNotes()
  if (!kind || notes.isIgnored) return
  const { code, status, steps } = describe(error)
  if (goesOn.has(code)) return
  if (!ctx) {
    // Anybody can send any ID. A wrong key was compared with those of the project, which has been read then.
    const named = caller.headers.get('x-stack-project-id')
    if (!named || !projectCache(platform).has(named)) return
    notes.projectId = named
  }
  traces(platform).record({
    kind,
    code,
    status,
    route: id,
    requestId,
    address: caller.address,
    userAgent: caller.headers.get('user-agent'),
    steps,
    notes,
    now: (ctx ?? platform).now(),
  })
}

/** With these a sign-in has not failed: it goes on with the next step, or the client repeats the request by itself. */
const goesOn = new Set(['MULTI_FACTOR_AUTHENTICATION_REQUIRED', 'STEP_UP_REQUIRED', 'ACCESS_TOKEN_EXPIRED'])

function describe(error: unknown): { code: string; status: number; steps: TraceStep[] } {
  if (KnownError.is(error)) {
    const { code, status } = error
    return { code, status, steps: code === 'SCHEMA_ERROR' ? listFields(error.message) : [] }
  }
  if (error instanceof LimitReached) {
    return { code: 'RATE_LIMITED', status: 429, steps: [{ step: 'rate-limited', limit: error.limit }] }
  }
  if (error instanceof OAuthError || !(error instanceof PlainError)) {
    const status = error instanceof OAuthError ? error.status : 500
    return { code: status === 500 ? 'INTERNAL_ERROR' : 'INVALID_REQUEST', status, steps: [] }
  }
  return { code: 'REFUSED', status: error.status, steps: [{ step: 'message', text: error.message }] }
}

/** Only where the problems are: the messages may repeat what was sent. */
function listFields(message: string): TraceStep[] {
  const found = message.matchAll(/^ {2}- ((?:params|query|headers|body|auth)(?:\.[a-z_]{1,60}){0,2})/gm)
  const fields = [...new Set([...found].map(([, field]) => field!))].slice(0, 10)
  return fields.length > 0 ? [{ step: 'invalid-request', fields }] : []
}
