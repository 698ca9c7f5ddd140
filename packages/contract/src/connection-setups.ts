import { z } from 'zod'
import { connectionDomain, domainCheckResults } from './connection-domains.ts'
import { connection, connectionTypes, providerSettings } from './connections.ts'
import { millis, noQuery, success, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

export const setupLinkDays = 7

/** Its format is not checked here: a malformed code is treated like an unknown one. */
const code = z.string().max(200).meta({ description: 'What follows `#` in the link.' })
const withCode = z.strictObject({ code })

/** What whoever has the link sees: this connection, and the domains of its team. No permissions, members or secrets. */
const setup = z.object({
  project_display_name: z.string(),
  expires_at_millis: millis,
  preset: z.string().nullable().meta({ description: 'The identity provider that was chosen.' }),
  is_tested: z
    .boolean()
    .meta({ description: 'Whether a test sign-in has succeeded with the settings as they are now.' }),
  connection: connection.pick({
    type: true,
    display_name: true,
    is_active: true,
    callback_url: true,
    oidc: true,
    oauth2: true,
    saml: true,
    attributes: true,
    last_test: true,
  }),
  domains: z.array(connectionDomain.omit({ team_id: true, team_display_name: true })),
})

const managed = { access: ['server', 'admin'], query: noQuery } as const
const held = { access: 'open', limits: ['connectionSetupByAddress'], query: noQuery } as const
const checked = { ...held, handlerLimits: ['connectionChecksByTeam'] } as const
const errors = ['CONNECTION_SETUP_NOT_FOUND'] as const
const params = z.strictObject({ connection_id: uuid })

export const connectionSetupRoutes = defineRoutes('settings', {
  'POST /connections/{connection_id}/setup-link': {
    summary: 'Create a link for setting up a connection',
    description:
      `For the administrator of the company, who needs no account: valid for ${setupLinkDays} days, until the set-up is ` +
      'finished. Any earlier link for the connection ends. The connection must be off. The link ends with the access of ' +
      'the owner, or the key, that made it.',
    ...managed,
    params,
    body: z.strictObject({}),
    bodyOptional: true,
    status: 201,
    response: z.object({
      url: z.string().meta({ description: 'Secret, and never returned again.' }),
      expires_at_millis: millis,
    }),
    errors: ['CONNECTION_NOT_FOUND'],
  },
  'DELETE /connections/{connection_id}/setup-link': {
    summary: 'Withdraw the link for setting up a connection',
    description: 'What was entered with it stays.',
    ...managed,
    params,
    response: success,
    errors: ['CONNECTION_NOT_FOUND'],
  },
  'POST /connection-setups/read': {
    summary: 'Read the set-up that a link is for',
    description: 'For all these routes, the code of the link is the only credential.',
    ...held,
    body: withCode,
    response: setup,
    errors,
  },
  'POST /connection-setups/choose-provider': {
    summary: 'Choose the identity provider and the protocol',
    description: 'The protocol cannot change once anybody has signed in with the connection.',
    ...checked,
    body: withCode.extend({
      preset: z.string().regex(/^[a-z0-9-]{1,50}$/, 'must be the ID of a preset, or `other`'),
      type: z.enum(connectionTypes),
    }),
    response: setup,
    errors,
  },
  'POST /connection-setups/save-settings': {
    summary: 'Save the settings of the identity provider',
    description: 'As for changes of a connection, but for its permissions. The connection must be off.',
    ...checked,
    body: withCode.extend(providerSettings),
    response: setup,
    errors,
  },
  'POST /connection-setups/test': {
    summary: 'Start a test sign-in with the connection of a set-up',
    description: 'Open the URL in a browser. The mapped user is then in the set-up.',
    ...checked,
    body: withCode,
    response: z.object({ url: z.string() }),
    errors,
  },
  'POST /connection-setups/add-domain': {
    summary: 'Add an email domain of the company',
    ...held,
    body: withCode.extend({ domain: z.string().min(1).max(300) }),
    response: setup,
    errors: [...errors, 'CONNECTION_DOMAIN_REFUSED'],
  },
  'POST /connection-setups/check-domain': {
    summary: 'Check the record of a domain of the company',
    ...checked,
    body: withCode.extend({ domain_id: uuid }),
    response: setup.extend({ result: z.enum(domainCheckResults) }),
    errors: [...errors, 'CONNECTION_DOMAIN_NOT_FOUND'],
  },
  'POST /connection-setups/remove-domain': {
    summary: 'Remove a domain that has not been proven',
    ...held,
    body: withCode.extend({ domain_id: uuid }),
    response: setup,
    errors: [...errors, 'CONNECTION_DOMAIN_NOT_FOUND'],
  },
  'POST /connection-setups/finish': {
    summary: 'Turn the connection on and use up the link',
    description:
      'Needs a test sign-in that has succeeded with the settings as they are now. Those who look after the connection ' +
      'are told by email.',
    ...checked,
    body: withCode,
    response: setup,
    errors,
  },
})
