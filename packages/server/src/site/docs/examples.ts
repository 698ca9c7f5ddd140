import type { Routes } from '@latchkey/contract'
import {
  type Api,
  bodyOf,
  type Level,
  nameOf,
  type Operation,
  type Parameter,
  responseOf,
  type Schema,
  withoutNull,
} from './api.ts'

const exampleId = '7d8c5f0e-3b1a-4c6d-9e2f-5a4b3c2d1e0f'

/** Example strings by field name, or by parent and field name. */
const texts: Record<string, string> = {
  'AdminProject.display_name': 'My app',
  'ClientProject.display_name': 'My app',
  'selected_team.display_name': "Ada's Team",
  'ClientTeam.display_name': 'Analytics',
  'ServerTeam.display_name': 'Analytics',
  'PermissionDefinition.id': 'billing:admin',
  'TeamPermission.id': 'billing:admin',
  'ProjectPermission.id': 'billing:admin',
  'oauth_providers.id': 'github',
  'enabled_oauth_providers.id': 'github',
  id: exampleId,
  user_id: exampleId,
  team_id: exampleId,
  team_display_name: 'Analytics',
  recipient_email: 'ada@example.com',
  contained_permission_ids: 'billing:read',
  account_id: '1098765432',
  project_id: exampleId,
  password: 'correct horse battery',
  old_password: 'correct horse battery',
  new_password: 'staple under the lamp',
  primary_email: 'ada@example.com',
  email: 'ada@example.com',
  access_token: 'eyJhbGciOiJFUzI1NiIsImtpZCI6…',
  refresh_token: '7xk2m9q4vc1t8n5r0wz3y6hjbdfgas2p4e8k1m7q9vx5t',
  callback_url: 'http://localhost:3000/handler/email-verification',
  verification_callback_url: 'http://localhost:3000/handler/email-verification',
  profile_image_url: 'https://example.com/ada.png',
  display_name: 'Ada Lovelace',
  description: 'Used in production',
  clientVersion: '0.1.0',
  publishable_client_key: 'pck_…',
  secret_server_key: 'ssk_…',
  super_secret_admin_key: 'sak_…',
  last_four: '7k2m',
  ip: '203.0.113.7',
  countryCode: 'GB',
  next_cursor: exampleId,
  offer_id: 'pro',
  price_id: 'monthly',
  offer_display_name: 'Pro',
  item_id: 'credits',
  stripe_account_id: 'acct_1Nv0FGQ9RKHgCVdK',
  client_secret: 'pi_3MtwBw_secret_YrKJUKri',
  config_string: '{"auth":{"allowSignUp":true, …}}',
  domain: 'https://example.com',
  handler_path: '/handler',
}

/** Values that the reader has to fill in, as shell variables. */
const variables: Record<string, string> = {
  refresh_token: '$REFRESH_TOKEN',
  client_id: '$LATCHKEY_PROJECT_ID',
  client_secret: '$LATCHKEY_PUBLISHABLE_CLIENT_KEY',
  user_id: '$USER_ID',
  team_id: '$TEAM_ID',
  owner_team_id: '$TEAM_ID',
  code: '$CODE',
  full_code: '$CODE',
}

