import type { codesWithoutFamily, rareFamilies } from './error-codes.ts'

/**
 * The families that every app reacts to. The server sends the messages, so this is all that a page needs to know at
 * first; `error-codes.ts` has the rest.
 */
export const families = {
  INVALID_ACCESS_TOKEN: 'UNPARSABLE_ACCESS_TOKEN ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ACCESS_TOKEN',
  REFRESH_TOKEN_ERROR: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED PROVIDER_REJECTED CANNOT_DELETE_CURRENT_SESSION',
  PASSWORD_REQUIREMENTS_NOT_MET: 'PASSWORD_TOO_SHORT PASSWORD_TOO_LONG',
  VERIFICATION_ERROR:
    'VERIFICATION_CODE_NOT_FOUND VERIFICATION_CODE_EXPIRED VERIFICATION_CODE_ALREADY_USED VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
} as const

const brand: unique symbol = Symbol.for('latchkey.known-error') as never

/**
 * An error that the API documents. Identified by a brand, so that several copies of this class recognize each other.
 * @example
 * if (KnownError.isKnownError(error)) {
 *   console.error(error.errorCode, error.statusCode, error.details, error.humanReadableMessage)
 * }
 */
export class KnownError<Code extends ErrorCode = ErrorCode> extends Error {
  /** The code of the error, for instance `USER_NOT_FOUND`. */
  readonly errorCode: Code
  /** The HTTP status of the response. */
  readonly statusCode: number
  /** What the server says about this error, depending on its code. */
  readonly details: ErrorDetailsOf<Code>
  readonly [brand] = true

  constructor(errorCode: Code, statusCode: number, message: string, details: ErrorDetailsOf<Code>) {
    super(message)
    this.name = 'KnownError'
    this.errorCode = errorCode
    this.statusCode = statusCode
    this.details = details
  }

  /** The message. */
  get humanReadableMessage(): string {
    return this.message
  }

  static isKnownError(error: unknown): error is KnownErrorOf<ErrorCode> {
    return !!(error as KnownError | undefined)?.[brand]
  }
}

/**
 * Whether an error has this code or belongs to this family. Unlike `KnownErrors.X.isInstance`, it needs no list of all.
 * @internal
 */
export function hasCode<Code extends CommonCode>(error: unknown, code: Code): error is KnownErrorOf<Code> {
  if (!KnownError.isKnownError(error)) return false
  const { errorCode } = error
  return errorCode === code || !!(families as Record<string, string>)[code]?.split(' ').includes(errorCode)
}

/** The typed error of a response. A code that this version does not know becomes UNSUPPORTED_ERROR. */
export async function knownErrorOf(
  { code, error, details }: { code: string; error: string; details?: unknown },
  statusCode: number,
): Promise<KnownError> {
  const known = new KnownError(code as ErrorCode, statusCode, error, details as never)
  try {
    return (await loadErrorCodes()).findUnsupported(code, error) ?? known
  } catch {
    // If the list cannot be loaded, for instance because the app was deployed again, the code is trusted.
    return known
  }
}

const loadErrorCodes = () => import('./error-codes.ts')

type Families = typeof families & typeof rareFamilies
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text
/**
 * The code of a known error.
 * @example const code: ErrorCode = 'USER_NOT_FOUND'
 */
export type ErrorCode = Words<typeof codesWithoutFamily> | keyof Families | Words<Families[keyof Families]>

/** What `hasCode` can tell. */
export type CommonCode = Exclude<ErrorCode, keyof typeof rareFamilies>

/** The code itself and, for a family, every code below it. */
type Within<Code> = Code extends keyof Families ? Code | Within<Words<Families[Code]>> : Code

/**
 * A known error of this code, or any error of this family.
 * @example const report = (error: KnownErrorOf<'USER_NOT_FOUND'>) => console.error(error.message)
 */
export type KnownErrorOf<Code extends ErrorCode> =
  Within<Code> extends infer Each ? (Each extends ErrorCode ? KnownError<Each> : never) : never

/**
 * The details of the known error with this code.
 * @example const details: ErrorDetailsOf<'USER_NOT_FOUND'> = error.details
 */
export type ErrorDetailsOf<Code extends ErrorCode> = Code extends keyof ErrorDetails ? ErrorDetails[Code] : undefined

type Scope = 'team' | 'project'
type CustomerType = 'user' | 'team' | 'custom'
/** How a signed-in user can prove their identity again. */
export type StepUpMethod = 'password' | 'passkey' | 'email_code' | 'totp'

/** The `details` of the errors that have any. */
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
  STEP_UP_REQUIRED: { max_age_seconds: number; methods: StepUpMethod[] }
  USER_EMAIL_ALREADY_EXISTS: { email: string; would_work_if_email_was_verified: boolean }
  USER_IS_RESTRICTED: { until_millis: number | null }
  USER_ID_DOES_NOT_EXIST: { user_id: string }
  PROJECT_NOT_FOUND: { project_id: string }
  CURRENT_PROJECT_NOT_FOUND: { project_id: string }
  BRANCH_DOES_NOT_EXIST: { branch_id: string }
  PASSWORD_REQUIREMENTS_NOT_MET: { message: string }
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
  CLI_AUTH_ERROR: { message: string }
  CLI_AUTH_EXPIRED_ERROR: { message: string }
  CLI_AUTH_USED_ERROR: { message: string }
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
