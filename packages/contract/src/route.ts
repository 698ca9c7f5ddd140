import type { ZodObject, ZodRecord, ZodType, z } from 'zod'
import { accessTypes, type ByAccess } from './access.ts'
import type { AccessType, ErrorCode } from './errors.ts'
import type { OwnerNeed } from './owner-roles.ts'
import type { RateLimit } from './rate-limits.ts'
import type { TracedKind } from './trace-kinds.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RouteId = `${Method} /${string}`

export interface RouteDefinition {
  readonly summary: string
  readonly description?: string
  /** The access levels that may call it. `open` routes do not require project access. */
  readonly access: readonly AccessType[] | 'open'
  /**
   * What the role of an owner must allow for server or admin access with the owner's session. Keys are not affected.
   * `defineRoutes` fills it in for the routes of a group that do not name it.
   */
  readonly ownerNeeds?: OwnerNeed
  /**
   * The request must have a user's access token, and the handler gets that `user`. The kinds differ in the error:
   *
   * - `authenticated`: USER_AUTHENTICATION_REQUIRED, if the request is valid otherwise.
   * - `required`: SCHEMA_ERROR about `auth.user`, together with other schema errors of the request.
   * - `me`, for paths that refer to the current user: CANNOT_GET_OWN_USER_WITHOUT_USER, before any other check.
   * - `owner`: like `required`, for users of the internal project. They are signed in there, or send the admin access
   *   token of an owner of the requested project, in which case the access token is ignored. The handler gets the
   *   `ownerId`.
   */
  readonly user?: 'authenticated' | 'required' | 'me' | 'owner'
  /**
   * Clients need a signed-in user, which the handler gets as `clientUser`; without one they get this error. Servers may
   * act for any user. Checked after the rest of the request.
   */
  readonly clientUser?: 'USER_AUTHENTICATION_REQUIRED' | 'CANNOT_GET_OWN_USER_WITHOUT_USER'
  /**
   * For changes that could be used to take over an account. If the project requires step-up, clients must have confirmed
   * the user's identity in the last ten minutes; otherwise they get STEP_UP_REQUIRED. A list names the body members that
   * require it; a body without them does not.
   */
  readonly stepUp?: true | readonly string[]
  /**
   * What a session may do whose user still has to set up a second factor that is required: it gets
   * SECOND_FACTOR_REQUIRED from every route that does not say so here. A list names the body members that it may send,
   * and it must send at least one of them, neither null nor false.
   */
  readonly beforeSecondFactor?: true | readonly string[]
  /**
   * Rate limits that are counted before the request is handled, narrowest first: a request that one limit rejects does
   * not count for the next. The response is 429 with `Retry-After`.
   */
  readonly limits?: readonly RateLimit[]
  /**
   * Rate limits that the handler has to count itself: after checks whose failure must not count, or because only the
   * handler knows the subject. It gets `countLimits` for those whose key is known from the request.
   */
  readonly handlerLimits?: readonly RateLimit[]
  /** A credential that is accepted by this route only, in addition to project keys. */
  readonly alsoOpenedBy?: 'webhook-portal-token'
  /**
   * For lists, searches and metrics: may be read from a replica of the database that has every earlier change, and only
   * a few are read at once.
   */
  readonly heavyRead?: true
  /** Requests that are refused or fail leave a trace of this kind, which tells the owners of the project why. */
  readonly trace?: TracedKind
  readonly headers?: ZodObject
  readonly params?: ZodObject
  readonly query?: ZodObject | ZodRecord | ByAccess
  readonly body?: ZodType | ByAccess
  /** A missing body counts as an empty object. */
  readonly bodyOptional?: true
  /** The body is passed on as unparsed text, because its signature has to be verified. */
  readonly rawBody?: true
  readonly status?: 200 | 201 | 303 | 307
  /** For routes whose status depends on the response. */
  readonly statusOf?: (response: unknown) => 200 | 201 | 500
  /** A schema for JSON, or plain text, an HTML page, server-sent events, or a redirect. */
  readonly response: ZodType | ByAccess | 'text' | 'html' | 'events' | 'redirect'
  /** Sent with successful responses, in addition to the usual ones. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly errors: readonly ErrorCode[]
}

/** The errors that a route may return: those it lists, and those that follow from its declaration. */
export function errorsOf({ user, clientUser, stepUp, headers, errors }: RouteDefinition): readonly ErrorCode[] {
  const codes: (ErrorCode | undefined)[] = [
    clientUser,
    user === 'authenticated' ? 'USER_AUTHENTICATION_REQUIRED' : undefined,
    user === 'me' ? 'CANNOT_GET_OWN_USER_WITHOUT_USER' : undefined,
    ...errors,
    stepUp ? 'STEP_UP_REQUIRED' : undefined,
    headers && 'x-stack-revision' in headers.shape ? 'SAVE_CONFLICT' : undefined,
  ]
  return codes.filter((code) => code !== undefined)
}

/** The access of a route that accepts any project key. */
export const everyone = accessTypes

/**
 * Declares routes by their literal name, so one search for the name finds contract, server, SDK, docs and tests. The
 * group says what owners need for its changes; for reading they need `read`, unless the group needs nothing.
 */
export function defineRoutes<const R extends Record<RouteId, RouteDefinition>>(ownersNeed: OwnerNeed, routes: R): R {
  const needOf = (id: string, { access }: RouteDefinition): OwnerNeed => {
    if (access === 'open' || ownersNeed === 'none') return 'none'
    return id.startsWith('GET ') ? 'read' : ownersNeed
  }
  const entries = Object.entries<RouteDefinition>(routes).map(([id, route]) => [
    id,
    { ownerNeeds: needOf(id, route), ...route },
  ])
  return Object.fromEntries(entries) as R
}

type InputOf<P> = P extends ByAccess<infer _C, infer S> ? z.input<S> : P extends ZodType ? z.input<P> : never
type OutputOf<P> = P extends ByAccess<infer _C, infer S> ? z.output<S> : P extends ZodType ? z.output<P> : never

type ResponseAt<P, A extends AccessType> = P extends 'text' | 'html' | 'events'
  ? string
  : P extends ByAccess<infer C, infer S>
    ? A extends 'client'
      ? z.output<C>
      : z.output<S>
    : P extends ZodType
      ? z.output<P>
      : never

type PartsOf<D, K extends keyof RouteDefinition, Side extends 'input' | 'output'> = {
  [P in K as P extends keyof D ? P : never]: P extends keyof D
    ? Side extends 'input'
      ? InputOf<D[P]>
      : OutputOf<D[P]>
    : never
}

type RequestParts = 'params' | 'query' | 'body' | 'headers'

/** Parts that a caller may omit, because all their members are optional. */
type IsLenient<T> = object extends T ? true : T extends Record<string, never> ? true : false
type Lenient<T> = { [K in keyof T as IsLenient<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as IsLenient<T[K]> extends true ? K : never]?: T[K]
}

/** Request types and, per access level, response types of a group of routes. */
export type RoutesOf<R extends Record<string, RouteDefinition>> = {
  [Id in keyof R]: {
    request: Lenient<PartsOf<R[Id], Exclude<RequestParts, 'headers'>, 'input'>>
    response: { [A in AccessType]: ResponseAt<R[Id]['response'], A> }
  }
}

/** What a handler in the server receives and returns. */
export type HandlerInput<D extends RouteDefinition> = PartsOf<D, RequestParts, 'output'>
export type HandlerOutput<D extends RouteDefinition> = D['response'] extends 'text' | 'html'
  ? string
  : D['response'] extends 'events'
    ? ReadableStream<Uint8Array>
    : D['response'] extends 'redirect'
      ? Redirect
      : D['response'] extends ByAccess<infer _C, infer S>
        ? z.input<S>
        : D['response'] extends ZodType
          ? z.input<D['response']>
          : never

/** 303 turns any request into a GET. 307 repeats the request, so it must not be used for one with credentials. */
export interface Redirect {
  status: 303 | 307
  location: string
}
