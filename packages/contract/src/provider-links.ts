import { z } from 'zod'
import { byAccess } from './access.ts'
import { email, listCursor, listOf, providerAccountId, success, userIdOrMe, uuid } from './fields.ts'
import { providerTypes } from './providers.ts'
import { defineRoutes, everyone } from './route.ts'

const clientLink = z.object({
  id: z.string(),
  user_id: z.string(),
  provider_config_id: z.string(),
  type: z.enum(providerTypes),
  email: z.string().optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
})

const serverLink = clientLink.extend({ account_id: z.string() })
const response = byAccess({ client: clientLink, server: serverLink })

const clientUpdate = z.strictObject({
  allow_sign_in: z.boolean().optional(),
  allow_connected_accounts: z.boolean().optional(),
})

const query = z.strictObject({ user_id: userIdOrMe.optional(), cursor: listCursor.optional() })
const params = z.strictObject({ user_id: userIdOrMe, id: uuid })

export const providerLinkRoutes = defineRoutes('accounts', {
  'GET /oauth-providers': {
    summary: 'List provider links, oldest first',
    description: 'Clients list their own. Servers list those of one user, or all in the project.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: byAccess({ client: listOf(clientLink), server: listOf(serverLink) }),
    errors: ['USER_NOT_FOUND'],
  },
  'POST /oauth-providers': {
    summary: 'Link a user to an account at a provider',
    access: ['server', 'admin'],
    query,
    body: z.strictObject({
      user_id: userIdOrMe,
      provider_config_id: z.string(),
      account_id: providerAccountId,
      email: email.optional(),
      allow_sign_in: z.boolean(),
      allow_connected_accounts: z.boolean(),
    }),
    status: 201,
    response: serverLink,
    errors: ['USER_NOT_FOUND', 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'],
  },
  'GET /oauth-providers/{user_id}/{id}': {
    summary: 'Read a provider link',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query,
    response,
    errors: [],
  },
  'PATCH /oauth-providers/{user_id}/{id}': {
    summary: 'Change a provider link',
    description:
      'If `allow_sign_in` is false, the account can no longer be used to sign in. A user can have one account per ' +
      'provider to sign in with.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    query,
    body: byAccess({
      client: clientUpdate,
      server: clientUpdate.extend({ email: email.optional(), account_id: providerAccountId.optional() }),
    }),
    response,
    errors: ['OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'],
  },
  'DELETE /oauth-providers/{user_id}/{id}': {
    summary: 'Remove a provider link and its tokens',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    query,
    response: success,
    errors: [],
  },
})
