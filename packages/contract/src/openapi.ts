import { type ZodType, z } from 'zod'
import { accessTypes, type ByAccess, isByAccess, schemaFor } from './access.ts'
import type { AccessType, ErrorCode } from './errors.ts'
import * as contract from './index.ts'
import { describeFailures, errorSchemas, sharedResponses } from './openapi-errors.ts'
import { errorsOf, type RouteDefinition } from './route.ts'

type Json = Record<string, unknown>

/** What the features are called and for, by the name of their routes in `index.ts`, in the order they are read in. */
const introductions: Record<string, [name: string, description: string]> = {
  passwordRoutes: ['Password', 'Accounts with e-mail and password: sign up, sign in, and change the password.'],
  magicLinkRoutes: ['One-time codes', 'Sign-in by a link or a code in a mail, without a password.'],
  anonymousRoutes: ['Anonymous users', 'Users who have not told who they are yet.'],
  passkeyRoutes: [
    'Passkeys',
    'Sign-in with what a device or password manager keeps. Two calls each: options, then the answer of the browser.',
  ],
  mfaRoutes: ['Second factor', 'The second step of every sign-in of a user who has set up a TOTP app.'],
  cliAuthRoutes: ['Command-line login', 'How a command line signs in through the browser of the person who uses it.'],
  oauthRoutes: [
    'OAuth',
    'Sign-in with an account at a provider, and the token endpoint. Apps speak OAuth 2.0 with PKCE to Latchkey, and ' +
      'Latchkey speaks to the provider.',
  ],
  connectedAccountRoutes: ['Connected accounts', 'What a user has connected, used by your app in their name.'],
  sessionRoutes: [
    'Sessions',
    'A session starts with a sign-in and is held by its refresh token. Access tokens are short-lived proofs of it.',
  ],
  stepUpRoutes: [
    'Step-up',
    'A proof of the person in a session that is older: what could take an account over asks for one.',
  ],
  accountChangeRoutes: ['Security notices', 'What people can do about a change to their account that was not theirs.'],
  userRoutes: ['Users', 'The people of a project.'],
  contactChannelRoutes: ['Contact channels', 'The e-mail addresses of a user, and how they are verified.'],
  providerLinkRoutes: ['Provider links', 'The accounts at Google, GitHub and others that belong to a user.'],
  notificationRoutes: ['Notifications', 'Which kinds of mail a user wants, and how they unsubscribe.'],
  emailRoutes: ['E-mails', 'The mails of a project: themes, templates and drafts, what was sent, and sending.'],
  apiKeyRoutes: [
    'API keys',
    'Keys that users and teams hand to programs. Your server asks whose key it was sent. Only hashes are stored.',
  ],
  teamRoutes: ['Teams', 'Groups of users, each with its own name, image and metadata.'],
  teamMembershipRoutes: ['Team memberships', 'Who belongs to which team.'],
  teamMemberProfileRoutes: ['Team member profiles', 'How members show themselves inside a team.'],
  teamInvitationRoutes: ['Team invitations', 'Mails that invite people to a team.'],
  permissionRoutes: [
    'Permissions',
    'What users may do in a team or in the whole project. Those that start with `$` are built in: the server itself ' +
      'asks for them. What the others mean is up to your app.',
  ],
  permissionDefinitionRoutes: [
    'Permission definitions',
    'Which permissions there are, and which others each of them contains.',
  ],
  projectRoutes: [
    'Projects',
    'A project is one app with its own users, keys and settings. Projects are created by users of the project ' +
      '`internal` and belong to a team of theirs.',
  ],
  projectKeyRoutes: ['Project keys', 'Key sets open a project at an access level. Only hashes are stored.'],
  projectConfigRoutes: ['Configuration', 'Every setting of a project by its key path.'],
  paymentRoutes: [
    'Items',
    'What customers have some of, such as credits or seats. Items come with offers, and can be added and taken by hand.',
  ],
  purchaseRoutes: [
    'Purchases',
    'Links to a page where customers buy what the configuration offers, what that page asks, and what was bought.',
  ],
  stripeRoutes: ['Card payments', 'The account of the project at Stripe, which charges the cards.'],
  dataVaultRoutes: [
    'Data vault',
    'Values that your server encrypts before it sends them. Only who knows the key and the secret can read one.',
  ],
  webhookRoutes: [
    'Webhooks',
    'Where your project tells other servers what happens to its users and teams. Messages are signed as ' +
      'Standard Webhooks has it, come in order for each user and team, and are tried again for about a day.',
  ],
  aiChatRoutes: ['AI chat', 'Chats in which a model helps to write e-mail themes, templates and drafts.'],
  metricRoutes: ['Metrics', 'How many people use the project, and how.'],
  auditRoutes: ['Audit trail', 'Who did what in the project. Entries are only ever added.'],
  serviceRoutes: ['Service', 'About this server rather than a project.'],
}

interface Feature {
  name: string
  description?: string
  routes: Record<string, RouteDefinition>
}

