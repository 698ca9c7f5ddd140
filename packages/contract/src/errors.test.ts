import { describe, expect, expectTypeOf, test } from 'vitest'
import { type CodeWithDetails, errorDetails } from './error-details.ts'
import { type ErrorCode, type ErrorDetails, errors, KnownError, type RestrictionDetails } from './errors.ts'

/** Every code that clients of this wire know: status and the members of `details`. */
const catalogue: [code: ErrorCode, status: number, ...details: string[]][] = [
  // Request
  ['SCHEMA_ERROR', 400, 'message'],
  ['BODY_PARSING_ERROR', 400, 'message'],
  ['ALL_OVERLOADS_FAILED', 400, 'overload_errors'],
  ['UNSUPPORTED_ERROR', 500, 'originalErrorCode'],
  // Project access
  ['PROJECT_KEY_WITHOUT_ACCESS_TYPE', 400],
  ['INVALID_ACCESS_TYPE', 400, 'accessType'],
  ['ACCESS_TYPE_WITHOUT_PROJECT_ID', 400, 'request_type'],
  ['ACCESS_TYPE_REQUIRED', 400],
  ['INSUFFICIENT_ACCESS_TYPE', 401, 'actual_access_type', 'allowed_access_types'],
  ['INVALID_PUBLISHABLE_CLIENT_KEY', 401, 'project_id'],
  ['INVALID_SECRET_SERVER_KEY', 401, 'project_id'],
  ['INVALID_SUPER_SECRET_ADMIN_KEY', 401, 'project_id'],
  ['UNPARSABLE_ADMIN_ACCESS_TOKEN', 401],
  ['ADMIN_ACCESS_TOKEN_EXPIRED', 401, 'expired_at_millis'],
  ['INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN', 401],
  ['ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN', 401],
  ['CLIENT_AUTHENTICATION_REQUIRED', 401],
  ['SERVER_AUTHENTICATION_REQUIRED', 401],
  ['ADMIN_AUTHENTICATION_REQUIRED', 401],
  ['CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED', 401],
  ['CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED', 401],
  ['CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED', 401],
  ['EXPECTED_INTERNAL_PROJECT', 401],
  // Access token
  ['UNPARSABLE_ACCESS_TOKEN', 401],
  ['ACCESS_TOKEN_EXPIRED', 401, 'expired_at_millis'],
  ['INVALID_PROJECT_FOR_ACCESS_TOKEN', 401, 'actual_project_id', 'expected_project_id'],
  ['ANONYMOUS_AUTHENTICATION_NOT_ALLOWED', 401],
  // Refresh and sessions
  ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401],
  ['SESSION_PROOF_OUTDATED', 400, 'nonce'],
  ['SESSION_KEY_REQUIRED', 403],
  ['STEP_UP_REQUIRED', 403, 'max_age_seconds', 'methods'],
  ['SECOND_FACTOR_REQUIRED', 403, 'display_name', 'required_by'],
  ['CONNECTION_REQUIRED', 403, 'provider_id', 'team_display_name'],
  ['PROVIDER_REJECTED', 401],
  ['CANNOT_DELETE_CURRENT_SESSION', 400],
  // User
  ['USER_EMAIL_ALREADY_EXISTS', 409, 'email', 'would_work_if_email_was_verified'],
  ['EMAIL_NOT_VERIFIED', 400],
  ['CANNOT_GET_OWN_USER_WITHOUT_USER', 400],
  ['USER_ID_DOES_NOT_EXIST', 400, 'user_id'],
  ['USER_NOT_FOUND', 404],
  ['USER_AUTHENTICATION_REQUIRED', 401],
  ['USER_IS_RESTRICTED', 403, 'message', 'until_millis'],
  ['SAVE_CONFLICT', 409, 'conflicts', 'revision'],
  ['USER_DOES_NOT_HAVE_PASSWORD', 400],
  // Project
  ['PROJECT_NOT_FOUND', 404, 'project_id'],
  ['CURRENT_PROJECT_NOT_FOUND', 400, 'project_id'],
  ['BRANCH_DOES_NOT_EXIST', 400, 'branch_id'],
  // Feature flags
  ['SIGN_UP_NOT_ENABLED', 400],
  ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 400],
  ['PASSKEY_AUTHENTICATION_NOT_ENABLED', 400],
  ['ANONYMOUS_ACCOUNTS_NOT_ENABLED', 400],
  // Credentials
  ['EMAIL_PASSWORD_MISMATCH', 400],
  ['REDIRECT_URL_NOT_WHITELISTED', 400],
  ['PASSWORD_TOO_SHORT', 400, 'min_length'],
  ['PASSWORD_TOO_LONG', 400, 'maxLength'],
  ['PASSWORD_CONFIRMATION_MISMATCH', 400],
  // Verification codes
  ['VERIFICATION_CODE_NOT_FOUND', 404],
  ['VERIFICATION_CODE_EXPIRED', 400],
  ['VERIFICATION_CODE_ALREADY_USED', 409],
  ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 400],
  // Email addresses
  ['EMAIL_ALREADY_VERIFIED', 409],
  ['EMAIL_NOT_ASSOCIATED_WITH_USER', 400],
  ['EMAIL_IS_NOT_PRIMARY_EMAIL', 400, 'email', 'primary_email'],
  // Passkeys
  ['PASSKEY_REGISTRATION_FAILED', 400, 'message'],
  ['PASSKEY_AUTHENTICATION_FAILED', 400, 'message'],
  ['PASSKEY_WEBAUTHN_ERROR', 400, 'code', 'message'],
  // Permissions
  ['PERMISSION_NOT_FOUND', 404, 'permission_id'],
  ['WRONG_PERMISSION_SCOPE', 404, 'actual_scope', 'expected_scope', 'permission_id'],
  ['CONTAINED_PERMISSION_NOT_FOUND', 400, 'permission_id'],
  ['PERMISSION_ID_ALREADY_EXISTS', 400, 'permission_id'],
  ['PROJECT_PERMISSION_REQUIRED', 401, 'permission_id', 'user_id'],
  ['TEAM_PERMISSION_REQUIRED', 401, 'permission_id', 'team_id', 'user_id'],
  ['TEAM_PERMISSION_NOT_FOUND', 401, 'permission_id', 'team_id', 'user_id'],
  // Teams
  ['TEAM_NOT_FOUND', 404, 'team_id'],
  ['TEAM_ALREADY_EXISTS', 409, 'team_id'],
  ['TEAM_MEMBERSHIP_NOT_FOUND', 404, 'team_id', 'user_id'],
  ['TEAM_MEMBERSHIP_ALREADY_EXISTS', 409],
  // Connections of companies
  ['OAUTH_REQUEST_NOT_FOUND', 404],
  ['OAUTH_CLIENT_NOT_FOUND', 404],
  ['OAUTH_GRANT_NOT_FOUND', 404],
  ['CONNECTION_NOT_FOUND', 404],
  ['CONNECTION_DOMAIN_NOT_FOUND', 404],
  ['CONNECTION_SETUP_NOT_FOUND', 404],
  ['CONNECTION_DOMAIN_REFUSED', 400, 'domain', 'reason'],
  // Directories of companies
  ['DIRECTORY_NOT_FOUND', 404],
  // Sending emails
  ['EMAIL_TEMPLATE_ALREADY_EXISTS', 409],
  ['EMAIL_RENDERING_ERROR', 400, 'error'],
  ['REQUIRES_CUSTOM_EMAIL_SERVER', 400],
  // OAuth
  ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 400],
  ['OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER', 409],
  ['OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE', 400],
  ['OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS', 400],
  ['OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS', 400],
  ['INVALID_OAUTH_CLIENT_ID_OR_SECRET', 400, 'client_id'],
  ['INVALID_SCOPE', 400, 'scope'],
  ['USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION', 409],
  ['OUTER_OAUTH_TIMEOUT', 408],
  ['OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED', 400],
  ['OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN', 400],
  ['INVALID_SHARED_OAUTH_PROVIDER_ID', 400, 'provider_id'],
  ['INVALID_STANDARD_OAUTH_PROVIDER_ID', 400, 'provider_id'],
  ['INVALID_AUTHORIZATION_CODE', 400],
  ['OAUTH_PROVIDER_ACCESS_DENIED', 400],
  [
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    409,
    'contact_channel_value',
    'type',
    'would_work_if_email_was_verified',
  ],
  // Second factor
  ['MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, 'attempt_code', 'methods'],
  ['INVALID_TOTP_CODE', 400],
  ['INVALID_RECOVERY_CODE', 400],
  // Command-line login
  ['INVALID_POLLING_CODE', 400],
  ['CLI_AUTH_ERROR', 400, 'message'],
  ['CLI_AUTH_EXPIRED_ERROR', 400, 'message'],
  ['CLI_AUTH_USED_ERROR', 400, 'message'],
  // API keys
  ['API_KEY_EXPIRED', 401],
  ['API_KEY_REVOKED', 401],
  ['WRONG_API_KEY_TYPE', 400, 'actual_type', 'expected_type'],
  ['API_KEY_NOT_FOUND', 404],
  ['PUBLIC_API_KEY_CANNOT_BE_REVOKED', 400],
  // Payments
  ['ITEM_NOT_FOUND', 404, 'item_id'],
  ['ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH', 400, 'actual_customer_type', 'customer_id', 'item_customer_type', 'item_id'],
  ['CUSTOMER_DOES_NOT_EXIST', 400, 'customer_id'],
  ['OFFER_DOES_NOT_EXIST', 400, 'access_type', 'offer_id'],
  ['OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH', 400, 'actual_customer_type', 'customer_id', 'offer_customer_type', 'offer_id'],
  ['ITEM_QUANTITY_INSUFFICIENT_AMOUNT', 400, 'customer_id', 'item_id', 'quantity'],
  ['STRIPE_ACCOUNT_INFO_NOT_FOUND', 404],
  // Data vault
  ['DATA_VAULT_STORE_DOES_NOT_EXIST', 400, 'store_id'],
  ['DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST', 400, 'hashed_key', 'store_id'],
  // Workflow tokens
  ['WORKFLOW_TOKEN_DOES_NOT_EXIST', 400],
  ['WORKFLOW_TOKEN_EXPIRED', 400],
  // A parent code of the spec that we also send, for passwords that are too easy to guess.
  ['PASSWORD_REQUIREMENTS_NOT_MET', 400, 'message'],
]

