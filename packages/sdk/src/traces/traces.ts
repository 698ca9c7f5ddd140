import type { Trace as WireTrace } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'
import type { PageOf } from '../transport/lists.ts'

/**
 * Something that failed in the last 14 days, and what led there.
 * @example
 * for (const trace of await adminApp.listTraces()) {
 *   console.log(trace.id, trace.kind, trace.code, trace.status, trace.route, trace.eventType)
 *   console.log(trace.count, 'times', trace.happenedAt, trace.lastAt, trace.references)
 *   console.log('by', trace.userId, trace.typedUnknownAddress, trace.ipAddress, trace.userAgent)
 *   console.log('see', trace.emailId, trace.endpointId, trace.eventId, trace.steps)
 * }
 */
export interface Trace {
  /** The id of the trace. */
  readonly id: string
  /** What failed. */
  readonly kind: 'sign-in' | 'sign-up' | 'oauth' | 'email' | 'webhook' | 'purchase'
  /** The error code of the response, or what else went wrong. */
  readonly code: string
  /** The status of the response, for a request to the API. */
  readonly status: number | null
  /** The route of the request, such as `POST /auth/password/sign-in`. */
  readonly route: string | null
  /** The type of the event, for a webhook. */
  readonly eventType: string | null
  /** When it happened first. */
  readonly happenedAt: Date
  /** When the same happened last, at most a minute later. */
  readonly lastAt: Date
  /** How often it happened. */
  readonly count: number
  /** The id of the user it is about. */
  readonly userId: string | null
  /** Whether somebody typed an email address that no user has. */
  readonly typedUnknownAddress: boolean
  /** The IP address of the request. */
  readonly ipAddress: string | null
  /** The browser or program that sent the request. */
  readonly userAgent: string | null
  /** The references that error pages showed, the latest first. */
  readonly references: readonly string[]
  /** The id of the email that was not sent. */
  readonly emailId: string | null
  /** The id of the webhook endpoint. */
  readonly endpointId: string | null
  /** The id of the webhook event. */
  readonly eventId: string | null
  /** What happened on the way. Each has a `step` that says what the others are. */
  readonly steps: readonly Json[]
}

/**
 * A failure with the other ones of the same OAuth round trip or purchase.
 * @example
 * const { related, ...trace }: TraceStory = await adminApp.getTrace(id)
 * console.log([...related, trace].map(({ code }) => code))
 */
export interface TraceStory extends Trace {
  /** The other failures on the way, the oldest first. */
  readonly related: readonly Trace[]
}

/**
 * Filters for failures. All filters apply together.
 * @example
 * const from = new Date(Date.now() - 3_600_000)
 * await adminApp.listTraces({ kind: 'sign-in', userId: user.id, from, until: new Date(), limit: 50 })
 * await adminApp.listTraces({ address: 'ada@example.com' })
 * const page = await adminApp.listTraces({ reference: '1a2b-3c4d-5e6f' })
 * await adminApp.listTraces({ cursor: page.nextCursor ?? undefined })
 */
export interface ListTracesOptions {
  /** The maximum number of traces. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** Only this kind. */
  kind?: Trace['kind'] | undefined
  /** Only what is about this user. */
  userId?: string | undefined
  /** An email address that was typed, or that a user has. */
  address?: string | undefined
  /** What an error page shows, or the id of a request. */
  reference?: string | undefined
  /** Only at or after this time. */
  from?: Date | undefined
  /** Only before this time. */
  until?: Date | undefined
}

export async function listTraces({ core, as }: Admin, options: ListTracesOptions = {}): Promise<PageOf<Trace>> {
  const { limit, cursor, kind, userId, address, reference, from, until } = options
  const times = { from_millis: from?.getTime(), until_millis: until?.getTime() }
  const query = { limit, cursor, kind, user_id: userId, address, reference, ...times }
  const { items, pagination } = await core.call('GET /internal/traces', { ...as, query })
  return Object.assign(items.map(toTrace), { nextCursor: pagination.next_cursor })
}

export async function getTrace({ core, as }: Admin, id: string): Promise<TraceStory> {
  const found = await core.call('GET /internal/traces/{id}', { ...as, params: { id } })
  return Object.freeze({ ...toTrace(found), related: found.related.map(toTrace) })
}

function toTrace(trace: WireTrace): Trace {
  return Object.freeze({
    id: trace.id,
    kind: trace.kind,
    code: trace.code,
    status: trace.status,
    route: trace.route,
    eventType: trace.event_type,
    happenedAt: new Date(trace.happened_at_millis),
    lastAt: new Date(trace.last_at_millis),
    count: trace.count,
    userId: trace.user_id,
    typedUnknownAddress: trace.typed_unknown_address,
    ipAddress: trace.ip_address,
    userAgent: trace.user_agent,
    references: trace.references,
    emailId: trace.email_id,
    endpointId: trace.endpoint_id,
    eventId: trace.event_id,
    steps: trace.steps,
  })
}