/** Every group of routes that `index.ts` exports. One without an introduction comes last, under a name made of its own. */
export const features: readonly Feature[] = Object.entries(contract as Record<string, unknown>)
  .filter(([group, routes]) => group.endsWith('Routes') && typeof routes === 'object')
  .map(([group, routes]) => ({ group, routes: routes as Feature['routes'] }))
  .sort((a, b) => rankOf(a.group) - rankOf(b.group))
  .map(({ group, routes }) => {
    const [name, description] = introductions[group] ?? [nameOf(group)]
    return { name, ...(description ? { description } : {}), routes }
  })

function rankOf(group: string): number {
  const rank = Object.keys(introductions).indexOf(group)
  return rank === -1 ? Number.MAX_SAFE_INTEGER : rank
}

/** `connectedAccountRoutes` → `Connected account`. */
function nameOf(group: string): string {
  const words = group.replace(/Routes$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capitalise(words)
}

/** The OpenAPI 3.1 description of every route, derived from the contract and nothing else. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const feature of features) {
    for (const [id, route] of Object.entries(feature.routes)) {
      const [method, path] = id.split(' ') as [string, string]
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = describeRoute(id, route, feature.name)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey API',
      version: '1',
      description: 'Sign-in, users and projects for your app, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: features.map(({ routes: _routes, ...tag }) => tag),
    paths,
    components: {
      securitySchemes,
      schemas: { ...describeNamed(), ...errorSchemas(features.flatMap(({ routes }) => Object.values(routes))) },
      responses: sharedResponses,
    },
  }
}

const headerScheme = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

const securitySchemes = {
  project: headerScheme('X-Stack-Project-Id', 'The id of the project.'),
  accessType: headerScheme('X-Stack-Access-Type', '`client`, `server` or `admin`; the key must be of the same level.'),
  clientKey: headerScheme('X-Stack-Publishable-Client-Key', 'For client access.'),
  serverKey: headerScheme('X-Stack-Secret-Server-Key', 'For server access.'),
  adminKey: headerScheme('X-Stack-Super-Secret-Admin-Key', 'For admin access.'),
  adminAccessToken: headerScheme(
    'X-Stack-Admin-Access-Token',
    'The access token of a project owner, a user of the project `internal`. Stands in for any key.',
  ),
  accessToken: headerScheme('X-Stack-Access-Token', 'The access token of the signed-in user.'),
}

const keyOf: Record<AccessType, string> = { client: 'clientKey', server: 'serverKey', admin: 'adminKey' }

function describeRoute(id: string, route: RouteDefinition, feature: string): Json {
  return {
    operationId: toOperationId(id),
    'x-route': id,
    'x-access': route.access === 'open' ? [] : route.access,
    'x-errors': errorsOf(route),
    ...describeLimits(route),
    tags: [feature],
    summary: route.summary,
    ...describeText(route),
    security: describeSecurity(route),
    parameters: [
      ...describeParameters('path', route.params),
      ...describeParameters('query', route.query),
      ...describeParameters('header', route.headers),
    ],
    ...(route.body ? { requestBody: describeBody(route) } : {}),
    responses: {
      [String(route.status ?? 200)]: describeSuccess(route),
      ...describeFailures(route),
    },
  }
}

function describeText(route: RouteDefinition): Json {
  const sentences = [route.description, describeUser(route), describeStepUp(route)].filter(Boolean)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function describeLimits({ limits = [], handlerLimits = [] }: RouteDefinition): Json {
  const all = [...limits, ...handlerLimits].map(contract.describeLimit)
  return all.length > 0 ? { 'x-limits': all } : {}
}

function describeUser({ user, clientUser }: RouteDefinition): string | undefined {
  if (user === 'owner') return 'Requires a signed-in user of the project `internal`.'
  if (user) return 'Requires a signed-in user.'
  return clientUser && 'With client access, requires a signed-in user.'
}

function describeStepUp({ stepUp }: RouteDefinition): string | undefined {
  if (!stepUp) return undefined
  const fields = stepUp === true ? '' : ` to change ${stepUp.map((name) => `\`${name}\``).join(', ')}`
  return `If the project asks for step-up, clients need a proof younger than ten minutes${fields}.`
}

function describeSuccess({ response, status }: RouteDefinition): Json {
  if (response === 'redirect') {
    const location = { description: 'Where the browser goes.', schema: { type: 'string', format: 'uri' } }
    return { description: 'A redirect.', headers: { Location: location } }
  }
  return { description: status === 201 ? 'Created.' : 'Done.', content: describeContent(response) }
}

function describeContent(response: Exclude<RouteDefinition['response'], 'redirect'>): Json {
  if (response === 'text') return { 'text/plain': { schema: { type: 'string' } } }
  if (response === 'html') return { 'text/html': { schema: { type: 'string' } } }
  return { 'application/json': { schema: describePart(response, 'output') } }
}

/** `GET /users/{user_id}` → `getUsersByUserId`: an identifier in every language, and still in the order of the path. */
function toOperationId(id: string): string {
  const words = id.replaceAll(/\{(\w+)\}/g, 'by $1').match(/[A-Za-z0-9]+/g) ?? []
  const [method, ...rest] = words.map((word) => word.toLowerCase())
  return [method, ...(rest.length === 0 ? ['root'] : rest).map(capitalise)].join('')
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Any one of the alternatives is enough. */
function describeSecurity(route: RouteDefinition): Json[] {
  if (route.access === 'open') return [{}]
  const byKey = route.access.map((level) => [keyOf[level], level] as const)
  return [...byKey, ['adminAccessToken', route.access.at(-1)!] as const].map(([key, level]) => ({
    project: [],
    accessType: [],
    [key]: [],
    ...(needsUser(route, level) ? { accessToken: [] } : {}),
  }))
}

/** Whether the route answers nothing but an error without a signed-in user. Where it does not say so, its errors tell. */
function needsUser(route: RouteDefinition, level: AccessType): boolean {
  const has = (code: ErrorCode) => route.errors.includes(code)
  if (route.user || has('ACCESS_TOKEN_EXPIRED')) return true
  if (route.clientUser) return level === 'client'
  if (has('USER_AUTHENTICATION_REQUIRED')) return level === 'client'
  if (!has('CANNOT_GET_OWN_USER_WITHOUT_USER')) return false
  // Servers may name another user where clients can only mean themselves.
  return level === 'client' || !namesUser(route)
}

function namesUser(route: RouteDefinition): boolean {
  const parts = [route.params, route.query, route.body].map((part) => schemaFor(part, 'server'))
  return parts.some((part) => part instanceof z.ZodObject && Object.values(part.shape).some(contract.acceptsMe))
}

type Described = Json & { properties?: Record<string, Json>; required?: string[] }

/** A parameter that only some levels may or must send says so. */
function describeParameters(place: 'path' | 'query' | 'header', part: ZodType | ByAccess | undefined): Json[] {
  if (!part) return []
  const variants: Described[] = variantsOf(part).map(([, schema]) => toJsonSchema(schema, 'input'))
  const names = new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))
  return [...names].map((name) => {
    const requiring = variants.filter((variant) => variant.required?.includes(name))
    const isRequired = place === 'path' || requiring.length === variants.length
    return {
      name,
      in: place,
      required: isRequired,
      ...(requiring.length > 0 && !isRequired ? { description: 'Required for client access.' } : {}),
      schema: variants.map((variant) => variant.properties?.[name]).find(Boolean),
    }
  })
}

