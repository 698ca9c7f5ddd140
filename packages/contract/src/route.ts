import type { ZodObject, ZodRecord, ZodType, z } from 'zod'
import { accessTypes, type ByAccess } from './access.ts'
import type { AccessType, ErrorCode } from './errors.ts'
import type { RateLimit } from './rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RouteId = `${Method} /${string}`

export interface RouteDefinition {
  readonly summary: string
  readonly description?: string
  /** Who may call it. `open` routes also answer without project access. */
  readonly access: readonly AccessType[] | 'open'
  /**
   * The request must carry a user's access token, and the handler gets that `user`. The kinds differ in the refusal:
   *
   * - `authenticated`: USER_AUTHENTICATION_REQUIRED, once the request is valid otherwise.
   * - `required`: SCHEMA_ERROR about `auth.user`, together with whatever else is wrong with the request.
   * - `me`, for paths that name the own user: CANNOT_GET_OWN_USER_WITHOUT_USER before all else.
   * - `owner`: as `required`, for users of the internal project, signed in there or by the admin access token of an
   *   owner of the project that is asked, whose own access token is not looked at. The handler gets the `ownerId`.
   */
  readonly user?: 'authenticated' | 'required' | 'me' | 'owner'
  /**
   * Clients need a signed-in user, whom the handler gets as `clientUser`, and are refused with this code without one.
   * Servers may act for anybody. Checked when the request is valid otherwise.
   */
  readonly clientUser?: 'USER_AUTHENTICATION_REQUIRED' | 'CANNOT_GET_OWN_USER_WITHOUT_USER'
  /**
   * Could take an account over. If the project asks for it, clients need a proof of the person that is younger than ten
   * minutes: STEP_UP_REQUIRED otherwise. A list names the members of the body that could; a body without them does not.
   */
  readonly stepUp?: true | readonly string[]
  /**
   * What a request counts against before it is handled, the narrowest limit first: what one refuses does not count for
   * the next. Refused with 429 and `Retry-After`.
   */
  readonly limits?: readonly RateLimit[]
  /**
   * The same where the handler has to count: after checks whose refusal must not cost a try, or because only it knows for
   * whom. It gets `countLimits` for those that a request tells the key of.
   */
  readonly handlerLimits?: readonly RateLimit[]
  /** A credential that only this route knows, beside the keys of the project. */
  readonly alsoOpenedBy?: 'webhook-portal-token'
  readonly headers?: ZodObject
  readonly params?: ZodObject
  readonly query?: ZodObject | ZodRecord | ByAccess
  readonly body?: ZodType | ByAccess
  /** Set when a missing body is as good as an empty object. */
  readonly bodyOptional?: true
  /** The body is the text as it came, whatever its type, because somebody has signed it. */
  readonly rawBody?: true
  readonly status?: 200 | 201 | 303 | 307
  /** Where the status depends on the answer. */
  readonly statusOf?: (answer: unknown) => 200 | 201 | 500
  /** `text` answers are plain sentences, `html` ones are pages; `redirect` ones send a browser elsewhere. */
  readonly response: ZodType | ByAccess | 'text' | 'html' | 'redirect'
  /** Sent with success, over the usual ones. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly errors: readonly ErrorCode[]
}

/** The codes that a route may answer: its own, and what its declaration brings along. */
export function errorsOf({ user, clientUser, stepUp, errors }: RouteDefinition): readonly ErrorCode[] {
  const codes: (ErrorCode | undefined)[] = [
    clientUser,
    user === 'authenticated' ? 'USER_AUTHENTICATION_REQUIRED' : undefined,
    user === 'me' ? 'CANNOT_GET_OWN_USER_WITHOUT_USER' : undefined,
    ...errors,
    stepUp ? 'STEP_UP_REQUIRED' : undefined,
  ]
  return codes.filter((code) => code !== undefined)
}

/** The access of a route that every key of the project opens. */
export const everyone = accessTypes

/** Declares routes by their literal name, so one search for the name finds contract, server, SDK, docs and tests. */
export function defineRoutes<const R extends Record<RouteId, RouteDefinition>>(routes: R): R {
  return routes
}

type InputOf<P> = P extends ByAccess<infer _C, infer S> ? z.input<S> : P extends ZodType ? z.input<P> : never
type OutputOf<P> = P extends ByAccess<infer _C, infer S> ? z.output<S> : P extends ZodType ? z.output<P> : never

type ResponseAt<P, A extends AccessType> = P extends 'text' | 'html'
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

/** What a caller may leave out: a part whose every member is optional, or that has none. */
type IsLenient<T> = object extends T ? true : T extends Record<string, never> ? true : false
type Lenient<T> = { [K in keyof T as IsLenient<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as IsLenient<T[K]> extends true ? K : never]?: T[K]
}

/** The wire's types of a group of routes: what goes in and, per access level, what comes out. */
export type RoutesOf<R extends Record<string, RouteDefinition>> = {
  [Id in keyof R]: {
    request: Lenient<PartsOf<R[Id], Exclude<RequestParts, 'headers'>, 'input'>>
    response: { [A in AccessType]: ResponseAt<R[Id]['response'], A> }
  }
}

/** What a handler of the server gets and must give back. */
export type HandlerInput<D extends RouteDefinition> = PartsOf<D, RequestParts, 'output'>
export type HandlerOutput<D extends RouteDefinition> = D['response'] extends 'text' | 'html'
  ? string
  : D['response'] extends 'redirect'
    ? Redirect
    : D['response'] extends ByAccess<infer _C, infer S>
      ? z.input<S>
      : D['response'] extends ZodType
        ? z.input<D['response']>
        : never

/** 303 makes a GET of whatever came; 307 repeats the request, so it must not answer one that carries credentials. */
export interface Redirect {
  status: 303 | 307
  location: string
}
