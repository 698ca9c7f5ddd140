import { type ZodObject, type ZodRawShape, z } from 'zod'
import { accessTypes } from './access.ts'
import type {
  CustomerType,
  ErrorCode,
  ErrorDetails,
  RefusedDomain,
  SecondFactorMethod,
  StepUpMethod,
} from './errors.ts'
import { fieldConflict, revision } from './revisions.ts'

/** Codes whose responses have `details`. */
export type CodeWithDetails = { [C in ErrorCode]: ErrorDetails<C> extends undefined ? never : C }[ErrorCode]

const restriction = { until_millis: z.number().nullable(), message: z.string().nullable() }

/**
 * The details of `errors.ts` again, as schemas with an example, for the API description. That file has no imports
 * because clients bundle it. A code that is missing here or has different members does not compile.
 */
export const errorDetails = {
  SCHEMA_ERROR: details(
    { message: z.string() },
    { message: 'The request is not valid: POST /api/v1/auth/password/sign-in\n  - body.email is required' },
  ),
  BODY_PARSING_ERROR: details({ message: z.string() }, { message: 'The body is not valid JSON.' }),
  ALL_OVERLOADS_FAILED: details(
    {
      overload_errors: z.array(
        z.union([
          z.object({ code: z.string(), details: z.unknown().optional(), error: z.string() }),
          z.object({ status_code: z.number(), message: z.string(), headers: z.record(z.string(), z.string()) }),
        ]),
      ),
    },
    { overload_errors: [{ code: 'USER_NOT_FOUND', error: 'The user was not found.' }] },
  ),
  UNSUPPORTED_ERROR: details({ originalErrorCode: z.string() }, { originalErrorCode: 'A_NEWER_CODE' }),

  INVALID_ACCESS_TYPE: details({ accessType: z.string() }, { accessType: 'root' }),
  ACCESS_TYPE_WITHOUT_PROJECT_ID: details({ request_type: z.enum(accessTypes) }, { request_type: 'client' }),
  INSUFFICIENT_ACCESS_TYPE: details(
    { actual_access_type: z.string(), allowed_access_types: z.array(z.string()) },
    { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
  ),
  INVALID_PUBLISHABLE_CLIENT_KEY: projectId(),
  INVALID_SECRET_SERVER_KEY: projectId(),
  INVALID_SUPER_SECRET_ADMIN_KEY: projectId(),
  ADMIN_ACCESS_TOKEN_EXPIRED: expiry(),
  ACCESS_TOKEN_EXPIRED: details(
    {
      expired_at_millis: z.number().nullable(),
      restriction: z.object(restriction).optional().meta({ description: 'Set if the user has been restricted.' }),
    },
    { expired_at_millis: 1_767_225_600_000 },
  ),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: details(
    { expected_project_id: z.string(), actual_project_id: z.string() },
    { expected_project_id: exampleId(), actual_project_id: 'internal' },
  ),

  SESSION_PROOF_OUTDATED: details({ nonce: z.string() }, { nonce: 'kD0sTqO5cVhXl0yqVZK1aw' }),
  STEP_UP_REQUIRED: details(
    {
      max_age_seconds: z.number(),
      methods: z.array(z.enum(['password', 'passkey', 'email_code', 'totp'] satisfies StepUpMethod[])),
    },
    { max_age_seconds: 600, methods: ['password', 'email_code'] },
  ),
  SECOND_FACTOR_REQUIRED: details(
    { required_by: z.enum(['project', 'team']), display_name: z.string() },
    { required_by: 'team', display_name: 'Analytical Engines' },
  ),

  USER_EMAIL_ALREADY_EXISTS: details(
    { email: z.string(), would_work_if_email_was_verified: z.boolean() },
    { email: 'ada@example.com', would_work_if_email_was_verified: false },
  ),
  USER_IS_RESTRICTED: details(restriction, { until_millis: null, message: 'Your account was reported for spam.' }),
  USER_ID_DOES_NOT_EXIST: details({ user_id: z.string() }, { user_id: exampleId() }),
  PROJECT_NOT_FOUND: projectId(),
  CURRENT_PROJECT_NOT_FOUND: projectId(),
  BRANCH_DOES_NOT_EXIST: details({ branch_id: z.string() }, { branch_id: 'staging' }),

  PASSWORD_REQUIREMENTS_NOT_MET: details(
    { message: z.string() },
    { message: 'This password is too easy to guess. Please choose another one.' },
  ),
  PASSWORD_TOO_SHORT: details({ min_length: z.number() }, { min_length: 8 }),
  PASSWORD_TOO_LONG: details({ maxLength: z.number() }, { maxLength: 70 }),
  EMAIL_IS_NOT_PRIMARY_EMAIL: details(
    { email: z.string(), primary_email: z.string().nullable() },
    { email: 'ada@example.com', primary_email: 'ada@example.org' },
  ),
  PASSKEY_REGISTRATION_FAILED: details({ message: z.string() }, { message: 'The passkey could not be verified.' }),
  PASSKEY_AUTHENTICATION_FAILED: details({ message: z.string() }, { message: 'The passkey is not registered.' }),
  PASSKEY_WEBAUTHN_ERROR: details(
    { message: z.string(), code: z.string() },
    { message: 'The ceremony was cancelled.', code: 'ERROR_CEREMONY_ABORTED' },
  ),

  PERMISSION_NOT_FOUND: permissionId(),
  WRONG_PERMISSION_SCOPE: details(
    {
      permission_id: z.string(),
      expected_scope: z.enum(['team', 'project']),
      actual_scope: z.enum(['team', 'project']).nullable(),
    },
    { permission_id: 'read_reports', expected_scope: 'team', actual_scope: 'project' },
  ),
  CONTAINED_PERMISSION_NOT_FOUND: permissionId(),
  PERMISSION_ID_ALREADY_EXISTS: permissionId(),
  PROJECT_PERMISSION_REQUIRED: details(
    { user_id: z.string(), permission_id: z.string() },
    { user_id: exampleId(), permission_id: 'read_reports' },
  ),
  TEAM_PERMISSION_REQUIRED: teamPermission(),
  TEAM_PERMISSION_NOT_FOUND: teamPermission(),
  TEAM_NOT_FOUND: details({ team_id: z.string() }, { team_id: exampleId() }),
  TEAM_ALREADY_EXISTS: details({ team_id: z.string() }, { team_id: exampleId() }),
  TEAM_MEMBERSHIP_NOT_FOUND: details(
    { team_id: z.string(), user_id: z.string() },
    { team_id: exampleId(), user_id: exampleId() },
  ),

  CONNECTION_DOMAIN_REFUSED: details(
    { domain: z.string(), reason: z.enum(['invalid', 'public_suffix', 'free_mail'] satisfies RefusedDomain[]) },
    { domain: 'co.uk', reason: 'public_suffix' },
  ),

  EMAIL_RENDERING_ERROR: details({ error: z.string() }, { error: 'Button is not defined' }),
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: details({ client_id: z.string().nullable() }, { client_id: null }),
  INVALID_SCOPE: details({ scope: z.string() }, { scope: 'everything' }),
  INVALID_SHARED_OAUTH_PROVIDER_ID: details({ provider_id: z.string() }, { provider_id: 'apple' }),
  INVALID_STANDARD_OAUTH_PROVIDER_ID: details({ provider_id: z.string() }, { provider_id: 'my-provider' }),
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: details(
    {
      type: z.literal('email'),
      contact_channel_value: z.string().nullable(),
      would_work_if_email_was_verified: z.boolean(),
    },
    { type: 'email', contact_channel_value: 'ada@example.com', would_work_if_email_was_verified: false },
  ),
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: details(
    {
      attempt_code: z.string(),
      methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'] satisfies SecondFactorMethod[])),
    },
    { attempt_code: '7xk2m9q4vc1t8n5r0wz3y6hjbdfgas2p4e8k1m7q9vx5t', methods: ['totp', 'recovery_code'] },
  ),
  CLI_AUTH_ERROR: details({ message: z.string() }, { message: 'Timed out waiting for CLI authentication.' }),
  CLI_AUTH_EXPIRED_ERROR: details(
    { message: z.string() },
    { message: 'CLI authentication request expired. Please try again.' },
  ),
  CLI_AUTH_USED_ERROR: details(
    { message: z.string() },
    { message: 'This authentication token has already been used.' },
  ),
  WRONG_API_KEY_TYPE: details(
    { expected_type: z.string(), actual_type: z.string() },
    { expected_type: 'user', actual_type: 'team' },
  ),

  ITEM_NOT_FOUND: details({ item_id: z.string() }, { item_id: 'credits' }),
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: details(
    {
      item_id: z.string(),
      customer_id: z.string(),
      item_customer_type: customerType().nullable(),
      actual_customer_type: customerType(),
    },
    { item_id: 'credits', customer_id: exampleId(), item_customer_type: 'team', actual_customer_type: 'user' },
  ),
  CUSTOMER_DOES_NOT_EXIST: details({ customer_id: z.string() }, { customer_id: exampleId() }),
  OFFER_DOES_NOT_EXIST: details(
    { offer_id: z.string(), access_type: z.enum(accessTypes) },
    { offer_id: 'pro', access_type: 'client' },
  ),
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: details(
    {
      offer_id: z.string().nullable(),
      customer_id: z.string(),
      offer_customer_type: customerType().nullable(),
      actual_customer_type: customerType(),
    },
    { offer_id: 'pro', customer_id: exampleId(), offer_customer_type: 'team', actual_customer_type: 'user' },
  ),
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: details(
    { item_id: z.string(), customer_id: z.string(), quantity: z.number() },
    { item_id: 'credits', customer_id: exampleId(), quantity: -5 },
  ),

  DATA_VAULT_STORE_DOES_NOT_EXIST: details({ store_id: z.string() }, { store_id: 'secrets' }),
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: details(
    { store_id: z.string(), hashed_key: z.string() },
    { store_id: 'secrets', hashed_key: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' },
  ),

  SAVE_CONFLICT: details(
    { revision, conflicts: z.array(fieldConflict) },
    {
      revision: 18,
      conflicts: [
        {
          path: 'branding.radius',
          name: null,
          mine: 4,
          theirs: 12,
          changed_at_millis: 1_767_225_600_000,
          actor: { type: 'owner', id: exampleId(), name: 'Ada Lovelace' },
        },
      ],
    },
  ),
} satisfies { [C in CodeWithDetails]: ZodObject & { _zod: { output: ErrorDetails<C> } } }

function details<S extends ZodRawShape>(shape: S, example: z.input<ZodObject<S>>) {
  return z.object(shape).meta({ examples: [example] })
}

function projectId() {
  return details({ project_id: z.string() }, { project_id: exampleId() })
}

function permissionId() {
  return details({ permission_id: z.string() }, { permission_id: 'read_reports' })
}

function teamPermission() {
  return details(
    { team_id: z.string(), user_id: z.string(), permission_id: z.string() },
    { team_id: exampleId(), user_id: exampleId(), permission_id: '$read_members' },
  )
}

function expiry() {
  return details({ expired_at_millis: z.number().nullable() }, { expired_at_millis: 1_767_225_600_000 })
}

function customerType() {
  return z.enum(['user', 'team', 'custom'] as const satisfies readonly CustomerType[])
}

function exampleId() {
  return '7d8c5f0e-3b1a-4c6d-9e2f-5a4b3c2d1e0f'
}
