import { z } from 'zod'
import { byAccess } from './access.ts'
import { displayName, listCursor, listOf, millis, noQuery, permissionId, success, uuid } from './fields.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'

/** What the ID of a connection begins with where the routes of OAuth take the ID of a provider. */
export const connectionProviderPrefix = 'sso_'

export const connectionTypes = ['oidc', 'oauth2', 'saml'] as const
export type ConnectionType = (typeof connectionTypes)[number]

/** Of one team, or of the project itself. */
export const maxConnections = 20
export const maxConnectionDomains = 50

const maxMetadataLength = 256_000
const maxCertificates = 4

const webUrl = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text), 'must be an http or https URL')
  .meta({ format: 'uri' })
const name = z.string().min(1).max(500)
const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope'))
  .max(50)
  .meta({ description: 'Requested besides `openid`. By default `email` and `profile`.' })
const clientAuthentication = z
  .enum(['basic', 'post'])
  .nullable()
  .meta({ description: 'How the client secret is sent. Null: as the discovery document says, or `basic`.' })

const clientId = z.string().min(1).max(1_000)
const clientSecret = z
  .string()
  .min(1)
  .max(4_000)
  .meta({ description: 'Never returned. When it is left out of a change, the stored one stays.' })
const hasClientSecret = z.boolean()

const oidcEndpoints = {
  authorization_url: webUrl,
  token_url: webUrl,
  jwks_url: webUrl,
  user_info_url: webUrl.nullable().default(null),
}
const oidcWrite = z.strictObject({
  issuer: webUrl.meta({
    description: 'As in the ID tokens. Everything else is discovered, unless `endpoints` are given.',
  }),
  endpoints: z.strictObject(oidcEndpoints).nullable().default(null),
  client_id: clientId,
  client_secret: clientSecret.optional(),
  client_authentication: clientAuthentication.default(null),
  scopes: scopes.default(['email', 'profile']),
})
const oidcRead = z.object({
  issuer: z.string(),
  endpoints: z
    .object({
      authorization_url: z.string(),
      token_url: z.string(),
      jwks_url: z.string(),
      user_info_url: z.string().nullable(),
    })
    .nullable(),
  client_id: z.string(),
  has_client_secret: hasClientSecret,
  client_authentication: clientAuthentication,
  scopes: z.array(z.string()),
})

const oauth2Write = z.strictObject({
  authorization_url: webUrl,
  token_url: webUrl,
  user_info_url: webUrl.meta({ description: 'Has to answer with a JSON object about the user.' }),
  client_id: clientId,
  client_secret: clientSecret.optional(),
  client_authentication: clientAuthentication.default(null),
  scopes: scopes.meta({ description: 'None by default.' }).default([]),
})
const oauth2Read = z.object({
  authorization_url: z.string(),
  token_url: z.string(),
  user_info_url: z.string(),
  client_id: z.string(),
  has_client_secret: hasClientSecret,
  client_authentication: clientAuthentication,
  scopes: z.array(z.string()),
})

const certificateText = z.string().max(10_000)
const samlOptions = {
  is_idp_initiated_allowed: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether sign-ins may begin at the provider, such as with a tile. Its answer is never accepted: the browser is ' +
        'led to the sign-in page of the app, which starts a sign-in of its own.',
    }),
}
const samlWrite = z
  .strictObject({
    metadata_url: webUrl.optional().meta({ description: 'Of the provider. Read now, and again every day.' }),
    metadata: z
      .string()
      .max(maxMetadataLength)
      .optional()
      .meta({ description: 'The metadata of the provider as XML, instead of its URL.' }),
    provider: z
      .strictObject({
        entity_id: name,
        sign_in_url: webUrl,
        certificates: z.array(certificateText).min(1).max(maxCertificates),
      })
      .optional()
      .meta({ description: 'What metadata would say, if the provider has none. Certificates are PEM or base64.' }),
    ...samlOptions,
  })
  .refine(
    ({ metadata_url, metadata, provider }) =>
      [metadata_url, metadata, provider].filter((given) => given !== undefined).length === 1,
    'must have one of metadata_url, metadata and provider',
  )
