import { type ZodObject, type ZodType, z } from 'zod'
import { isByAccess, schemaFor } from './access.ts'
import { type AccessType, type ErrorCode, errors } from './errors.ts'
import { routes } from './index.ts'
import type { RouteDefinition } from './route.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of every route, derived from the contract and nothing else. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [id, route] of Object.entries(routes) as [string, RouteDefinition][]) {
    const [method, path] = id.split(' ') as [string, string]
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = describeRoute(id, route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey API',
      version: '1',
      description: 'Sign-in, users, teams, permissions, payments and e-mail for your app, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ project: [], accessType: [] }],
    paths,
    components: { securitySchemes },
  }
}

const headerScheme = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

const securitySchemes = {
  project: headerScheme('X-Stack-Project-Id', 'The project id.'),
  accessType: headerScheme('X-Stack-Access-Type', '`client`, `server` or `admin`.'),
  clientKey: headerScheme('X-Stack-Publishable-Client-Key', 'For client access.'),
  serverKey: headerScheme('X-Stack-Secret-Server-Key', 'For server access.'),
  adminKey: headerScheme('X-Stack-Super-Secret-Admin-Key', 'For admin access.'),
  adminAccessToken: headerScheme('X-Stack-Admin-Access-Token', 'Access token of a project owner; replaces every key.'),
  accessToken: headerScheme('X-Stack-Access-Token', 'Access token of the signed-in user.'),
}

const keyOf: Record<AccessType, string> = { client: 'clientKey', server: 'serverKey', admin: 'adminKey' }

function describeRoute(id: string, route: RouteDefinition): Json {
  const isOpen = route.access === 'open'
  const levels: readonly AccessType[] = route.access === 'open' ? [] : route.access
  const tag = id.split(' ')[1]!.split('/').filter(Boolean)
  return {
    operationId: id,
    tags: [tag[0] === 'auth' || tag[0] === 'internal' ? (tag[1] ?? tag[0]) : (tag[0] ?? 'service')],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    'x-access': isOpen ? ['none'] : levels,
    security: isOpen
      ? []
      : levels.map((level) => ({
          project: [],
          accessType: [],
          [keyOf[level]]: [],
          ...(route.user ? { accessToken: [] } : {}),
        })),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', schemaFor(route.query, 'server') as ZodObject | undefined),
      ...parameters('header', route.headers),
    ],
    ...(route.body ? { requestBody: describeBody(route) } : {}),
    responses: describeResponses(route),
  }
}

function parameters(place: 'path' | 'query' | 'header', schema: ZodObject | undefined): Json[] {
  if (!schema) return []
  const described = toJsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(described.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: property,
  }))
}

function describeBody(route: RouteDefinition): Json {
  return {
    required: !route.bodyOptional,
    content: { 'application/json': { schema: describePart(route.body!, 'input') } },
  }
}

function describeResponses(route: RouteDefinition): Json {
  const ok = {
    description: 'Done.',
    content:
      route.response === 'text'
        ? { 'text/plain': { schema: { type: 'string' } } }
        : { 'application/json': { schema: describePart(route.response, 'output') } },
  }
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of route.errors) {
    const status = errors[code][0]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const failures = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      headers: { 'X-Stack-Known-Error': { schema: { enum: codes } } },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'error'],
            properties: { code: { enum: codes }, error: { type: 'string' }, details: { type: 'object' } },
          },
        },
      },
    },
  ])
  return { [String(route.status ?? 200)]: ok, ...Object.fromEntries(failures) }
}

/** A part that differs by access level is described once per level. */
function describePart(part: NonNullable<RouteDefinition['body']>, io: 'input' | 'output'): Json {
  if (!isByAccess(part)) return toJsonSchema(part, io)
  return {
    anyOf: [
      { title: 'client access', ...toJsonSchema(part.client ?? part.server, io) },
      { title: 'server or admin access', ...toJsonSchema(part.server, io) },
    ],
  }
}

function toJsonSchema(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return described
}