describe('the error table', () => {
  test('has exactly the codes of the spec', () => {
    expect(Object.keys(errors).sort()).toEqual(catalogue.map(([code]) => code).sort())
  })

  test.each(catalogue)('%s has its status and its details', (code, status, ...members) => {
    const error = exampleOf(code)

    expect(error.status).toBe(status)
    expect(Object.keys(error.details ?? {}).sort()).toEqual(members)
    expect('details' in error.toWire()).toBe(members.length > 0)
  })

  test.each(catalogue)('%s says something in one sentence or more', (code) => {
    const { message } = exampleOf(code)

    expect(message).toMatch(/\S/)
    expect(message).not.toMatch(/undefined|\[object/)
  })

  test('describes details for exactly the codes that have some', () => {
    const described = catalogue.filter(([, , ...members]) => members.length > 0).map(([code]) => code)

    expect(Object.keys(errorDetails).sort()).toEqual(described.sort())
  })

  test.each([
    ['EMAIL_PASSWORD_MISMATCH', 'Wrong e-mail or password.'],
    ['SIGN_UP_NOT_ENABLED', 'Creation of new accounts is not enabled for this project.'],
    ['PASSWORD_TOO_SHORT', 'Password too short. Minimum length is 8.'],
    ['PASSWORD_TOO_LONG', 'Password too long. Maximum length is 70.'],
    ['PASSWORD_CONFIRMATION_MISMATCH', 'Passwords do not match.'],
    ['VERIFICATION_CODE_ALREADY_USED', 'The verification link has already been used.'],
    ['OUTER_OAUTH_TIMEOUT', 'The OAuth flow has timed out. Please sign in again.'],
    ['INVALID_TOTP_CODE', 'The TOTP code is invalid. Please try again.'],
    ['CLI_AUTH_EXPIRED_ERROR', 'CLI authentication request expired. Please try again.'],
    ['CLI_AUTH_USED_ERROR', 'This authentication token has already been used.'],
  ] as const)('%s has the wording that is fixed', (code, message) => {
    expect(exampleOf(code).message).toBe(message)
  })
})

describe('a known error', () => {
  test('is serialized as code, details and message', () => {
    expect(new KnownError('PASSWORD_TOO_SHORT', { min_length: 8 }).toWire()).toEqual({
      code: 'PASSWORD_TOO_SHORT',
      details: { min_length: 8 },
      error: 'Password too short. Minimum length is 8.',
    })
  })

  test('has no member `details` when it has no details', () => {
    expect(new KnownError('USER_NOT_FOUND').toWire()).toEqual({
      code: 'USER_NOT_FOUND',
      error: 'The user was not found.',
    })
  })

  test('is recognized by its name, so that several copies of the class work together', () => {
    const copy = Object.assign(new Error('The user was not found.'), { name: 'KnownError', code: 'USER_NOT_FOUND' })

    expect(KnownError.is(copy)).toBe(true)
    expect(KnownError.is(copy, 'USER_NOT_FOUND')).toBe(true)
    expect(KnownError.is(copy, 'TEAM_NOT_FOUND')).toBe(false)
    expect(KnownError.is(new Error('The user was not found.'))).toBe(false)
    expect(KnownError.is({ name: 'KnownError', code: 'USER_NOT_FOUND' })).toBe(false)
  })

  test('requires exactly the details of its code', () => {
    type Arguments<C extends ErrorCode> = ConstructorParameters<typeof KnownError<C>>

    expectTypeOf<Arguments<'USER_NOT_FOUND'>>().toEqualTypeOf<[code: 'USER_NOT_FOUND']>()
    expectTypeOf<Arguments<'PASSWORD_TOO_SHORT'>>().toEqualTypeOf<
      [code: 'PASSWORD_TOO_SHORT', details: { min_length: number }]
    >()
    // @ts-expect-error the details are missing
    expect(() => new KnownError('PASSWORD_TOO_SHORT')).toThrow()
    // @ts-expect-error this code has no details
    new KnownError('USER_NOT_FOUND', { user_id: '1' })
    // @ts-expect-error a misspelt member
    new KnownError('PASSWORD_TOO_SHORT', { minLength: 8 })
  })

  test('has the details of the code it was narrowed to', () => {
    const error: unknown = new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: 5 })
    if (!KnownError.is(error, 'ACCESS_TOKEN_EXPIRED')) throw error

    expectTypeOf(error.details).toEqualTypeOf<{
      expired_at_millis: number | null
      restriction?: RestrictionDetails | undefined
    }>()
    expectTypeOf<ErrorDetails<'USER_NOT_FOUND'>>().toEqualTypeOf<undefined>()
    expect(error.details.expired_at_millis).toBe(5)
  })

  test('has details that are described with the same types', () => {
    type Described = { [C in CodeWithDetails]: (typeof errorDetails)[C]['_zod']['output'] }
    type Differing = {
      [C in CodeWithDetails]: [Described[C], ErrorDetails<C>] extends [ErrorDetails<C>, Described[C]] ? never : C
    }[CodeWithDetails]

    expectTypeOf<Differing>().toEqualTypeOf<never>()
  })
})

