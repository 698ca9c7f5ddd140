import { z } from 'zod'
import { maxListItems, tokensAndUser } from './fields.ts'
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

const algorithm = z.object({ type: z.literal('public-key'), alg: z.number() })

export const passkeyRoutes = defineRoutes('none', {
  'POST /auth/passkey/initiate-passkey-registration': {
    summary: 'Get the options for registering a passkey',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'required',
    stepUp: true,
    limits: ['passkeyByAddress'],
    response: z.object({
      options_json: z.object({
        challenge: text,
        rp: z.object({ id: text, name: text }),
        user: z.object({ id: text, name: text, displayName: text }),
        pubKeyCredParams: z.array(algorithm),
        timeout: z.number(),
        attestation: z.literal('none'),
        excludeCredentials: z.array(z.never()),
        authenticatorSelection: z.object({
          residentKey: z.literal('required'),
          requireResidentKey: z.literal(true),
          userVerification: z.literal('preferred'),
        }),
        extensions: z.object({ credProps: z.literal(true) }),
      }),
      code: text,
    }),
    errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
  },
  'POST /auth/passkey/register': {
    summary: 'Register a passkey, replacing an existing one',
    access: everyone,
    ownerNeeds: 'accounts',
    user: 'authenticated',
    stepUp: true,
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
      options_json: z.object({
        challenge: text,
        rpId: text,
        timeout: z.number(),
        userVerification: z.literal('preferred'),
        allowCredentials: z.array(z.never()),
      }),
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
})
