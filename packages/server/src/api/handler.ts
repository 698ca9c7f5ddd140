import {
  acceptsMe,
  accessTypes,
  type HandlerInput,
  type HandlerOutput,
  KnownError,
  type RouteDefinition,
  schemaFor,
} from '@latchkey/contract'
import type { ZodObject, ZodType } from 'zod'
import { getLiveSession } from '../accounts/sessions/start.ts'
import { assertPolicies } from '../accounts/users/assert-policies.ts'
import type { UserRecord } from '../accounts/users/queries.ts'
import { asksForLiveSession, findSignedInUser } from '../accounts/users/signed-in.ts'
import type { Context, OpenContext, RequestContext, RequestHeaders } from '../http/context.ts'
import { heavyReadQueue } from '../http/heavy-reads.ts'
import { assertCapability } from '../http/owner.ts'
import { validatePart } from '../http/validate.ts'
import { assertRecentProof } from '../identity/step-up/required.ts'
import { turnOf } from '../platform/fair-queue.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import { type CountLimits, countLimits, countWrite, type RequestLimit } from '../platform/limits/of-request.ts'

/** Exactly one function per route of the group, typed by its declaration. */
export type Handlers<R extends Record<string, RouteDefinition>> = {
  [Id in keyof R]: (
    input: HandlerInput<R[Id]> &
      UserInput<R[Id]> &
      LimitsInput<R[Id]> & { ctx: R[Id]['access'] extends 'open' ? OpenContext : Context },
  ) => Promise<HandlerOutput<R[Id]>>
}

/** The user that the route requires. */
type UserInput<D extends RouteDefinition> = D['user'] extends 'owner'
  ? { ownerId: string }
  : D['user'] extends string
    ? { user: Readonly<UserRecord> }
    : D['clientUser'] extends string
      ? { clientUser: Readonly<UserRecord> | undefined }
      : unknown

/** For rate limits that the handler counts, if their keys are known from the request. */
type LimitsInput<D extends RouteDefinition> = D['handlerLimits'] extends readonly RequestLimit[]
  ? { countLimits: CountLimits }
  : unknown

export type AnyHandler = (input: Record<string, unknown> & { ctx: RequestContext }) => Promise<unknown>

