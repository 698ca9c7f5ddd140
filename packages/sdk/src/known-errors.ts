/**
 * Codes by family; the first line holds those without one. The texts stay on the server, which sends them along,
 * so this list is all a client needs to know of the catalogue.
 */
const families = {
  '': 'SCHEMA_ERROR BODY_PARSING_ERROR ALL_OVERLOADS_FAILED UNSUPPORTED_ERROR ANONYMOUS_AUTHENTICATION_NOT_ALLOWED USER_EMAIL_ALREADY_EXISTS EMAIL_NOT_VERIFIED CANNOT_GET_OWN_USER_WITHOUT_USER USER_ID_DOES_NOT_EXIST USER_NOT_FOUND USER_AUTHENTICATION_REQUIRED USER_DOES_NOT_HAVE_PASSWORD PROJECT_NOT_FOUND CURRENT_PROJECT_NOT_FOUND BRANCH_DOES_NOT_EXIST SIGN_UP_NOT_ENABLED PASSWORD_AUTHENTICATION_NOT_ENABLED PASSKEY_AUTHENTICATION_NOT_ENABLED ANONYMOUS_ACCOUNTS_NOT_ENABLED EMAIL_PASSWORD_MISMATCH REDIRECT_URL_NOT_WHITELISTED PASSWORD_CONFIRMATION_MISMATCH EMAIL_ALREADY_VERIFIED EMAIL_NOT_ASSOCIATED_WITH_USER EMAIL_IS_NOT_PRIMARY_EMAIL PASSKEY_REGISTRATION_FAILED PASSKEY_AUTHENTICATION_FAILED PASSKEY_WEBAUTHN_ERROR PERMISSION_NOT_FOUND WRONG_PERMISSION_SCOPE CONTAINED_PERMISSION_NOT_FOUND PERMISSION_ID_ALREADY_EXISTS PROJECT_PERMISSION_REQUIRED TEAM_PERMISSION_REQUIRED TEAM_PERMISSION_NOT_FOUND TEAM_NOT_FOUND TEAM_ALREADY_EXISTS TEAM_MEMBERSHIP_NOT_FOUND TEAM_MEMBERSHIP_ALREADY_EXISTS EMAIL_TEMPLATE_ALREADY_EXISTS EMAIL_RENDERING_ERROR REQUIRES_CUSTOM_EMAIL_SERVER OAUTH_CONNECTION_NOT_CONNECTED_TO_USER OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS INVALID_OAUTH_CLIENT_ID_OR_SECRET INVALID_SCOPE USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION OUTER_OAUTH_TIMEOUT OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN INVALID_SHARED_OAUTH_PROVIDER_ID INVALID_STANDARD_OAUTH_PROVIDER_ID INVALID_AUTHORIZATION_CODE OAUTH_PROVIDER_ACCESS_DENIED CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE MULTI_FACTOR_AUTHENTICATION_REQUIRED INVALID_TOTP_CODE INVALID_POLLING_CODE CLI_AUTH_ERROR CLI_AUTH_EXPIRED_ERROR CLI_AUTH_USED_ERROR ITEM_NOT_FOUND ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH CUSTOMER_DOES_NOT_EXIST OFFER_DOES_NOT_EXIST OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH ITEM_QUANTITY_INSUFFICIENT_AMOUNT STRIPE_ACCOUNT_INFO_NOT_FOUND DATA_VAULT_STORE_DOES_NOT_EXIST DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST WORKFLOW_TOKEN_DOES_NOT_EXIST WORKFLOW_TOKEN_EXPIRED PROJECT_AUTHENTICATION_ERROR SESSION_AUTHENTICATION_ERROR REFRESH_TOKEN_ERROR PASSWORD_REQUIREMENTS_NOT_MET VERIFICATION_ERROR API_KEY_NOT_VALID',
  PROJECT_AUTHENTICATION_ERROR:
    'INVALID_PROJECT_AUTHENTICATION PROJECT_AUTHENTICATION_REQUIRED EXPECTED_INTERNAL_PROJECT',
  INVALID_PROJECT_AUTHENTICATION:
    'PROJECT_KEY_WITHOUT_ACCESS_TYPE INVALID_ACCESS_TYPE ACCESS_TYPE_WITHOUT_PROJECT_ID ACCESS_TYPE_REQUIRED INSUFFICIENT_ACCESS_TYPE INVALID_PUBLISHABLE_CLIENT_KEY INVALID_SECRET_SERVER_KEY INVALID_SUPER_SECRET_ADMIN_KEY INVALID_ADMIN_ACCESS_TOKEN',
  INVALID_ADMIN_ACCESS_TOKEN:
    'UNPARSABLE_ADMIN_ACCESS_TOKEN ADMIN_ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  PROJECT_AUTHENTICATION_REQUIRED:
    'CLIENT_AUTHENTICATION_REQUIRED SERVER_AUTHENTICATION_REQUIRED ADMIN_AUTHENTICATION_REQUIRED CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED',
  SESSION_AUTHENTICATION_ERROR: 'INVALID_SESSION_AUTHENTICATION',
  INVALID_SESSION_AUTHENTICATION: 'INVALID_ACCESS_TOKEN',
  INVALID_ACCESS_TOKEN: 'UNPARSABLE_ACCESS_TOKEN ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ACCESS_TOKEN',
  REFRESH_TOKEN_ERROR: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED PROVIDER_REJECTED CANNOT_DELETE_CURRENT_SESSION',
  PASSWORD_REQUIREMENTS_NOT_MET: 'PASSWORD_TOO_SHORT PASSWORD_TOO_LONG',
  VERIFICATION_ERROR:
    'VERIFICATION_CODE_NOT_FOUND VERIFICATION_CODE_EXPIRED VERIFICATION_CODE_ALREADY_USED VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
  API_KEY_NOT_VALID:
    'API_KEY_EXPIRED API_KEY_REVOKED WRONG_API_KEY_TYPE API_KEY_NOT_FOUND PUBLIC_API_KEY_CANNOT_BE_REVOKED',
} as const