const certificate = z.object({
  fingerprint: z.string().meta({ description: 'SHA-256, as consoles show it.' }),
  expires_at_millis: millis,
})
const samlRead = z.object({
  provider: z
    .object({
      entity_id: z.string(),
      sign_in_url: z.string(),
      certificates: z
        .array(certificate)
        .meta({ description: 'All are accepted: when a provider changes its own, both are.' }),
    })
    .nullable()
    .meta({ description: 'Null until its metadata is entered.' }),
  metadata_url: z.string().nullable(),
  metadata_read_at_millis: millis.nullable(),
  metadata_failing_since_millis: millis
    .nullable()
    .meta({ description: 'Since when the metadata cannot be read. What was read last stays in use.' }),
  is_idp_initiated_allowed: z.boolean(),
  service_provider: z
    .object({
      entity_id: z.string(),
      acs_url: z.string(),
      metadata_url: z.string(),
      certificate: z.string().meta({ description: 'PEM. Checks our signed requests and encrypts assertions for us.' }),
    })
    .meta({ description: 'What to enter at the provider.' }),
})

const attributeName = z.string().min(1).max(300).nullable().optional()
const attributes = z
  .strictObject({
    id: attributeName.meta({
      description: 'Only for `oauth2` (by default `sub`, or else `id`) and `saml` (by default the name ID).',
    }),
    email: attributeName,
    display_name: attributeName,
    profile_image_url: attributeName,
    groups: attributeName,
  })
  .meta({
    description:
      'The claims or attributes that a user is made of. Null or left out: the usual ones. A dot leads into an object, ' +
      'unless there is a claim with the whole name.',
  })

const roles = z
  .strictObject({
    default_permission_id: permissionId
      .nullable()
      .default(null)
      .meta({ description: 'Granted besides the default permissions of members if no group matches.' }),
    groups: z
      .array(z.strictObject({ group: name, permission_id: permissionId }))
      .max(100)
      .default([]),
  })
  .meta({
    description:
      'What members get when they join the team with their first sign-in: permissions of teams, by their groups. A ' +
      'client can only name permissions that its user has. Only for connections of teams.',
  })

const testedUser = z.object({
  account_id: z.string(),
  email: z.string().nullable(),
  is_email_verified: z.boolean().meta({ description: 'Whether the address is in a proven domain, so that it counts.' }),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  groups: z.array(z.string()),
  permission_ids: z.array(z.string()).meta({ description: 'What the user would be granted in the team.' }),
})
const lastTest = z.discriminatedUnion('status', [
  z.object({ status: z.literal('succeeded'), happened_at_millis: millis, user: testedUser }),
  z.object({ status: z.literal('failed'), happened_at_millis: millis, message: z.string() }),
])

const setupLinkStates = ['sent', 'opened', 'finished', 'expired'] as const

const setupLink = z.object({
  state: z
    .enum(setupLinkStates)
    .meta({ description: 'Whether the administrator of the company has opened or used it.' }),
  created_at_millis: millis,
  expires_at_millis: millis,
  opened_at_millis: millis.nullable(),
  finished_at_millis: millis.nullable(),
})

export const connection = z.object({
  id: z.string(),
  team_id: z.string().nullable().meta({ description: 'Null: of the project itself.' }),
  team_display_name: z.string().nullable(),
  type: z.enum(connectionTypes),
  provider_id: z.string().meta({ description: '`sso_<id>`: the provider in `GET /auth/oauth/authorize/{provider}`.' }),
  display_name: z.string(),
  is_active: z.boolean().meta({ description: 'Whether anybody can sign in with it.' }),
  callback_url: z.string().meta({ description: 'To be registered at the provider: the redirect URI, or ACS URL.' }),
  oidc: oidcRead.optional(),
  oauth2: oauth2Read.optional(),
  saml: samlRead.optional(),
  attributes: z.object({
    id: z.string().nullable(),
    email: z.string().nullable(),
    display_name: z.string().nullable(),
    profile_image_url: z.string().nullable(),
    groups: z.string().nullable(),
  }),
  roles: z.object({
    default_permission_id: z.string().nullable(),
    groups: z.array(z.object({ group: z.string(), permission_id: z.string() })),
  }),
  created_at_millis: millis,
  updated_at_millis: millis,
  last_sign_in_at_millis: millis.nullable(),
  last_test: lastTest.nullable(),
  setup_link: setupLink.nullable().meta({ description: 'The last link for setting it up, unless it was withdrawn.' }),
  revision,
})

