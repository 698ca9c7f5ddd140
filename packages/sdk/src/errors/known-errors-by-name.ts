import { familyOf, listKnownCodes } from './error-codes.ts'
import { type ErrorCode, type ErrorDetailsOf, KnownError, type KnownErrorOf } from './known-errors.ts'

/** Class names that do not follow from their code. */
const irregularNames = {
  USER_EMAIL_ALREADY_EXISTS: 'UserWithEmailAlreadyExists',
  VERIFICATION_ERROR: 'VerificationCodeError',
  WRONG_PERMISSION_SCOPE: 'PermissionScopeMismatch',
  INVALID_POLLING_CODE: 'InvalidPollingCodeError',
  PASSKEY_WEBAUTHN_ERROR: 'PasskeyWebAuthnError',
} as const

/** The statuses other than 400. */
const codesByStatus: Record<number, string> = {
  401: 'INSUFFICIENT_ACCESS_TYPE INVALID_PUBLISHABLE_CLIENT_KEY INVALID_SECRET_SERVER_KEY INVALID_SUPER_SECRET_ADMIN_KEY UNPARSABLE_ADMIN_ACCESS_TOKEN ADMIN_ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN CLIENT_AUTHENTICATION_REQUIRED SERVER_AUTHENTICATION_REQUIRED ADMIN_AUTHENTICATION_REQUIRED CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED EXPECTED_INTERNAL_PROJECT UNPARSABLE_ACCESS_TOKEN ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ACCESS_TOKEN ANONYMOUS_AUTHENTICATION_NOT_ALLOWED REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED PROVIDER_REJECTED USER_AUTHENTICATION_REQUIRED PROJECT_PERMISSION_REQUIRED TEAM_PERMISSION_REQUIRED TEAM_PERMISSION_NOT_FOUND API_KEY_EXPIRED API_KEY_REVOKED',
  403: 'STEP_UP_REQUIRED USER_IS_RESTRICTED',
  404: 'USER_NOT_FOUND PROJECT_NOT_FOUND VERIFICATION_CODE_NOT_FOUND PERMISSION_NOT_FOUND WRONG_PERMISSION_SCOPE TEAM_NOT_FOUND TEAM_MEMBERSHIP_NOT_FOUND API_KEY_NOT_FOUND ITEM_NOT_FOUND STRIPE_ACCOUNT_INFO_NOT_FOUND',
  408: 'OUTER_OAUTH_TIMEOUT',
  409: 'USER_EMAIL_ALREADY_EXISTS VERIFICATION_CODE_ALREADY_USED EMAIL_ALREADY_VERIFIED TEAM_ALREADY_EXISTS TEAM_MEMBERSHIP_ALREADY_EXISTS EMAIL_TEMPLATE_ALREADY_EXISTS OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  500: 'UNSUPPORTED_ERROR',
}

/**
 * The documented errors as classes. Families such as `VerificationCodeError` include their members. `isInstance` and
 * `instanceof` do the same, and also recognize errors of another copy of this package. For TypeScript, `isInstance` also
 * rules the error out where it returns false.
 *
 * @example
 * const result = await app.signInWithMagicLink(code)
 * if (result.status === 'error' && result.error instanceof KnownErrors.VerificationCodeExpired) askForNewCode()
 *
 * @example
 * throw new KnownErrors.TeamNotFound({ team_id: id })
 */
export const KnownErrors: KnownErrorsByName = /* @__PURE__ */ (() =>
  Object.fromEntries(listKnownCodes().map((code) => [nameOf(code), createClass(code as ErrorCode)])) as never)()

function createClass<Code extends ErrorCode>(code: Code) {
  const isInstance = (error: unknown): error is KnownErrorOf<Code> => {
    let current: string | undefined = KnownError.isKnownError(error) ? error.errorCode : undefined
    while (current && current !== code) current = familyOf.get(current)
    return !!current
  }
  return class extends KnownError<Code> {
    static readonly errorCode = code
    static readonly isInstance = isInstance
    static override readonly [Symbol.hasInstance] = isInstance

    constructor(details?: unknown, { message = textOf(code), statusCode = statusOf(code) }: KnownErrorInit = {}) {
      super(code, statusCode, message, details as never)
    }
  }
}

function statusOf(code: string): number {
  const found = Object.entries(codesByStatus).find(([, codes]) => codes.split(' ').includes(code))
  return found ? Number(found[0]) : 400
}

/** For errors that an app creates. Those of the server come with a text of their own. */
const textOf = (code: string) => `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`

function nameOf(code: string): string {
  const regular = code.toLowerCase().replace(/(^|_)(oauth|.)/g, (_match, _start, head: string) => {
    return head === 'oauth' ? 'OAuth' : head.toUpperCase()
  })
  return (irregularNames as Record<string, string>)[code] ?? regular
}

type Pascal<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${PascalWord<Word>}${Pascal<Rest>}`
  : PascalWord<Code>
type PascalWord<Word extends string> = Word extends 'OAUTH' ? 'OAuth' : Capitalize<Lowercase<Word>>

/**
 * For errors that an app creates itself, for instance in tests.
 * @example new KnownErrors.UserNotFound(undefined, { message: 'No such user.', statusCode: 404 })
 */
export interface KnownErrorInit {
  /** A sentence made from the code unless given. */
  message?: string | undefined
  /** The status that the API documents unless given. */
  statusCode?: number | undefined
}

/**
 * The class of one documented error, or of a family of them.
 * @example const { errorCode, isInstance } = KnownErrors.UserNotFound
 */
export interface KnownErrorClass<Code extends ErrorCode> {
  /** The code on the wire, such as `USER_NOT_FOUND`. */
  readonly errorCode: Code
  new (
    ...args: undefined extends ErrorDetailsOf<Code>
      ? [details?: undefined, init?: KnownErrorInit]
      : [details: ErrorDetailsOf<Code>, init?: KnownErrorInit]
  ): KnownError<Code>
  /**
   * Whether a value is this error or one of this family.
   *
   * @example
   * if (KnownErrors.UserNotFound.isInstance(error)) return null
   */
  isInstance(error: unknown): error is KnownErrorOf<Code>
  [Symbol.hasInstance](error: unknown): error is InstanceOf<Code>
}

/**
 * For `instanceof`, TypeScript compares classes without their type arguments, so that every `KnownError<Code>` would
 * match every other one, and what does not match would be `never`. It looks into intersections properly.
 */
type InstanceOf<Code extends ErrorCode> = KnownErrorOf<Code> & { readonly errorCode: ErrorCode }

export type KnownErrorsByName = {
  readonly [Code in ErrorCode as Code extends keyof typeof irregularNames
    ? (typeof irregularNames)[Code]
    : Pascal<Code>]: KnownErrorClass<Code>
}
