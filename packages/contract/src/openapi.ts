import { type ZodType, z } from 'zod'
import { accessTypes, type ByAccess, isByAccess, schemaFor } from './access.ts'
import type { AccessType, ErrorCode } from './errors.ts'
import * as contract from './index.ts'
import { describeFailures, errorSchemas, sharedResponses } from './openapi-errors.ts'
import { ownerRoles, rolesFor } from './owner-roles.ts'
import { errorsOf, type RouteDefinition } from './route.ts'

type Json = Record<string, unknown>

/** Name and description of each feature, by the name of its routes in `index.ts`, in the order of the docs. */
const introductions: Record<string, [name: string, description: string]> = {
  passwordRoutes: ['Password', 'Accounts with email and password: sign up, sign in, and change or reset the password.'],
  magicLinkRoutes: ['One-time codes', 'Sign-in with a link or code sent by email, without a password.'],
  anonymousRoutes: ['Anonymous users', 'Users who have not signed up yet.'],
  passkeyRoutes: [
    'Passkeys',
    'Register and sign in with passkeys. Both take two calls: get the options, then send the browser’s response.',
  ],
  mfaRoutes: ['Second factor', 'The second step of signing in for users who have set up a TOTP app.'],
  secondFactorRoutes: ['Second-factor policy', 'Whom it would concern if a project or team required a second factor.'],
  recoveryCodeRoutes: [
    'Recovery codes',
    'Codes that complete a sign-in instead of the second factor, for people who have lost it.',
  ],
  trustedDeviceRoutes: [
    'Trusted devices',
    'Devices on which a user has shown the second factor, and asked not to be asked for it again for 30 days.',
  ],
  cliAuthRoutes: ['Command-line login', 'Sign-in for command-line tools, confirmed by the user in a browser.'],
  oauthRoutes: [
    'OAuth',
    'Sign-in with an account at a provider, and the token endpoint. Apps use OAuth 2.0 with PKCE with Latchkey, and ' +
      'Latchkey handles the flow with the provider.',
  ],
  connectionSignInRoutes: ['Sign-in for companies', 'Find the connection of an address, and what SAML providers call.'],
  connectionRoutes: ['Connections', 'The identity providers of companies, with which their people sign in.'],
  connectionDomainRoutes: ['Email domains', 'The domains of companies, which they prove with a DNS record.'],
  connectionSetupRoutes: ['Set-up links', 'The administrator of a company sets up its connection without an account.'],
  requiredConnectionRoutes: ['Required connections', 'Let members of a team sign in only with its connection.'],
  directoryRoutes: ['Directories', 'How the identity provider of a company adds and removes the members of a team.'],
  connectedAccountRoutes: [
    'Connected accounts',
    'Access tokens for provider accounts that a user has connected, so that your app can act on their behalf.',
  ],
  sessionRoutes: [
    'Sessions',
    'A session starts with a sign-in. Its refresh token is used to get short-lived access tokens.',
  ],
  impersonationRoutes: ['Impersonation', 'Let project owners see the app as one of its users does.'],
  stepUpRoutes: [
    'Step-up',
    'Confirm the user’s identity again before changes that could be used to take over an account.',
  ],
  accountChangeRoutes: ['Security notices', 'Let users undo changes to their account that they did not make.'],
  userRoutes: ['Users', 'The users of a project.'],
  userRestrictionRoutes: ['Restricted users', 'Keep a user from signing in, for a time or until you lift it.'],
  contactChannelRoutes: ['Contact channels', 'The email addresses of a user and their verification.'],
  providerLinkRoutes: [
    'Provider links',
    'The accounts at Google, GitHub and other providers that are linked to a user.',
  ],
  notificationRoutes: ['Notifications', 'Which categories of email a user receives, and how they unsubscribe.'],
  emailRoutes: ['Emails', 'Send emails, and see what was sent.'],
  emailAudienceRoutes: ['Email audiences', 'Emails to the users who match the filters of a list.'],
  emailSourceRoutes: ['Email templates', 'Templates, themes and drafts, as documents or code, with their history.'],
  apiKeyRoutes: [
    'API keys',
    'Keys that users and teams create for their programs, and that your server checks. Only hashes are stored.',
  ],
  teamRoutes: ['Teams', 'Groups of users, each with its own name, image and metadata.'],
  teamMembershipRoutes: ['Team memberships', 'Who belongs to which team.'],
  teamMemberProfileRoutes: ['Team member profiles', 'The display name and image of a member within a team.'],
  teamInvitationRoutes: ['Team invitations', 'Invitations to a team, sent by email.'],
  permissionRoutes: [
    'Permissions',
    'What users may do in a team or in the whole project. Permissions that start with `$` are built in and checked by ' +
      'the server. Your app decides what the others mean.',
  ],
  permissionDefinitionRoutes: [
    'Permission definitions',
    'Define permissions, and which other permissions each of them contains.',
  ],
  projectRoutes: [
    'Projects',
    'A project is one app with its own users, keys and settings. Users of the project `internal` create projects, ' +
      'which belong to one of their teams.',
  ],
  projectKeyRoutes: [
    'Project keys',
    'Key sets give access to a project at one or more access levels. Only hashes are stored.',
  ],
  projectConfigRoutes: ['Configuration', 'All settings of a project, by key path.'],
  environmentRoutes: [
    'Environments',
    'Development, staging and production of one app: projects of their own, between which owners copy settings.',
  ],
  paymentRoutes: [
    'Items',
    'Quantities that customers have, such as credits or seats. Offers include items, and servers can change quantities.',
  ],
  purchaseRoutes: [
    'Purchases',
    'Links to a page where customers buy offers, the routes used by that page, and a list of transactions.',
  ],
  customerRoutes: ['Customers', 'Who has purchases or items, and what they currently hold.'],
  stripeRoutes: ['Card payments', 'The Stripe account of the project.'],
  dataVaultRoutes: [
    'Data vault',
    'Values that your server encrypts before sending them. Reading a value requires both its key and the secret.',
  ],
  webhookRoutes: [
    'Webhooks',
    'Notify other servers about changes to users and teams. Messages are signed according to Standard Webhooks, ' +
      'delivered in order for each user and team, and retried for about a day.',
  ],
  aiChatRoutes: ['AI chat', 'Chats with a model that helps to write email themes, templates and drafts.'],
  metricRoutes: ['Metrics', 'Numbers about the users of the project.'],
  liveUpdateRoutes: ['Live updates', 'Know at once that something in the project has changed.'],
  auditRoutes: ['Audit log', 'Who did what in the project. Entries cannot be changed.'],
  serviceRoutes: ['Service', 'Information about this server rather than a project.'],
  ownerRoutes: [
    'Project owners',
    'Create the first project owner with the setup code, invite others, and manage who owns a project.',
  ],
}