/** Example bodies for routes whose fields are all optional. */
const bodies: Partial<Record<keyof Routes, unknown>> = {
  'POST /users': {
    display_name: 'Ada Lovelace',
    primary_email: 'ada@example.com',
    primary_email_auth_enabled: true,
    password: 'correct horse battery',
  },
  'POST /auth/step-up': { type: 'password', password: 'correct horse battery' },
  'POST /auth/step-up/check': {},
  'POST /auth/mfa/sign-in': { type: 'totp', totp: '123456', code: '$CODE' },
  'POST /teams': { display_name: 'Analytics' },
  'PATCH /teams/{team_id}': { display_name: 'Research' },
  'POST /team-invitations/send-code': {
    email: 'ada@example.com',
    team_id: '$TEAM_ID',
    callback_url: 'http://localhost:3000/handler/team-invitation',
  },
  'POST /team-permission-definitions': { id: 'billing:admin', contained_permission_ids: ['billing:read'] },
  'PATCH /team-permission-definitions/{id}': { id: 'billing:owner', contained_permission_ids: ['billing:read'] },
  'POST /project-permission-definitions': { id: 'billing:admin', contained_permission_ids: ['billing:read'] },
  'PATCH /project-permission-definitions/{id}': { id: 'billing:owner', contained_permission_ids: ['billing:read'] },
  'PATCH /internal/config/override': { config_override_string: '{"auth.allowSignUp":false}' },
  'POST /internal/projects': { display_name: 'My app', owner_team_id: variables.owner_team_id },
  'PATCH /internal/projects/current': { config: { sign_up_enabled: false } },
  'POST /internal/projects/transfer': { project_id: variables.client_id, new_team_id: variables.owner_team_id },
  'POST /connections': { team_id: variables.team_id, display_name: 'Acme', type: 'saml' },
  'POST /internal/webhook-endpoints': { url: 'https://example.com/webhooks', event_types: ['user.created'] },
  'POST /internal/ai-chat/{thread_id}': {
    context_type: 'email-theme',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Make the buttons green.' }] }],
  },
  'PATCH /internal/ai-chat/{thread_id}': { message: { role: 'user', content: 'Make the buttons green.' } },
  'POST /emails/send-email': {
    user_ids: [variables.user_id],
    subject: 'News for you',
    html: '<p>There is something new.</p>',
  },
  'POST /internal/send-email-preview': {
    template_id: '822687fe-8d0a-4467-a0d1-416b6e639478',
    recipient_email: 'ada@example.com',
  },
  'POST /internal/email-sends': {
    filter: { primary_email_verified: 'true' },
    subject: 'News for you',
    html: '<p>There is something new.</p>',
  },
  'POST /payments/purchases/create-purchase-url': {
    customer_type: 'user',
    customer_id: variables.user_id,
    offer_id: 'pro',
  },
  'POST /integrations/stripe/webhooks': '{"id":"evt_1","object":"event","type":"customer.subscription.updated"}',
  'POST /check-feature-support': { feature_name: 'time travel' },
  'POST /auth/oauth/token': {
    grant_type: 'refresh_token',
    client_id: variables.client_id,
    client_secret: variables.client_secret,
    refresh_token: variables.refresh_token,
  },
}

/** Query parameters that are required for clients but not for servers. */
const queries: Partial<Record<keyof Routes, string>> = {
  'GET /teams': '?user_id=me',
  'GET /team-member-profiles': '?team_id=$TEAM_ID',
  'GET /team-permissions': '?user_id=me&recursive=true',
  'GET /project-permissions': '?user_id=me&recursive=true',
}

/** The headers that the least privileged caller would send. */
export function exampleBody(operation: Operation): unknown {
  const schema = bodyOf(operation)
  if (!schema) return undefined
  const given = bodies[operation['x-route'] as keyof Routes]
  if (given) return given
  const variant = schema.anyOf?.find((option) => option['x-access']) ?? schema
  const required = exampleObject(variant, (name) => variant.required?.includes(name) ?? false)
  return Object.keys(required).length > 0 ? required : exampleObject(variant, firstOf(variant))
}

function firstOf(schema: Schema) {
  const [first] = Object.keys(schema.properties ?? {})
  return (name: string) => name === first
}

function exampleObject(schema: Schema, includes: (name: string) => boolean): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => includes(name))
  return Object.fromEntries(members.map(([name, member]) => [name, exampleValue(member, ['', name])]))
}

/** The response with server access, which contains all fields. */
export function exampleResponse(operation: Operation, api: Api): string | undefined {
  const { type, schema } = responseOf(operation)
  if (type !== 'application/json') return undefined
  const variant = schema.anyOf?.find((option) => option['x-access']) ?? schema
  return JSON.stringify(exampleValue(variant, ['', ''], api), null, 2)
}

/** `place` is the parent's name and the field's own. */
function exampleValue(schema: Schema, place: [owner: string, name: string], api?: Api): unknown {
  const [, name] = place
  const plain = withoutNull(schema)
  const reference = nameOf(plain)
  if (reference && api) return exampleValue(api.components.schemas[reference]!, ['', reference], api)
  if (plain.const !== undefined) return plain.const
  if (plain.enum) return plain.enum[0]
  if (plain.anyOf || plain.oneOf) return exampleValue((plain.anyOf ?? plain.oneOf)![0]!, place, api)
  if (plain.items) return [exampleValue(plain.items, place, api)]
  if (plain.properties) {
    const members = Object.entries(plain.properties)
    return Object.fromEntries(members.map(([key, member]) => [key, exampleValue(member, [name, key], api)]))
  }
  if (plain.type === 'boolean') return !/anonymous|impersonation|totp|otp|passkey|production/.test(name)
  if (plain.type === 'integer' || plain.type === 'number') return exampleNumber(plain, name)
  if (plain.type === 'string') return (api ? undefined : variables[name]) ?? exampleText(plain, place)
  return name.endsWith('metadata') ? {} : null
}

