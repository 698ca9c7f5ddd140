import { z } from 'zod'
import {
  emailAsGiven,
  environment,
  listCursor,
  listOf,
  maxListItems,
  millis,
  permissionId,
  queryBoolean,
  success,
  trustedDomain,
  url,
  uuid,
} from './fields.ts'
import { ownerRoles } from './owner-roles.ts'
import { branding, secondFactorPolicies } from './project-config.ts'
import { providerTypes } from './providers.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionPolicy } from './session-policy.ts'

const admins = ['admin'] as const

/** Whether users may, or have to, have a second factor. */
const secondFactorPolicy = z.enum(secondFactorPolicies)

const publicFlags = {
  sign_up_enabled: z.boolean(),
  credential_enabled: z.boolean(),
  magic_link_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  client_team_creation_enabled: z.boolean(),
  client_user_deletion_enabled: z.boolean(),
  allow_user_api_keys: z.boolean(),
  allow_team_api_keys: z.boolean(),
  second_factor: secondFactorPolicy,
  second_factor_required_from_millis: millis.nullable().meta({
    description: 'If it is required from a date. Null: it is required already, or not required.',
  }),
  trusted_devices_allowed: z.boolean().meta({
    description: 'Whether users may trust a device, which is then not asked for the second factor for 30 days.',
  }),
}

const enabledProviders = z.array(z.object({ id: z.string() }))

/** For dark pages where there is one of its own. The full logo also has the name in it. */
const logos = {
  logo_url: z.string().nullable(),
  full_logo_url: z.string().nullable(),
  logo_dark_mode_url: z.string().nullable(),
  full_logo_dark_mode_url: z.string().nullable(),
}

const look = {
  branding: branding
    .optional()
    .meta({ description: 'Colors, shape and flow of the pages, if the project has set any.' }),
}

export const clientProject = z.object({
  id: z.string(),
  display_name: z.string(),
  ...logos,
  ...look,
  config: z.object({
    ...publicFlags,
    connections_enabled: z
      .literal(true)
      .optional()
      .meta({ description: 'Sign-in pages have to ask for the address first, and look for its connection.' }),
    oauth_provider_enabled: z
      .literal(true)
      .optional()
      .meta({ description: 'Users can sign in to other apps with their account, and let agents use it.' }),
    enabled_oauth_providers: enabledProviders,
  }),
})

const mergeStrategy = z.enum(['link_method', 'raise_error', 'allow_duplicates'])
const permissionIds = z.array(z.object({ id: z.string() }))

const providerFields = {
  id: z.enum(providerTypes),
  type: z.enum(['shared', 'standard']),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
}

const emailServer = z.object({
  type: z.literal('standard'),
  host: z.string(),
  port: z.number(),
  username: z.string(),
  password: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
})

export const adminProject = z.object({
  id: z.string(),
  display_name: z.string(),
  description: z.string(),
  ...logos,
  ...look,
  created_at_millis: millis,
  is_production_mode: z.boolean(),
  owner_team_id: z.string().nullable(),
  revision,
  owner_role: z.enum(ownerRoles).optional().meta({
    description: 'The role of the owner whose session was used. Without the right to see secrets, they are `(secret)`.',
  }),
  local_origin: z.string().optional().meta({
    description:
      'In lists, the origin on localhost that last used a key of the project, such as `http://localhost:5173`.',
  }),
  environment: environment.optional().meta({
    description: 'If the project is one of several environments of an app.',
  }),
  environment_group_id: z.string().optional().meta({ description: 'The same for all environments of an app.' }),
  config: z.object({
    allow_localhost: z.boolean(),
    ...publicFlags,
    create_team_on_sign_up: z.boolean(),
    client_role_changes_enabled: z.boolean(),
    marketing_opt_in: z.boolean(),
    default_locale: z.string().optional().meta({ description: 'Of emails. If absent, English.' }),
    step_up_required: z.boolean(),
    session_longest_life_minutes: sessionPolicy.longestLifeMinutes.nullable(),
    session_inactivity_minutes: sessionPolicy.inactivityMinutes.nullable(),
    sessions_per_user: sessionPolicy.maxPerUser.nullable(),
    session_keys_required: z.boolean(),
    oauth_account_merge_strategy: mergeStrategy,
    oauth_providers: z.array(z.object({ provider_config_id: z.string(), ...providerFields, id: z.string() })),
    enabled_oauth_providers: enabledProviders,
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: z.union([emailServer, z.object({ type: z.literal('shared') })]),
    email_theme: z.string(),
    team_creator_default_permissions: permissionIds,
    team_member_default_permissions: permissionIds,
    user_default_permissions: permissionIds,
  }),
})

const nonEmpty = z.string().min(1, 'must not be empty')

const providerInput = z.discriminatedUnion('type', [
  z.strictObject({ ...providerFields, type: z.literal('shared') }),
  z.strictObject({ ...providerFields, type: z.literal('standard'), client_id: nonEmpty, client_secret: nonEmpty }),
])

const emailServerInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({
    type: z.literal('standard'),
    host: nonEmpty,
    port: z.number().int().min(0).max(65_535),
    username: nonEmpty,
    password: nonEmpty.max(70),
    sender_name: nonEmpty,
    sender_email: emailAsGiven,
  }),
])

const permissionInput = z
  .array(z.strictObject({ id: permissionId }))
  .max(maxListItems)
  .optional()

const configInput = z.strictObject({
  allow_localhost: z.boolean().optional(),
  sign_up_enabled: z.boolean().optional(),
  credential_enabled: z.boolean().optional(),
  magic_link_enabled: z.boolean().optional(),
  passkey_enabled: z.boolean().optional(),
  client_team_creation_enabled: z.boolean().optional(),
  client_user_deletion_enabled: z.boolean().optional(),
  allow_user_api_keys: z.boolean().optional(),
  allow_team_api_keys: z.boolean().optional(),
  create_team_on_sign_up: z.boolean().optional(),
  client_role_changes_enabled: z.boolean().optional(),
  marketing_opt_in: z.boolean().optional(),
  step_up_required: z.boolean().optional(),
  session_longest_life_minutes: sessionPolicy.longestLifeMinutes.nullable().optional(),
  session_inactivity_minutes: sessionPolicy.inactivityMinutes.nullable().optional(),
  sessions_per_user: sessionPolicy.maxPerUser.nullable().optional(),
  second_factor: secondFactorPolicy.optional(),
  second_factor_required_from_millis: millis.nullable().optional(),
  trusted_devices_allowed: z.boolean().optional(),
  session_keys_required: z.boolean().optional(),
  oauth_account_merge_strategy: mergeStrategy.optional(),
  oauth_providers: z.array(providerInput).max(maxListItems).optional(),
  domains: z
    .array(
      z.strictObject({
        domain: trustedDomain,
        handler_path: z.string().max(300).startsWith('/', 'must start with /'),
      }),
    )
    .max(maxListItems)
    .optional(),
  email_config: emailServerInput.optional(),
  email_theme: z.string().optional(),
  team_creator_default_permissions: permissionInput,
  team_member_default_permissions: permissionInput,
  user_default_permissions: permissionInput,
})

export const projectUpdate = z.strictObject({
  display_name: z.string().optional(),
  description: z.string().nullable().optional(),
  logo_url: url.nullable().optional(),
  full_logo_url: url.nullable().optional(),
  logo_dark_mode_url: url.nullable().optional(),
  full_logo_dark_mode_url: url.nullable().optional(),
  is_production_mode: z.boolean().optional(),
  branding: branding.nullable().optional().meta({
    description: 'Replaces the branding as a whole. Null restores the default look.',
  }),
  config: configInput.optional(),
})

const jwk = z.object({
  kty: z.literal('EC'),
  alg: z.literal('ES256'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
})

export const projectRoutes = defineRoutes('settings', {
  'GET /projects/current': {
    summary: 'Get the public settings of the project',
    access: everyone,
    ownerNeeds: 'none',
    beforeSecondFactor: true,
    response: clientProject,
    errors: [],
  },
  'GET /projects/{project_id}/.well-known/jwks.json': {
    summary: 'Get the public keys that verify access tokens of the project',
    access: 'open',
    beforeSecondFactor: true,
    params: z.strictObject({ project_id: z.string() }),
    query: z.strictObject({ include_anonymous: queryBoolean.optional() }),
    response: z.object({ keys: z.array(jwk) }),
    responseHeaders: { 'cache-control': 'public, max-age=3600' },
    errors: [],
  },
  'GET /internal/projects': {
    summary: 'List the projects owned by the teams of the signed-in user',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(adminProject),
    errors: ['EXPECTED_INTERNAL_PROJECT'],
  },
  'POST /internal/projects': {
    summary: 'Create a project',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    body: projectUpdate.extend({ display_name: z.string(), owner_team_id: uuid }),
    status: 201,
    response: adminProject,
    errors: ['EXPECTED_INTERNAL_PROJECT', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'POST /internal/projects/transfer': {
    summary: 'Transfer a project to another team of the signed-in user',
    description:
      'For those with the role `owner`. Call it in the project `internal`, or in the project itself ' +
      'with the admin access token of an owner.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'owner',
    body: z.strictObject({ project_id: z.string(), new_team_id: z.string() }),
    response: z.object({ success: z.literal('true') }),
    errors: ['PROJECT_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'GET /internal/projects/current': {
    summary: 'Get the project with all its settings',
    access: admins,
    response: adminProject,
    errors: [],
  },
  'PATCH /internal/projects/current': {
    summary: 'Change the project and its settings',
    access: admins,
    headers: saveHeaders,
    body: projectUpdate,
    response: adminProject,
    errors: [],
  },
  'DELETE /internal/projects/current': {
    summary: 'Delete the project and all its data',
    access: admins,
    ownerNeeds: 'ownership',
    response: success,
    errors: [],
  },
})