function exampleOf(code: ErrorCode): KnownError {
  const schema = (errorDetails as Partial<Record<ErrorCode, { meta(): { examples?: unknown[] } | undefined }>>)[code]
  const details = schema?.meta()?.examples?.[0]
  return new (KnownError as new (code: ErrorCode, details?: unknown) => KnownError)(code, details)
}

test.each([
  ['CURRENT_PROJECT_NOT_FOUND', ['projectId', 'LATCHKEY_PROJECT_ID', 'LATCHKEY_API_URL']],
  ['INVALID_PUBLISHABLE_CLIENT_KEY', ['publishableClientKey', 'LATCHKEY_PUBLISHABLE_CLIENT_KEY']],
  ['INVALID_SECRET_SERVER_KEY', ['secretServerKey', 'LATCHKEY_SECRET_SERVER_KEY']],
  ['INVALID_SUPER_SECRET_ADMIN_KEY', ['superSecretAdminKey', 'LATCHKEY_SUPER_SECRET_ADMIN_KEY']],
] as const)('%s names the option and the variable that somebody has set, and no header', (code, names) => {
  const { message } = new KnownError(code, { project_id: 'p' })
  for (const name of names) expect(message).toContain(name)
  expect(message).not.toContain('x-stack-')
})

test.each([
  ['CLIENT_AUTHENTICATION_REQUIRED', 'publishableClientKey', 'LATCHKEY_PUBLISHABLE_CLIENT_KEY'],
  ['SERVER_AUTHENTICATION_REQUIRED', 'secretServerKey', 'LATCHKEY_SECRET_SERVER_KEY'],
  ['ADMIN_AUTHENTICATION_REQUIRED', 'superSecretAdminKey', 'LATCHKEY_SUPER_SECRET_ADMIN_KEY'],
] as const)('%s names the option and the variable first, then the header', (code, option, variable) => {
  const { message } = new KnownError(code)
  expect(message).toMatch(new RegExp(`${option}.*${variable}.*x-stack-`))
})
