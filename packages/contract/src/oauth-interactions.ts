import { z } from 'zod'
import { millis, noQuery, success, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'
import { ipInfo } from './sessions.ts'

/** Where the browser goes next. It has to be the same browser in which the request of the client began. */
const next = z.object({ redirect_url: z.string() })

const interactionId = z.string().regex(/^[\w-]{10,100}$/, 'must be the ID of an interaction')
const params = z.strictObject({ interaction_id: interactionId })

/** What a client asks for, as the user reads it. */
const oauthRequest = z.object({
  client: z.object({
    id: z.string(),
    display_name: z.string(),
    host: z.string().nullable().meta({ description: 'Of the metadata document of a client that introduces itself.' }),
    is_verified: z.boolean().meta({ description: 'Whether owners of the project have registered it.' }),
    redirect_host: z.string().nullable().meta({ description: 'Where the browser returns to.' }),
  }),
  is_signed_in: z.boolean().meta({ description: 'False: the user has to sign in, or to do so again.' }),
  is_other_account_needed: z.boolean().optional().meta({
    description: 'Whether the client expects another user than the one who is signed in, who cannot approve.',
  }),
  is_fresh_sign_in_needed: z.boolean(),
  is_consent_needed: z.boolean().meta({ description: 'False: all of it was approved before.' }),
  login_hint: z.string().nullable(),
  scopes: z.array(
    z.object({
      id: z.string(),
      display_name: z.string().nullable().meta({ description: 'Null for built-in scopes, which screens describe.' }),
      description: z.string().nullable(),
      is_new: z.boolean().meta({ description: 'Not approved before.' }),
      is_available: z.boolean().meta({ description: 'False: the user lacks the permission, in every team.' }),
    }),
  ),
  resources: z.array(z.object({ uri: z.string(), display_name: z.string() })),
  teams: z
    .array(z.object({ id: z.string(), display_name: z.string() }))
    .nullable()
    .meta({ description: 'To choose from, if the client asks for something of a team.' }),
  expires_at_millis: millis,
})

const errors = ['OAUTH_REQUEST_NOT_FOUND', 'USER_AUTHENTICATION_REQUIRED'] as const
const answerBody = z.strictObject({
  scopes: z
    .array(z.string())
    .max(200)
    .optional()
    .meta({ description: 'Those that the user approves. All by default.' }),
  team_id: uuid.nullable().optional(),
})

const deviceCode = { user_code: z.string().min(1).max(50) }

export const oauthInteractionRoutes = defineRoutes('none', {
  'GET /oauth-provider/interactions/{interaction_id}': {
    summary: 'Read what an OAuth client asks the user for',
    description: 'For the page on which users approve access. Works before the user has signed in.',
    access: ['client'],
    limits: ['oauthByAddress'],
    params,
    query: noQuery,
    response: oauthRequest,
    errors: ['OAUTH_REQUEST_NOT_FOUND'],
  },
  'POST /oauth-provider/interactions/{interaction_id}/approve': {
    summary: 'Approve what an OAuth client asks for',
    description:
      'As the signed-in user. Send the browser to the returned URL, which works once, for a minute, and only in the ' +
      'browser in which the request of the client began.',
    access: ['client'],
    user: 'authenticated',
    limits: ['oauthByAddress'],
    params,
    body: answerBody,
    response: next,
    errors: [...errors, 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'POST /oauth-provider/interactions/{interaction_id}/deny': {
    summary: 'Refuse what an OAuth client asks for',
    access: ['client'],
    limits: ['oauthByAddress'],
    params,
    body: z.strictObject({}),
    bodyOptional: true,
    response: next,
    errors: ['OAUTH_REQUEST_NOT_FOUND'],
  },
  'POST /oauth-provider/device/find': {
    summary: 'Read what a device asks the user for',
    description: 'With the code that the device shows. Spaces, hyphens and case do not matter.',
    access: ['client'],
    user: 'authenticated',
    limits: ['deviceCodesByUser'],
    body: z.strictObject(deviceCode),
    response: oauthRequest.extend({
      device: z.object({
        requested_at_millis: millis,
        ip_info: ipInfo.nullable().meta({ description: 'Where it asked from.' }),
        user_agent: z.string().nullable(),
      }),
    }),
    errors: ['OAUTH_REQUEST_NOT_FOUND'],
  },
  'POST /oauth-provider/device/approve': {
    summary: 'Approve what a device asks for',
    description: 'Needs the same proof of identity as adding a way to sign in.',
    access: ['client'],
    user: 'authenticated',
    stepUp: true,
    limits: ['deviceCodesByUser'],
    body: answerBody.extend(deviceCode),
    response: success,
    errors: ['OAUTH_REQUEST_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  },
  'POST /oauth-provider/device/deny': {
    summary: 'Refuse what a device asks for',
    access: ['client'],
    user: 'authenticated',
    limits: ['deviceCodesByUser'],
    body: z.strictObject(deviceCode),
    response: success,
    errors: ['OAUTH_REQUEST_NOT_FOUND'],
  },
})
