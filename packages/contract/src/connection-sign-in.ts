import { z } from 'zod'
import { connectionTypes } from './connections.ts'
import { noQuery, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const params = z.strictObject({ connection_id: uuid })

export const connectionSignInRoutes = defineRoutes('settings', {
  'POST /auth/connections/find': {
    summary: 'Find the connection for an email address',
    description:
      'The oldest active connection of whoever has proven the domain of the address. Depends on the domain only, so it ' +
      'does not tell whether there is an account.',
    access: everyone,
    ownerNeeds: 'none',
    limits: ['connectionFindsByAddress'],
    query: noQuery,
    // As people type it: the domain may have letters outside of ASCII.
    body: z.strictObject({ email: z.string().max(256) }),
    response: z.object({
      connection: z
        .object({
          id: z.string(),
          provider_id: z.string(),
          type: z.enum(connectionTypes),
          display_name: z.string(),
        })
        .nullable(),
    }),
    errors: [],
  },
  'GET /auth/saml/{connection_id}/metadata': {
    summary: 'Get our SAML metadata for a connection',
    description: 'As XML, for the identity provider. An unknown connection is a plain-text 404.',
    access: 'open',
    params,
    query: noQuery,
    response: 'text',
    responseHeaders: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
    errors: [],
  },
  'POST /auth/saml/{connection_id}/acs': {
    summary: 'Handle the answer of a SAML provider',
    description:
      'Register this URL at the provider as the ACS URL, with the HTTP-POST binding. Continues as `GET ' +
      '/auth/oauth/callback/{provider}` does.',
    access: 'open',
    trace: 'oauth',
    params,
    query: z.record(z.string(), z.string()),
    body: z.record(z.string(), z.string()).meta({ description: 'The form: `SAMLResponse` and `RelayState`.' }),
    status: 303,
    response: 'redirect',
    errors: [
      'OUTER_OAUTH_TIMEOUT',
      'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
      'OAUTH_PROVIDER_ACCESS_DENIED',
      'REDIRECT_URL_NOT_WHITELISTED',
      'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
      'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
      'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      'SIGN_UP_NOT_ENABLED',
    ],
  },
})
