import { expect, test } from 'vitest'
import { errorDetails } from './error-details.ts'
import { type ErrorCode, errors, KnownError } from './errors.ts'

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'text or null' | 'number or null'

/** The members of `details` that an existing third-party client reads, by code. It ignores those of other codes. */
const reads: Partial<Record<string, Record<string, Kind>>> = {
  SCHEMA_ERROR: { message: 'text' },
  BODY_PARSING_ERROR: { message: 'text' },
  ALL_OVERLOADS_FAILED: { overload_errors: 'list' },
  UNSUPPORTED_ERROR: { originalErrorCode: 'text' },
  INVALID_ACCESS_TYPE: { accessType: 'text' },
  ACCESS_TYPE_WITHOUT_PROJECT_ID: { request_type: 'text' },
  INSUFFICIENT_ACCESS_TYPE: { actual_access_type: 'text', allowed_access_types: 'list' },
  INVALID_PUBLISHABLE_CLIENT_KEY: { project_id: 'text' },
  INVALID_SECRET_SERVER_KEY: { project_id: 'text' },
  INVALID_SUPER_SECRET_ADMIN_KEY: { project_id: 'text' },
  ADMIN_ACCESS_TOKEN_EXPIRED: { expired_at_millis: 'number or null' },
  ACCESS_TOKEN_EXPIRED: { expired_at_millis: 'number or null' },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: { expected_project_id: 'text', actual_project_id: 'text' },
  // Our own codes, which such a client reports as unknown.
  SESSION_PROOF_OUTDATED: { nonce: 'text' },
  STEP_UP_REQUIRED: { max_age_seconds: 'number', methods: 'list' },
  SECOND_FACTOR_REQUIRED: { required_by: 'text', display_name: 'text' },
  CONNECTION_REQUIRED: { team_display_name: 'text', provider_id: 'text' },
  USER_IS_RESTRICTED: { until_millis: 'number or null', message: 'text or null' },
  CONNECTION_DOMAIN_REFUSED: { domain: 'text', reason: 'text' },
  SAVE_CONFLICT: { revision: 'number', conflicts: 'list' },
  USER_EMAIL_ALREADY_EXISTS: { email: 'text', would_work_if_email_was_verified: 'boolean' },
  USER_ID_DOES_NOT_EXIST: { user_id: 'text' },
  PROJECT_NOT_FOUND: { project_id: 'text' },
  CURRENT_PROJECT_NOT_FOUND: { project_id: 'text' },
  BRANCH_DOES_NOT_EXIST: { branch_id: 'text' },
  PASSWORD_REQUIREMENTS_NOT_MET: { message: 'text' },
  PASSWORD_TOO_SHORT: { min_length: 'number' },
  PASSWORD_TOO_LONG: { maxLength: 'number' },
  EMAIL_IS_NOT_PRIMARY_EMAIL: { email: 'text', primary_email: 'text or null' },
  PASSKEY_REGISTRATION_FAILED: { message: 'text' },
  PASSKEY_AUTHENTICATION_FAILED: { message: 'text' },
  PASSKEY_WEBAUTHN_ERROR: { message: 'text', code: 'text' },
  PERMISSION_NOT_FOUND: { permission_id: 'text' },
  WRONG_PERMISSION_SCOPE: { permission_id: 'text', expected_scope: 'text', actual_scope: 'text or null' },
  CONTAINED_PERMISSION_NOT_FOUND: { permission_id: 'text' },
  PERMISSION_ID_ALREADY_EXISTS: { permission_id: 'text' },
  PROJECT_PERMISSION_REQUIRED: { user_id: 'text', permission_id: 'text' },
  TEAM_PERMISSION_REQUIRED: { team_id: 'text', user_id: 'text', permission_id: 'text' },
  TEAM_PERMISSION_NOT_FOUND: { team_id: 'text', user_id: 'text', permission_id: 'text' },
  TEAM_NOT_FOUND: { team_id: 'text' },
  TEAM_ALREADY_EXISTS: { team_id: 'text' },
  TEAM_MEMBERSHIP_NOT_FOUND: { team_id: 'text', user_id: 'text' },
  EMAIL_RENDERING_ERROR: { error: 'text' },
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: { client_id: 'text or null' },
  INVALID_SCOPE: { scope: 'text' },
  INVALID_SHARED_OAUTH_PROVIDER_ID: { provider_id: 'text' },
  INVALID_STANDARD_OAUTH_PROVIDER_ID: { provider_id: 'text' },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    type: 'text',
    contact_channel_value: 'text or null',
    would_work_if_email_was_verified: 'boolean',
  },
  // `methods` is our own, too.
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: { attempt_code: 'text', methods: 'list' },
  CLI_AUTH_ERROR: { message: 'text' },
  CLI_AUTH_EXPIRED_ERROR: { message: 'text' },
  CLI_AUTH_USED_ERROR: { message: 'text' },
  WRONG_API_KEY_TYPE: { expected_type: 'text', actual_type: 'text' },
  ITEM_NOT_FOUND: { item_id: 'text' },
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: {
    item_id: 'text',
    customer_id: 'text',
    item_customer_type: 'text or null',
    actual_customer_type: 'text',
  },
  CUSTOMER_DOES_NOT_EXIST: { customer_id: 'text' },
  OFFER_DOES_NOT_EXIST: { offer_id: 'text', access_type: 'text' },
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: {
    offer_id: 'text or null',
    customer_id: 'text',
    offer_customer_type: 'text or null',
    actual_customer_type: 'text',
  },
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: { item_id: 'text', customer_id: 'text', quantity: 'number' },
  DATA_VAULT_STORE_DOES_NOT_EXIST: { store_id: 'text' },
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: { store_id: 'text', hashed_key: 'text' },
}

test.each(Object.keys(errors) as ErrorCode[])('%s can be built from what travels', (code) => {
  const received = JSON.parse(JSON.stringify(exampleOf(code).toWire())) as { code: string; details?: object }
  expect(buildArguments(received)).toEqual(Object.values(received.details ?? {}))
})

test('a third-party client fails if the response lacks a documented member', () => {
  expect(() => buildArguments({ code: 'CLI_AUTH_ERROR' })).toThrow(TypeError)
  expect(() => buildArguments({ code: 'PASSWORD_TOO_SHORT', details: { minLength: 8 } })).toThrow(TypeError)
})

/** The arguments of the client's own error class for this code, in the order of its parameters. */
function buildArguments({ code, details }: { code: string; details?: object }): unknown[] {
  const given = details as Record<string, unknown>
  return Object.entries(reads[code] ?? {}).map(([name, kind]) => {
    const value = given[name]
    if (!isOfKind(value, kind))
      throw new TypeError(`${code} has ${JSON.stringify(value)} as ${name}, which is no ${kind}`)
    return value
  })
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (value === null) return kind.endsWith('or null')
  if (Array.isArray(value)) return kind === 'list'
  return kind.startsWith(typeof value === 'string' ? 'text' : typeof value)
}

function exampleOf(code: ErrorCode): KnownError {
  const schema = (errorDetails as Partial<Record<ErrorCode, { meta(): { examples?: unknown[] } | undefined }>>)[code]
  const details = schema?.meta()?.examples?.[0]
  return new (KnownError as new (code: ErrorCode, details?: unknown) => KnownError)(code, details)
}