function exampleText({ format = '' }: Schema, place: [owner: string, name: string]): string {
  return texts[place.join('.')] ?? texts[place[1]] ?? formatted[format] ?? 'text'
}

const formatted: Record<string, string> = {
  email: 'ada@example.com',
  uuid: exampleId,
  uri: 'https://example.com/',
  byte: 'SGVsbG8sIHdvcmxkIQ==',
}

function exampleNumber({ default: fallback }: Schema, name: string): unknown {
  if (fallback !== undefined) return fallback
  if (name === 'expires_in') return 599
  if (name.startsWith('expires_at')) return 2_082_758_400_000
  return /_at|millis/.test(name) ? 1_767_225_600_000 : 1
}

const keyHeaders: Record<Level, [header: string, variable: string]> = {
  client: ['X-Stack-Publishable-Client-Key', '$LATCHKEY_PUBLISHABLE_CLIENT_KEY'],
  server: ['X-Stack-Secret-Server-Key', '$LATCHKEY_SECRET_SERVER_KEY'],
  admin: ['X-Stack-Super-Secret-Admin-Key', '$LATCHKEY_SUPER_SECRET_ADMIN_KEY'],
}

/** A request that can be pasted into a shell in which the variables are set. */
export function exampleCurl(operation: Operation, url: string): string {
  const [method, path] = operation['x-route'].split(' ') as [string, string]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variableOf(name))
  const address = `${url}/api/v1${filled === '/' ? '' : filled}${exampleQuery(operation)}`
  const body = exampleBody(operation)
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...exampleHeaders(operation).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(text === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quote(text)}`]),
  ]
  return lines.join(' \\\n  ')
}

function variableOf(name: string): string {
  return name === 'project_id' ? '$LATCHKEY_PROJECT_ID' : `$${name.toUpperCase()}`
}

/** Parameters that are required for everyone or for clients. */
function exampleQuery({ parameters, 'x-access': levels, 'x-route': route }: Operation): string {
  const given = queries[route as keyof Routes]
  if (given) return given
  const isNeeded = ({ required, description }: Parameter) => required || (description && levels.includes('client'))
  const needed = parameters.filter((parameter) => parameter.in === 'query' && isNeeded(parameter))
  const pairs = needed.map(({ name, schema }) => `${name}=${exampleParameter(name, schema)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function exampleParameter(name: string, { const: only, enum: options, examples }: Schema): string {
  if (name === 'user_id') return 'me'
  return String(only ?? options?.[0] ?? examples?.[0] ?? variables[name] ?? variableOf(name))
}

type Header = [name: string, value: string]

function exampleHeaders(operation: Operation): Header[] {
  const own = operation.parameters.filter((one) => one.in === 'header' && one.required).map(exampleHeader)
  const [level] = operation['x-access']
  if (!level) return own
  const isInternal = operation['x-errors'].includes('EXPECTED_INTERNAL_PROJECT')
  const [keyHeader, keyVariable] = keyHeaders[level]
  const user: Header[] = operation.security[0]?.accessToken ? [['X-Stack-Access-Token', '$ACCESS_TOKEN']] : []
  return [
    ['X-Stack-Project-Id', isInternal ? 'internal' : '$LATCHKEY_PROJECT_ID'],
    ['X-Stack-Access-Type', level],
    [keyHeader, isInternal ? '$LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY' : keyVariable],
    ...user,
    ...own,
  ]
}

/** `x-stack-refresh-token` → `X-Stack-Refresh-Token: $REFRESH_TOKEN`. */
function exampleHeader({ name }: Parameter): Header {
  const title = name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
  return [title, variableOf(name.replace('x-stack-', '').replaceAll('-', '_'))]
}

/** Single quotes keep a text as it is; a here-document lets the shell fill in the variables. */
function quote(json: string): string {
  if (json.includes('$')) return `@- <<END\n${json}\nEND`
  return `'${json.replaceAll('\n', '\n  ').replaceAll("'", "'\\''")}'`
}
