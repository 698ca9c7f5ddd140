import { z } from 'zod'
import { errorDetails } from './error-details.ts'
import { type ErrorCode, errors } from './errors.ts'
import { errorsOf, type RouteDefinition } from './route.ts'

type Json = Record<string, unknown>

/** Errors that every route may return, because they are checked before the route itself. */
export const commonErrors = {
  400: [
    'SCHEMA_ERROR',
    'BODY_PARSING_ERROR',
    'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    'INVALID_ACCESS_TYPE',
    'ACCESS_TYPE_WITHOUT_PROJECT_ID',
    'ACCESS_TYPE_REQUIRED',
    'CURRENT_PROJECT_NOT_FOUND',
    'BRANCH_DOES_NOT_EXIST',
  ],
  401: [
    'INSUFFICIENT_ACCESS_TYPE',
    'CLIENT_AUTHENTICATION_REQUIRED',
    'SERVER_AUTHENTICATION_REQUIRED',
    'ADMIN_AUTHENTICATION_REQUIRED',
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'INVALID_SECRET_SERVER_KEY',
    'INVALID_SUPER_SECRET_ADMIN_KEY',
    'UNPARSABLE_ACCESS_TOKEN',
    'ACCESS_TOKEN_EXPIRED',
    'INVALID_PROJECT_FOR_ACCESS_TOKEN',
    'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
    'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  ],
  403: ['SECOND_FACTOR_REQUIRED'],
} as const satisfies Record<number, readonly ErrorCode[]>

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
