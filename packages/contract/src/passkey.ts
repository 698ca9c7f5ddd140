import { z } from 'zod'
import { listOf, maxListItems, millis, success, tokensAndUser, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'
import { verificationCodeErrors } from './verification-codes.ts'

/** A placeholder that clients replace with the host name of the page. */
export const passkeyRpId = 'THIS_VALUE_WILL_BE_REPLACED.example.com'

export const challengeCode = z.string().toLowerCase()
const text = z.string()

/** Newer browsers add members to their responses, so unknown ones are accepted. */
const registrationResponse = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(text).max(maxListItems).optional(),
  }),
  clientExtensionResults: z.looseObject({}),
})

export const authenticationResponse = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullable().optional(),
  }),
  clientExtensionResults: z.looseObject({}),
})

/** Of a user. Enough for every device that somebody owns; a list of them stays small. */
export const maxPasskeys = 20

const maxPasskeyName = 100

const passkey = z.object({
  id: text,
  user_id: text,
  name: text.nullable().meta({ description: 'The name that the user has given it. Null until then.' }),
  device_name: text.nullable().meta({
    description:
      'What created it: the password manager, such as `iCloud Keychain`, or else the browser and operating system, ' +
      'such as `Firefox (Windows)`. Null if neither is known.',
  }),
  created_at_millis: millis,
  last_used_at_millis: millis.nullable(),
})

const passkeyName = z
  .string()
  .trim()
  .min(1)
  .refine((name) => name.length <= maxPasskeyName, `must have at most ${maxPasskeyName} characters`)
  .meta({ maxLength: maxPasskeyName })

const query = z.strictObject({ user_id: userIdOrMe })
const params = z.strictObject({ user_id: userIdOrMe, id: uuid })

const credentials = z.array(z.object({ type: z.literal('public-key'), id: text, transports: z.array(text).optional() }))

export const passkeyRequestOptions = z.object({
  challenge: text,
  rpId: text,
  timeout: z.number(),
  userVerification: z.enum(['preferred', 'required']),
  allowCredentials: credentials,
})

const algorithm = z.object({ type: z.literal('public-key'), alg: z.number() })

export const passkeyRoutes = defineRoutes('none', {
  'POST /auth/passkey/initiate-passkey-registration': {
    summary: 'Get the options for registering a passkey',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'required',
    stepUp: true,
    beforeSecondFactor: true,
    limits: ['passkeyByAddress'],
    response: z.object({
      options_json: z.object({
        challenge: text,
        rp: z.object({ id: text, name: text }),
        user: z.object({ id: text, name: text, displayName: text }),
        pubKeyCredParams: z.array(algorithm),
        timeout: z.number(),
        attestation: z.literal('none'),
        excludeCredentials: credentials.meta({ description: 'The passkeys that the user already has.' }),
        authenticatorSelection: z.object({
          residentKey: z.literal('required'),
          requireResidentKey: z.literal(true),
          userVerification: z.literal('preferred'),
        }),
        extensions: z.object({ credProps: z.literal(true) }),
      }),
      code: text,
    }),
    errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED', 'PASSKEY_REGISTRATION_FAILED'],
  },
  'POST /auth/passkey/register': {
    summary: 'Register a passkey',
    description: `Users can have several passkeys, up to ${maxPasskeys}.`,
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'authenticated',
    stepUp: true,
    beforeSecondFactor: true,
    body: z.strictObject({ credential: registrationResponse, code: challengeCode }),
    response: z.object({ user_handle: text }),
    errors: [...verificationCodeErrors, 'PASSKEY_AUTHENTICATION_NOT_ENABLED', 'PASSKEY_REGISTRATION_FAILED'],
  },
  'POST /auth/passkey/initiate-passkey-authentication': {
    summary: 'Get the options for signing in with a passkey',
    access: everyone,
    beforeSecondFactor: true,
    trace: 'sign-in',
    limits: ['passkeyByAddress'],
    response: z.object({
      options_json: passkeyRequestOptions,
      code: text,
    }),
    errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
  },
  'POST /auth/passkey/sign-in': {
    summary: 'Sign in with a passkey',
    access: everyone,
    headers: sessionKeyHeader,
    trace: 'sign-in',
    body: z.strictObject({ authentication_response: authenticationResponse, code: challengeCode }),
    response: tokensAndUser.extend({ is_new_user: z.literal(false) }),
    errors: [
      ...verificationCodeErrors,
      'PASSKEY_AUTHENTICATION_NOT_ENABLED',
      'PASSKEY_AUTHENTICATION_FAILED',
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      'SESSION_KEY_REQUIRED',
    ],
  },
  'GET /passkeys': {
    summary: 'List the passkeys of a user, oldest first',
    description: 'Clients list their own.',
    access: everyone,
    ownerNeeds: 'read',
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: listOf(passkey),
    errors: [],
  },
  'PATCH /passkeys/{user_id}/{id}': {
    summary: 'Rename a passkey',
    access: everyone,
    ownerNeeds: 'accounts',
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    body: z.strictObject({ name: passkeyName.nullable().optional() }),
    response: passkey,
    errors: [],
  },
  'DELETE /passkeys/{user_id}/{id}': {
    summary: 'Remove a passkey',
    description: 'Clients cannot remove the last way to sign in to the account.',
    access: everyone,
    ownerNeeds: 'accounts',
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    response: success,
    errors: [],
  },
})