/** Class names that do not follow from their code. */
const irregularNames = {
  USER_EMAIL_ALREADY_EXISTS: 'UserWithEmailAlreadyExists',
  VERIFICATION_ERROR: 'VerificationCodeError',
  WRONG_PERMISSION_SCOPE: 'PermissionScopeMismatch',
  INVALID_POLLING_CODE: 'InvalidPollingCodeError',
  PASSKEY_WEBAUTHN_ERROR: 'PasskeyWebAuthnError',
} as const

/** Every known code with its family. */
const familyOf = /* @__PURE__ */ (() =>
  new Map<string, string>(
    Object.entries(families).flatMap(([family, codes]) => codes.split(' ').map((code) => [code, family] as const)),
  ))()

const brand: unique symbol = Symbol.for('latchkey.known-error') as never

/** An answer the server documents. Recognised by a brand, so several copies of this class understand each other. */
export class KnownError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly errorCode: Code
  readonly statusCode: number
  readonly details: ErrorDetailsOf<Code>
  readonly [brand] = true

  constructor(errorCode: Code, statusCode: number, message: string, details: ErrorDetailsOf<Code>) {
    super(message)
    this.name = 'KnownError'
    this.errorCode = errorCode
    this.statusCode = statusCode
    this.details = details
  }

  get humanReadableMessage(): string {
    return this.message
  }

  static isKnownError(error: unknown): error is KnownErrorOf<ErrorCode> {
    return !!(error as KnownError | undefined)?.[brand]
  }
}

/** Whether an error has this code or belongs to this family. */
export function hasCode<Code extends ErrorCode>(error: unknown, code: Code): error is KnownErrorOf<Code> {
  if (!KnownError.isKnownError(error)) return false
  let current: string | undefined = error.errorCode
  while (current && current !== code) current = familyOf.get(current)
  return !!current
}

/** The typed error of an answer; a code this version does not know becomes UNSUPPORTED_ERROR. */
export function knownErrorOf(body: { code: string; error: string; details?: unknown }, statusCode: number): KnownError {
  if (familyOf.has(body.code)) {
    return new KnownError(body.code as ErrorCode, statusCode, body.error, body.details as never)
  }
  const message = `The server sent the error ${body.code}, which this version of the SDK does not know. Please update it. (${body.error})`
  return new KnownError('UNSUPPORTED_ERROR', 500, message, { originalErrorCode: body.code })
}

/** `KnownErrors.UserNotFound.isInstance(error)`; families such as `VerificationCodeError` include their members. */
export const KnownErrors: KnownErrorsByName = /* @__PURE__ */ (() =>
  Object.fromEntries(
    [...familyOf.keys()].map((code) => [
      nameOf(code),
      { errorCode: code, isInstance: (error: unknown) => hasCode(error, code as ErrorCode) },
    ]),
  ) as never)()

function nameOf(code: string): string {
  const regular = code.toLowerCase().replace(/(^|_)(oauth|.)/g, (_match, _start, head: string) => {
    return head === 'oauth' ? 'OAuth' : head.toUpperCase()
  })
  return (irregularNames as Record<string, string>)[code] ?? regular
}