interface Feature {
  name: string
  description?: string
  routes: Record<string, RouteDefinition>
}

/**
 * Every group of routes that `index.ts` exports. Groups without an introduction come last, named after their export.
 */
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
  return capitalize(words)
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
  project: headerScheme('X-Stack-Project-Id', 'The ID of the project.'),
  accessType: headerScheme('X-Stack-Access-Type', '`client`, `server` or `admin`. The key must have the same level.'),
  clientKey: headerScheme('X-Stack-Publishable-Client-Key', 'For client access.'),
  serverKey: headerScheme('X-Stack-Secret-Server-Key', 'For server access.'),
  adminKey: headerScheme('X-Stack-Super-Secret-Admin-Key', 'For admin access.'),
  adminAccessToken: headerScheme(
    'X-Stack-Admin-Access-Token',
    'The access token of a project owner, who is a user of the project `internal`. Can be used instead of any key.',
  ),
  accessToken: headerScheme('X-Stack-Access-Token', 'The access token of the signed-in user.'),
}

const keyOf: Record<AccessType, string> = { client: 'clientKey', server: 'serverKey', admin: 'adminKey' }

/** The roles of owners who may call it with their session. Left out if all of them may. */
function describeRoles({ ownerNeeds = 'none' }: RouteDefinition): Json {
  const roles = ownerNeeds === 'none' ? ownerRoles : rolesFor(ownerNeeds, { isInternal: false })
  return roles.length === ownerRoles.length ? {} : { 'x-owner-roles': roles }
}

function describeRoute(id: string, route: RouteDefinition, feature: string): Json {
  return {
    operationId: toOperationId(id),
    'x-route': id,
    'x-access': route.access === 'open' ? [] : route.access,
    ...describeRoles(route),
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
  return `If the project requires step-up, the user must have confirmed their identity in the last ten minutes${fields}.`
}

function describeSuccess({ response, status }: RouteDefinition): Json {
  if (response === 'redirect') {
    const location = { description: 'Where the browser is redirected.', schema: { type: 'string', format: 'uri' } }
    return { description: 'A redirect.', headers: { Location: location } }
  }
  return { description: status === 201 ? 'Created.' : 'Success.', content: describeContent(response) }
}

function describeContent(response: Exclude<RouteDefinition['response'], 'redirect'>): Json {
  if (response === 'text') return { 'text/plain': { schema: { type: 'string' } } }
  if (response === 'events') return { 'text/event-stream': { schema: { type: 'string' } } }
  if (response === 'html') return { 'text/html': { schema: { type: 'string' } } }
  return { 'application/json': { schema: describePart(response, 'output') } }
}

/** `GET /users/{user_id}` → `getUsersByUserId`: a valid identifier in every language. */
function toOperationId(id: string): string {
  const words = id.replaceAll(/\{(\w+)\}/g, 'by $1').match(/[A-Za-z0-9]+/g) ?? []
  const [method, ...rest] = words.map((word) => word.toLowerCase())
  return [method, ...(rest.length === 0 ? ['root'] : rest).map(capitalize)].join('')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Any one of the alternatives is sufficient. */
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

/** Whether the route always fails without a signed-in user. If the declaration does not say so, its errors do. */
function needsUser(route: RouteDefinition, level: AccessType): boolean {
  const has = (code: ErrorCode) => route.errors.includes(code)
  if (route.user || has('ACCESS_TOKEN_EXPIRED')) return true
  if (route.clientUser) return level === 'client'
  if (has('USER_AUTHENTICATION_REQUIRED')) return level === 'client'
  if (!has('CANNOT_GET_OWN_USER_WITHOUT_USER')) return false
  // Servers may name any user; clients only themselves.
  return level === 'client' || !namesUser(route)
}

function namesUser(route: RouteDefinition): boolean {
  const parts = [route.params, route.query, route.body].map((part) => schemaFor(part, 'server'))
  return parts.some((part) => part instanceof z.ZodObject && Object.values(part.shape).some(contract.acceptsMe))
}

type Described = Json & { properties?: Record<string, Json>; required?: string[] }

/** Says so if a parameter is required for some access levels only. */
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

/** Objects that many routes return are described once. */
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
      // Responses may get new members, which clients must not reject.
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

/** JSON Schema patterns have no flags, so a case-insensitive pattern would reject capital letters there. */
function ignoresCase(schema: object): boolean {
  const { checks = [] } = (schema as { _zod: { def: { checks?: { _zod: { def: { pattern?: RegExp } } }[] } } })._zod.def
  return checks.some((check) => check._zod.def.pattern?.flags.includes('i'))
}