const type = z.enum(connectionTypes).optional().meta({
  description: 'For a connection whose settings follow: a provider needs its callback URL before it tells its own.',
})
/** What is known about the identity provider. */
export const providerSettings = {
  attributes: attributes.optional(),
  oidc: oidcWrite.optional(),
  oauth2: oauth2Write.optional(),
  saml: samlWrite.optional(),
}
const optionalChange = {
  is_active: z.boolean().optional().meta({ description: 'False by default.' }),
  roles: roles.optional(),
  ...providerSettings,
}
const hasOneType = (body: { type?: ConnectionType | undefined; oidc?: unknown; oauth2?: unknown; saml?: unknown }) => {
  const given = connectionTypes.filter((type) => body[type] !== undefined)
  return body.type ? given.every((type) => type === body.type) : given.length === 1
}
const oneType = 'must have one of oidc, oauth2 and saml, or a type'

const params = z.strictObject({ connection_id: uuid })
const accessErrors = ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'CONNECTION_NOT_FOUND'] as const

/** Clients need the permission `$manage_connections` in the team. */
const managed = { access: everyone, clientUser: 'USER_AUTHENTICATION_REQUIRED', query: noQuery } as const

export const connectionRoutes = defineRoutes('settings', {
  'GET /connections': {
    summary: 'List connections with identity providers of companies',
    description:
      'Oldest first. For all routes about connections, clients need the permission `$manage_connections` in the team, ' +
      'and they only reach connections of teams. Servers list those of a team, or all of the project.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: byAccess({
      client: z.strictObject({ team_id: uuid, cursor: listCursor.optional() }),
      server: z.strictObject({ team_id: uuid.optional(), cursor: listCursor.optional() }),
    }),
    response: listOf(connection),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
  },
  'POST /connections': {
    summary: 'Create a connection',
    description:
      'With the settings of its type: one of `oidc`, `oauth2` and `saml`. They may follow later, if `type` is given. ' +
      'Nobody can sign in with it before it is active; a test shows whether it works.',
    ...managed,
    stepUp: true,
    handlerLimits: ['connectionChecksByTeam'],
    body: byAccess({
      client: z
        .strictObject({ team_id: uuid, display_name: displayName, type, ...optionalChange })
        .refine(hasOneType, oneType),
      server: z
        .strictObject({ team_id: uuid.nullable().optional(), display_name: displayName, type, ...optionalChange })
        .refine(hasOneType, oneType),
    }),
    status: 201,
    response: connection,
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND', 'PERMISSION_NOT_FOUND'],
  },
  'GET /connections/{connection_id}': {
    summary: 'Read a connection',
    ...managed,
    params,
    response: connection,
    errors: accessErrors,
  },
  'PATCH /connections/{connection_id}': {
    summary: 'Change a connection',
    description:
      'Its type cannot change. The settings of a type, `attributes` and `roles` are replaced as a whole. Pending ' +
      'sign-ins with the earlier settings are refused. When a connection is deactivated, the sessions that began with ' +
      'it end.',
    ...managed,
    stepUp: true,
    handlerLimits: ['connectionChecksByTeam'],
    headers: saveHeaders,
    params,
    body: z.strictObject({ display_name: displayName.optional(), ...optionalChange }),
    response: connection,
    errors: [...accessErrors, 'PERMISSION_NOT_FOUND'],
  },
  'DELETE /connections/{connection_id}': {
    summary: 'Delete a connection',
    description: 'The sessions that began with it end. Its users remain, without this way to sign in.',
    ...managed,
    stepUp: true,
    params,
    response: success,
    errors: accessErrors,
  },
  'POST /connections/{connection_id}/test': {
    summary: 'Start a test sign-in with a connection',
    description:
      'Open the URL in a browser and sign in at the provider. Nobody is signed in and no user is created: the mapped ' +
      'user, or what went wrong, is then the `last_test` of the connection. The connection need not be active.',
    ...managed,
    handlerLimits: ['connectionChecksByTeam'],
    params,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ url: z.string() }),
    errors: accessErrors,
  },
})
