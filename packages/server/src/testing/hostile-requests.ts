import { type AccessType, isByAccess, type RouteDefinition } from '@latchkey/contract'
import fc from 'fast-check'
import type { ZodType } from 'zod'

/** A way to corrupt one part of a valid request. */
export type Mutation =
  | { kind: 'body field'; path: string[]; value: unknown }
  | { kind: 'body without field'; path: string[] }
  | { kind: 'body'; value: unknown }
  | { kind: 'raw body'; contentType: string; bytes: Uint8Array }
  | { kind: 'query field'; name: string; value: string }
  | { kind: 'raw query'; text: string }
  | { kind: 'param'; name: string; text: string }
  | { kind: 'header'; name: string; value: string }

export interface HostileRequest {
  access: AccessType
  isSignedIn: boolean
  mutations: Mutation[]
}

export function hostileRequests(route: RouteDefinition): fc.Arbitrary<HostileRequest> {
  const mutations: fc.Arbitrary<Mutation>[] = [
    fc.record({ kind: fc.constant('header' as const), name: fc.constantFrom(...headerNames), value: headerValue }),
    fc.record({
      kind: fc.constant('raw query' as const),
      text: fc.oneof(fc.webQueryParameters(), fc.constantFrom('a=%', '&&=', 'a=%ff&a=%00')),
    }),
  ]
  const queryNames = fieldPaths(route.query).map(([name]) => name!)
  const query = { kind: fc.constant('query field' as const), value: hostileText }
  mutations.push(fc.record({ ...query, name: fc.constantFrom('unknown', '__proto__', ...queryNames) }))
  const paramNames = fieldPaths(route.params).map(([name]) => name!)
  if (paramNames.length > 0) {
    mutations.push(
      fc.record({ kind: fc.constant('param' as const), name: fc.constantFrom(...paramNames), text: pathSegment }),
    )
  }
  if (route.body) mutations.push(...bodyMutations(fieldPaths(route.body)))
  return fc.record({
    access: fc.constantFrom<AccessType>('client', 'server', 'admin', 'admin'),
    isSignedIn: fc.boolean(),
    mutations: fc.array(fc.oneof(...mutations), { minLength: 1, maxLength: 3 }),
  })
}

function bodyMutations(paths: string[][]): fc.Arbitrary<Mutation>[] {
  const path = fc.constantFrom(['unknown'], ['constructor'], ...paths)
  const field = fc.record({ kind: fc.constant('body field' as const), path, value: hostileValue })
  return [
    field,
    field,
    field,
    fc.record({ kind: fc.constant('body without field' as const), path }),
    fc.record({ kind: fc.constant('body' as const), value: hostileValue }),
    fc.record({
      kind: fc.constant('raw body' as const),
      contentType: fc.oneof(
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'application/octet-stream',
        ),
        headerValue,
      ),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
    }),
  ]
}

const headerNames = [
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-access-token',
  'x-stack-admin-access-token',
  'x-stack-refresh-token',
  'x-stack-allow-anonymous-user',
  'x-stack-client-version',
  'x-forwarded-for',
  'user-agent',
  'accept',
  'content-type',
  'content-encoding',
]

/** What HTTP allows in a header: Latin-1 without control characters. */
const headerValue = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff })), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes).trim())

const nastyTexts = [
  '',
  ' ',
  'me',
  'ME',
  'null',
  'internal',
  '\u0000',
  '\ud800',
  '%',
  '%00',
  '../../../etc/passwd',
  "'; DROP TABLE users; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  '3F0C8A52-9F3D-4A1E-8B57-2D6C1E90AB34',
  'a@b',
  'ada@example.com',
  'http://localhost',
  'https://x@y:z/',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/png;base64,AAAA',
  '$2b$10$abcdefghijklmnopqrstuuMvCPnYQEvyyaHdkpIqVIlh3Xn3XNkjO',
  'AAAAAAAAAAAAAAAAAAAAAA==',
  '９９',
  '1e3',
  '-0',
  'true',
  'x'.repeat(300),
  '\u202e\u0301\ufeff',
]

const hostileText = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 30 }))

const settingPaths = [
  'auth.allowSignUp',
  'auth.oauth.providers',
  'auth.oauth.providers.google.clientSecret',
  'domains.trustedDomains.a',
  'emails.server',
  'emails.selectedThemeId',
  'payments.items.a',
  'payments.offers.a.prices',
  'rbac.permissions.a.containedPermissionIds',
  'rbac.defaultPermissions.signUp',
  'dataVault',
  'a.b',
  '.',
  '__proto__.x',
  'constructor.prototype',
]

/** Values for texts that contain JSON, such as settings. */
const jsonText = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...settingPaths), fc.jsonValue(), { maxKeys: 3 })
    .map((settings) => JSON.stringify(settings)),
  fc.json(),
)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  jsonText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e18,
    -1e308,
    5e-324,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
  ),
  fc.jsonValue(),
)

const pathSegment = fc.oneof(
  hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc
    .uint8Array({ minLength: 1, maxLength: 8 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
  fc.constantFrom('%', '%2', '%zz', '.', '..', '%2e%2e', '%2f', ';', '*'),
)

/** All paths of an object, at every depth and access level. */
export function fieldPaths(part: RouteDefinition['body']): string[][] {
  if (!part) return []
  return isByAccess(part) ? [...nestedPaths(part.client), ...nestedPaths(part.server)] : nestedPaths(part)
}

interface SchemaDef {
  innerType?: ZodType
  element?: ZodType
  options?: ZodType[]
}

function nestedPaths(schema: ZodType | undefined): string[][] {
  if (!schema) return []
  const { shape, def } = schema as unknown as { shape?: Record<string, ZodType>; def: SchemaDef }
  if (shape) {
    return Object.entries(shape).flatMap(([name, member]) => [
      [name],
      ...nestedPaths(member).map((path) => [name, ...path]),
    ])
  }
  if (def.innerType) return nestedPaths(def.innerType)
  if (def.element) return [['0'], ...nestedPaths(def.element).map((path) => ['0', ...path])]
  return (def.options ?? []).flatMap(nestedPaths)
}

/** The object with one path changed, or removed if the value is undefined. Missing lists and objects are created. */
export function withValueAt(root: object, path: string[], value: unknown): object {
  const [name, ...rest] = path as [string, ...string[]]
  const copy = (Array.isArray(root) ? [...root] : { ...root }) as Record<string, unknown>
  const inner = copy[name]
  const next = typeof inner === 'object' && inner !== null ? inner : rest[0] === '0' ? [] : {}
  const changed = rest.length === 0 ? value : withValueAt(next, rest, value)
  if (changed === undefined) delete copy[name]
  else copy[name] = changed
  return copy
}
