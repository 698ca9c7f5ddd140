import { z } from 'zod'
import { commonErrors } from './common-errors.ts'
import { errorDetails } from './error-details.ts'
import { type ErrorCode, errors } from './errors.ts'
import { errorsOf, type RouteDefinition } from './route.ts'

type Json = Record<string, unknown>

const groups = {
  RequestError: commonErrors[400],
  AccessError: commonErrors[401],
  EnrollmentError: commonErrors[403],
}
const groupOf: Record<number, keyof typeof groups> = { 400: 'RequestError', 401: 'AccessError', 403: 'EnrollmentError' }

/** One response per status, with the route's own codes and those that every route may return. */
export function describeFailures(route: RouteDefinition): Json {
  const byStatus = new Map<number, ErrorCode[]>([
    [400, []],
    [401, []],
  ])
  if (route.beforeSecondFactor !== true) byStatus.set(403, [])
  for (const code of errorsOf(route)) {
    const status = errors[code][0]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].map(([status, codes]) => [String(status), describeFailure(status, codes)] as const)
  return {
    ...Object.fromEntries(failures),
    429: { $ref: '#/components/responses/TooManyRequests' },
    default: { $ref: '#/components/responses/Refused' },
  }
}

function describeFailure(status: number, ownCodes: readonly ErrorCode[]): Json {
  const group = groupOf[status]
  const shared: readonly ErrorCode[] = group ? groups[group] : []
  const own = ownCodes.filter((code) => !shared.includes(code))
  if (own.length === 0 && group) return { $ref: `#/components/responses/${group}` }
  return describeKnownErrors(own.join(', '), [...own, ...(group ? [group] : [])])
}

function describeKnownErrors(description: string, schemas: readonly string[]): Json {
  const references = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return {
    description,
    headers: { 'X-Stack-Known-Error': { description: 'The error code.', schema: { type: 'string' } } },
    content: {
      'application/json': { schema: references.length === 1 ? references[0] : { anyOf: references } },
    },
  }
}

const sentence = { 'text/plain': { schema: { type: 'string' } } }

export const sharedResponses: Record<string, Json> = {
  RequestError: describeKnownErrors('The request is not valid, or its headers contradict each other.', [
    'RequestError',
  ]),
  AccessError: describeKnownErrors('A key or token is missing, wrong, or does not have the required access level.', [
    'AccessError',
  ]),
  EnrollmentError: describeKnownErrors('The user has to set up a second factor first.', ['EnrollmentError']),
  TooManyRequests: {
    description: 'Too many attempts, or the server is busy. Try again after the given time.',
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    content: sentence,
  },
  Refused: { description: 'Any other error, as plain text without a code.', content: sentence },
}

/** A schema for every code that a route may return, and one for each group of common codes. */
export function errorSchemas(routes: readonly RouteDefinition[]): Record<string, Json> {
  const codes = new Set<ErrorCode>([...Object.values(groups).flat(), ...routes.flatMap(errorsOf)])
  const union = (members: readonly ErrorCode[]) => ({
    oneOf: members.map((code) => ({ $ref: `#/components/schemas/${code}` })),
  })
  return {
    ...Object.fromEntries(Object.entries(groups).map(([name, members]) => [name, union(members)])),
    ...Object.fromEntries([...codes].sort().map((code) => [code, describeError(code)])),
  }
}

function describeError(code: ErrorCode): Json {
  const details = describeDetails(code)
  const example = (details?.examples as unknown[] | undefined)?.[0]
  const [status, message] = errors[code] as unknown as [number, (details: unknown) => string]
  return {
    type: 'object',
    'x-status': status,
    required: ['code', ...(details ? ['details'] : []), 'error'],
    properties: { code: { const: code }, ...(details ? { details } : {}), error: { type: 'string' } },
    examples: [{ code, ...(details ? { details: example } : {}), error: message(example) }],
  }
}

function describeDetails(code: ErrorCode): Json | undefined {
  if (!Object.hasOwn(errorDetails, code)) return undefined
  const schema = errorDetails[code as keyof typeof errorDetails]
  const { $schema: _dialect, additionalProperties: _closed, ...described } = z.toJSONSchema(schema) as Json
  return described
}