type Families = typeof families
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text
type Pascal<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${PascalWord<Word>}${Pascal<Rest>}`
  : PascalWord<Code>
type PascalWord<Word extends string> = Word extends 'OAUTH' ? 'OAuth' : Capitalize<Lowercase<Word>>

export type ErrorCode = Words<Families[keyof Families]>

/** The code itself and, for a family, every code below it. */
type Within<Code> = Code extends keyof Families ? Code | Within<Words<Families[Code]>> : Code

/** A known error of this code, or any error of this family. */
export type KnownErrorOf<Code extends ErrorCode> =
  Within<Code> extends infer Each ? (Each extends ErrorCode ? KnownError<Each> : never) : never

export type KnownErrorsByName = {
  readonly [Code in ErrorCode as Code extends keyof typeof irregularNames
    ? (typeof irregularNames)[Code]
    : Pascal<Code>]: {
    readonly errorCode: Code
    isInstance(error: unknown): error is KnownErrorOf<Code>
  }
}

export type ErrorDetailsOf<Code extends ErrorCode> = Code extends keyof ErrorDetails ? ErrorDetails[Code] : undefined

type Scope = 'team' | 'project'
type CustomerType = 'user' | 'team' | 'custom'

/** What `details` holds, for the errors that have any. */
interface ErrorDetails {
  SCHEMA_ERROR: { message: string }
  BODY_PARSING_ERROR: { message: string }
  ALL_OVERLOADS_FAILED: {
    overload_errors: (
      | { code: string; details?: unknown; error: string }
      | { status_code: number; message: string; headers: Record<string, string> }
    )[]
  }
  UNSUPPORTED_ERROR: { originalErrorCode: string }
  INVALID_ACCESS_TYPE: { accessType: string }
  ACCESS_TYPE_WITHOUT_PROJECT_ID: { request_type: 'client' | 'server' | 'admin' }
  INSUFFICIENT_ACCESS_TYPE: { actual_access_type: string; allowed_access_types: string[] }
  INVALID_PUBLISHABLE_CLIENT_KEY: { project_id: string }
  INVALID_SECRET_SERVER_KEY: { project_id: string }
  INVALID_SUPER_SECRET_ADMIN_KEY: { project_id: string }
  ADMIN_ACCESS_TOKEN_EXPIRED: { expired_at_millis: number | null }
  ACCESS_TOKEN_EXPIRED: { expired_at_millis: number | null }
  INVALID_PROJECT_FOR_ACCESS_TOKEN: { expected_project_id: string; actual_project_id: string }
  USER_EMAIL_ALREADY_EXISTS: { email: string; would_work_if_email_was_verified: boolean }
  USER_ID_DOES_NOT_EXIST: { user_id: string }
  PROJECT_NOT_FOUND: { project_id: string }
  CURRENT_PROJECT_NOT_FOUND: { project_id: string }
  BRANCH_DOES_NOT_EXIST: { branch_id: string }
  PASSWORD_TOO_SHORT: { min_length: number }
  PASSWORD_TOO_LONG: { maxLength: number }
  EMAIL_IS_NOT_PRIMARY_EMAIL: { email: string; primary_email: string | null }
  PASSKEY_REGISTRATION_FAILED: { message: string }
  PASSKEY_AUTHENTICATION_FAILED: { message: string }
  PASSKEY_WEBAUTHN_ERROR: { message: string; code: string }
  PERMISSION_NOT_FOUND: { permission_id: string }
  WRONG_PERMISSION_SCOPE: { permission_id: string; expected_scope: Scope; actual_scope: Scope | null }
  CONTAINED_PERMISSION_NOT_FOUND: { permission_id: string }
  PERMISSION_ID_ALREADY_EXISTS: { permission_id: string }
  PROJECT_PERMISSION_REQUIRED: { user_id: string; permission_id: string }
  TEAM_PERMISSION_REQUIRED: { team_id: string; user_id: string; permission_id: string }
  TEAM_PERMISSION_NOT_FOUND: { team_id: string; user_id: string; permission_id: string }
  TEAM_NOT_FOUND: { team_id: string }
  TEAM_ALREADY_EXISTS: { team_id: string }
  TEAM_MEMBERSHIP_NOT_FOUND: { team_id: string; user_id: string }
  EMAIL_RENDERING_ERROR: { error: string }
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: { client_id: string | null }
  INVALID_SCOPE: { scope: string }
  INVALID_SHARED_OAUTH_PROVIDER_ID: { provider_id: string }
  INVALID_STANDARD_OAUTH_PROVIDER_ID: { provider_id: string }
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    type: 'email'
    contact_channel_value: string | null
    would_work_if_email_was_verified: boolean
  }
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: { attempt_code: string }
  WRONG_API_KEY_TYPE: { expected_type: string; actual_type: string }
  ITEM_NOT_FOUND: { item_id: string }
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: {
    item_id: string
    customer_id: string
    item_customer_type: CustomerType | null
    actual_customer_type: CustomerType
  }
  CUSTOMER_DOES_NOT_EXIST: { customer_id: string }
  OFFER_DOES_NOT_EXIST: { offer_id: string; access_type: 'client' | 'server' | 'admin' }
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: {
    offer_id: string | null
    customer_id: string
    offer_customer_type: CustomerType | null
    actual_customer_type: CustomerType
  }
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: { item_id: string; customer_id: string; quantity: number }
  DATA_VAULT_STORE_DOES_NOT_EXIST: { store_id: string }
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: { store_id: string; hashed_key: string }
}
