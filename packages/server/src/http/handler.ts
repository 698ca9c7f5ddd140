import {
  type AccessType,
  acceptsMe,
  type HandlerInput,
  type HandlerOutput,
  isByAccess,
  KnownError,
  type RouteDefinition,
  schemaFor,
} from '@latchkey/contract'
import type { ZodObject, ZodType } from 'zod'
import type { Context, OpenContext, RequestContext } from './context.ts'
import { mergeFailures } from './overloads.ts'
import type { PlainError } from './plain-error.ts'
import { validatePart } from './validate.ts'

/** Exactly one function per route of the group, typed by its declaration. */
export type Handlers<R extends Record<string, RouteDefinition>> = {
  [Id in keyof R]: (
    input: HandlerInput<R[Id]> & { ctx: R[Id]['access'] extends 'open' ? OpenContext : Context },
  ) => Promise<HandlerOutput<R[Id]>>
}

export type AnyHandler = (input: Record<string, unknown> & { ctx: RequestContext }) => Promise<unknown>

export interface RawRequest {
  method: string
  path: string
  params: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/** Validates the request, runs the handler and cuts its answer to what the contract names. */
export async function runRoute(
  route: RouteDefinition,
  handler: AnyHandler,
  ctx: RequestContext,
  raw: RawRequest,
): Promise<unknown> {
  const request = await replaceMe(route, ctx, raw)
  const variants = variantsOf(route)
  const failures: (KnownError | PlainError)[] = []
  for (const variant of variants) {
    const checked = await checkVariant(route, variant, ctx, request)
    if ('failure' in checked) {
      failures.push(checked.failure)
      continue
    }
    const answer = await handler({ ...checked.parts, ctx })
    if (route.response === 'text') return answer
    return schemaFor(route.response, ctx.access)!.parse(answer)
  }
  throw mergeFailures(failures)
}

/** A route whose schemas differ by access level is one variant per level; every other route is one. */
function variantsOf(route: RouteDefinition): (readonly AccessType[] | 'open')[] {
  if (route.access === 'open') return ['open']
  const differs = [route.query, route.body, route.response].some((part) => typeof part === 'object' && isByAccess(part))
  return differs ? route.access.map((level) => [level]) : [route.access]
}

async function checkVariant(
  route: RouteDefinition,
  levels: readonly AccessType[] | 'open',
  ctx: RequestContext,
  raw: RawRequest,
): Promise<{ failure: KnownError } | { parts: Record<string, unknown> }> {
  if (levels !== 'open') {
    if (!ctx.access) return { failure: new KnownError('ACCESS_TYPE_REQUIRED') }
    if (!levels.includes(ctx.access)) {
      const details = { actual_access_type: ctx.access, allowed_access_types: [...levels] }
      return { failure: new KnownError('INSUFFICIENT_ACCESS_TYPE', details) }
    }
  }
  const problems: string[] = []
  const parts: Record<string, unknown> = {}
  const check = (name: string, schema: ZodType | undefined, input: unknown) => {
    if (!schema) return
    const result = validatePart(name, schema, input)
    problems.push(...result.problems)
    parts[name] = result.value
  }
  check('params', route.params, raw.params)
  check('query', schemaFor(route.query, ctx.access), raw.query)
  check('headers', route.headers, route.headers && pickHeaders(ctx.caller.headers, route.headers))
  if (!(route.bodyOptional && raw.body === undefined)) check('body', schemaFor(route.body, ctx.access), raw.body)
  if (route.user === 'required' && !(await ctx.findUser())) problems.push('auth.user is required: sign in first')
  if (problems.length === 0) return { parts }

  const lines = problems.map((problem) => `  - ${problem}`).join('\n')
  const message = `The request is not valid: ${raw.method} ${raw.path}\n${lines}`
  return { failure: new KnownError('SCHEMA_ERROR', { message }) }
}

function pickHeaders(headers: Headers, schema: ZodObject): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = headers.get(name)
    if (value) picked[name] = value
  }
  return picked
}

/** `me` stands for the signed-in user wherever a user id is expected, and without one it wins over every other mistake. */
async function replaceMe(route: RouteDefinition, ctx: RequestContext, raw: RawRequest): Promise<RawRequest> {
  let request = raw
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = schemaFor(route[part], ctx.access)
    const shape = (schema as { shape?: Record<string, ZodType> } | undefined)?.shape
    const values = request[part] as Record<string, unknown> | undefined
    if (!shape || typeof values !== 'object' || values === null) continue
    for (const [name, field] of Object.entries(shape)) {
      if (values[name] !== 'me' || !acceptsMe(field)) continue
      const user = await ctx.findUser()
      if (!user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
      request = { ...request, [part]: { ...(request[part] as object), [name]: user.id } }
    }
  }
  return request
}