function describeBody(route: RouteDefinition): Json {
  return {
    required: !route.bodyOptional,
    content: { 'application/json': { schema: describePart(route.body!, 'input') } },
  }
}

/** A part that differs by access level is described once per level. */
function describePart(part: ZodType | ByAccess, io: 'input' | 'output'): Json {
  const variants = variantsOf(part)
  if (variants.length === 1) return toJsonSchema(variants[0]![1], io)
  return {
    anyOf: variants.map(([levels, schema]) => ({
      title: `${levels.join(' or ')} access`,
      'x-access': levels,
      ...toJsonSchema(schema, io),
    })),
  }
}

function variantsOf<T extends ZodType>(part: T | ByAccess): [levels: AccessType[], schema: ZodType][] {
  if (!isByAccess(part)) return [[[...accessTypes], part]]
  return [
    [['client'], part.client ?? part.server],
    [['server', 'admin'], part.server],
  ]
}

/** Objects that many routes answer are described once. */
const named = new Map<unknown, string>([
  [contract.clientUser, 'ClientUser'],
  [contract.serverUser, 'ServerUser'],
  [contract.clientTeam, 'ClientTeam'],
  [contract.serverTeam, 'ServerTeam'],
  [contract.teamPermission, 'TeamPermission'],
  [contract.projectPermission, 'ProjectPermission'],
  [contract.permissionDefinition, 'PermissionDefinition'],
  [contract.clientProject, 'ClientProject'],
  [contract.adminProject, 'AdminProject'],
])

function describeNamed(): Record<string, Json> {
  return Object.fromEntries(
    [...named].map(([schema, name]) => [name, toJsonSchema(schema as ZodType, 'output', schema)]),
  )
}

function toJsonSchema(schema: ZodType, io: 'input' | 'output', described?: unknown): Described {
  const { $schema: _dialect, ...result } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = named.get(zodSchema)
      if (name && zodSchema !== described) replace(jsonSchema, { $ref: `#/components/schemas/${name}` })
      // Answers may grow; whoever reads them must not refuse a member that is new.
      if (io === 'output') delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (ignoresCase(zodSchema)) {
        delete jsonSchema.pattern
        delete jsonSchema.allOf
      }
    },
  })
  return result as Described
}

function replace(target: object, content: object): void {
  for (const key of Object.keys(target)) delete target[key as never]
  Object.assign(target, content)
}

/** JSON Schema has no flags: a pattern that ignores case here would refuse capitals there. */
function ignoresCase(schema: object): boolean {
  const { checks = [] } = (schema as { _zod: { def: { checks?: { _zod: { def: { pattern?: RegExp } } }[] } } })._zod.def
  return checks.some((check) => check._zod.def.pattern?.flags.includes('i'))
}