export interface RawRequest {
  method: string
  path: string
  params: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

export type RunRoute = (ctx: RequestContext, raw: RawRequest) => Promise<unknown>

/** Prepares a route: how to validate its requests, run it and reduce its responses to the contract. */
export function prepareRoute(route: RouteDefinition, handler: AnyHandler): RunRoute {
  const meFields = findMeFields(route)
  const isAboutCaller = Boolean(route.user || route.clientUser || route.stepUp || meFields.length > 0)
  const response = typeof route.response === 'string' ? undefined : route.response
  const clientResponse = schemaFor(response, 'client')
  const serverResponse = schemaFor(response, 'server')

  return async (ctx, raw) => {
    const request = meFields.length === 0 ? raw : await replaceMe(meFields, ctx, raw)
    assertAccess(route, ctx)
    assertCapability(ctx, route.ownerNeeds)
    await assertPolicies(ctx, route, raw.body)
    const parts = await checkRequest(route, ctx, request)
    if (route.trace) noteCaller(ctx, parts.body)
    await countWrite(ctx, request.method, request.body)
    if (ctx.project) await ctx.platform.quotas.countMetadata(ctx.project.id, parts.body)
    if (isSensitive(route, parts.body)) await assertRecentProof(ctx)
    else if (isAboutCaller && request.method !== 'GET') await assertLiveSession(ctx)
    const user = await getUser(route, ctx)
    if (route.limits) await countLimits(route, route.limits, ctx, parts)
    const input = { ...parts, ...user, ...limitsInput(route, ctx, parts) }
    const answer = await (route.heavyRead ? readInTurn(ctx, input, handler) : handler({ ...input, ctx }))
    const schema = ctx.access === 'client' || ctx.access === null ? clientResponse : serverResponse
    return schema ? schema.parse(answer) : answer
  }
}

/** Whom a trace of the request is about. */
function noteCaller({ trace, token }: RequestContext, body: unknown): void {
  const { email } = (body ?? {}) as { email?: unknown }
  if (typeof email === 'string') trace.address = email
  // A caller who signs in as somebody else is not the one it is about.
  else trace.userId = token?.sub
}

/** Reads from a replica if there is one. */
function readInTurn(ctx: RequestContext, input: Record<string, unknown>, handler: AnyHandler): Promise<unknown> {
  const { replica } = ctx.platform
  return heavyReadQueue(ctx.platform)(turnOf(ctx), () =>
    replica ? replica.read((db) => handler({ ...input, ctx: ctx.readingFrom(db) })) : handler({ ...input, ctx }),
  )
}

/** Whether the request could be used to take over an account. */
function isSensitive({ stepUp }: RouteDefinition, body: unknown): boolean {
  if (stepUp === undefined || stepUp === true) return stepUp === true
  const members = (body ?? {}) as Record<string, unknown>
  return stepUp.some((name) => members[name] !== undefined)
}

/** An access token outlives its session by minutes, in which it can still read but no longer change anything. */
async function assertLiveSession(ctx: RequestContext): Promise<void> {
  if (ctx.access !== 'client' || !ctx.project || !ctx.token) return
  await (asksForLiveSession(ctx) ? findSignedInUser(ctx) : getLiveSession(ctx, ctx.project, ctx.token))
}

function limitsInput(route: RouteDefinition, ctx: RequestContext, parts: Record<string, unknown>) {
  const { handlerLimits } = route
  if (!handlerLimits) return {}
  return { countLimits: (recipient?: string) => countLimits(route, handlerLimits, ctx, parts, recipient) }
}

async function getUser(route: RouteDefinition, ctx: RequestContext): Promise<Record<string, unknown>> {
  if (route.user === 'owner') return { ownerId: await findOwner(ctx) }
  if (!route.user && !(route.clientUser && ctx.access === 'client')) return {}
  const user = await findSignedInUser(ctx)
  if (!user) throw new KnownError(route.clientUser ?? 'USER_AUTHENTICATION_REQUIRED')
  return route.user ? { user } : { clientUser: user }
}

function assertAccess({ access }: RouteDefinition, ctx: RequestContext): void {
  if (access === 'open') return
  if (!ctx.access) throw new KnownError('ACCESS_TYPE_REQUIRED')
  if (access.includes(ctx.access)) return
  const allowed = accessTypes.filter((level) => access.includes(level))
  throw new KnownError('INSUFFICIENT_ACCESS_TYPE', { actual_access_type: ctx.access, allowed_access_types: allowed })
}

async function checkRequest(
  route: RouteDefinition,
  ctx: RequestContext,
  raw: RawRequest,
): Promise<Record<string, unknown>> {
  if (route.user === 'me' && !(await findSignedInUser(ctx))) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  const problems: string[] = []
  const parts: Record<string, unknown> = {}
  const check = (name: string, schema: ZodType | undefined, input: unknown) => {
    if (!schema) return
    const result = validatePart(name, schema, input)
    for (const problem of result.problems) problems.push(problem)
    parts[name] = result.value
  }
  check('params', route.params, raw.params)
  check('query', schemaFor(route.query, ctx.access), raw.query)
  check('headers', route.headers, route.headers && pickHeaders(ctx.caller.headers, route.headers))
  if (!(route.bodyOptional && raw.body === undefined)) check('body', schemaFor(route.body, ctx.access), raw.body)
  if (route.user === 'owner' && !(await findOwner(ctx)))
    problems.push('auth.user is required: sign in to the internal project first')
  if (route.user === 'required' && !(await findSignedInUser(ctx))) problems.push('auth.user is required: sign in first')
  if (problems.length > 0) throw new KnownError('SCHEMA_ERROR', { message: describeProblems(raw, problems) })
  return parts
}

/** Limited, so that the response is not many times as large as the request. */
const maxProblems = 50

function describeProblems({ method, path }: RawRequest, problems: string[]): string {
  const lines = problems.slice(0, maxProblems)
  if (problems.length > maxProblems) lines.push(`and ${problems.length - maxProblems} more problems`)
  return [`The request is not valid: ${method} ${path}`, ...lines.map((line) => `  - ${line}`)].join('\n')
}

function pickHeaders(headers: RequestHeaders, schema: ZodObject): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = headers.get(name)
    if (value) picked[name] = value
  }
  return picked
}

interface MeField {
  part: 'params' | 'query' | 'body'
  name: string
}

/** The parameters of a route that accept `me`, at any access level. */
function findMeFields(route: RouteDefinition): MeField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const shapes = (['client', 'server'] as const).map(
      (access) => (schemaFor(route[part], access) as { shape?: Record<string, ZodType> } | undefined)?.shape ?? {},
    )
    const names = new Set(shapes.flatMap((shape) => Object.keys(shape).filter((name) => acceptsMe(shape[name]!))))
    return [...names].map((name) => ({ part, name }))
  })
}

/** Replaces `me` with the signed-in user. Without one, this error comes before all others. */
async function replaceMe(fields: MeField[], ctx: RequestContext, raw: RawRequest): Promise<RawRequest> {
  let request = raw
  for (const { part, name } of fields) {
    const values = request[part] as Record<string, unknown> | null | undefined
    if (typeof values !== 'object' || values === null || values[name] !== 'me') continue
    const user = await findSignedInUser(ctx)
    if (!user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
    request = { ...request, [part]: { ...values, [name]: user.id } }
  }
  return request
}

/** The user of the internal project who makes the request: signed in to it, or as an owner of the requested project. */
async function findOwner(ctx: RequestContext): Promise<string | undefined> {
  const user = ctx.project?.id === internalProjectId ? await findSignedInUser(ctx) : undefined
  return user?.id ?? ((ctx.access === 'admin' && ctx.owner?.id) || undefined)
}
