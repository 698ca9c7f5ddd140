import { errors } from '@latchkey/contract/errors'
import { type ErrorCode, type ErrorDetailsOf, families, KnownError, type KnownErrorOf } from './known-errors.ts'

/** Class names that do not follow from their code. */
const irregularNames = {
  USER_EMAIL_ALREADY_EXISTS: 'UserWithEmailAlreadyExists',
  VERIFICATION_ERROR: 'VerificationCodeError',
  WRONG_PERMISSION_SCOPE: 'PermissionScopeMismatch',
  INVALID_POLLING_CODE: 'InvalidPollingCodeError',
  PASSKEY_WEBAUTHN_ERROR: 'PasskeyWebAuthnError',
} as const

export const rareFamilies = {
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
  API_KEY_NOT_VALID:
    'API_KEY_EXPIRED API_KEY_REVOKED WRONG_API_KEY_TYPE API_KEY_NOT_FOUND PUBLIC_API_KEY_CANNOT_BE_REVOKED',
} as const

/** The family of each code that belongs to one. */
const familyOf = /* @__PURE__ */ (() =>
  new Map<string, string>(
    Object.entries({ ...families, ...rareFamilies }).flatMap(([family, codes]) =>
      codes.split(' ').map((code) => [code, family] as const),
    ),
  ))()

/**
 * The documented errors as classes. Families such as `VerificationCodeError` include their members. `isInstance` and
 * `instanceof` are equivalent, and also recognize errors of another copy of this package. In TypeScript, `isInstance`
 * also narrows the type when it returns false.
 *
 * @example
 * const result = await app.signInWithMagicLink(code)
 * if (result.status === 'error' && result.error instanceof KnownErrors.VerificationCodeExpired) askForNewCode()
 *
 * @example
 * throw new KnownErrors.TeamNotFound({ team_id: id })
 */
export const KnownErrors: KnownErrorsByName = /* @__PURE__ */ (() =>
  Object.fromEntries(
    [...Object.keys(errors), ...familyOf.values()].map((code) => [nameOf(code), createClass(code as ErrorCode)]),
  ) as never)()

function createClass<Code extends ErrorCode>(code: Code) {
  const isInstance = (error: unknown): error is KnownErrorOf<Code> => {
    let current: string | undefined = KnownError.isKnownError(error) ? error.errorCode : undefined
    while (current && current !== code) current = familyOf.get(current)
    return !!current
  }
  return class extends KnownError<Code> {
    static readonly errorCode = code
    static readonly isInstance = isInstance
    static override [Symbol.hasInstance](error: unknown) {
      return isInstance(error)
    }

    constructor(details?: unknown, { message, statusCode }: KnownErrorInit = {}) {
      super(code, statusCode ?? rows[code]?.[0] ?? 400, message ?? describe(code, details), details as never)
    }
  }
}

const rows: Record<string, readonly [status: number, describe: (details: never) => string]> = errors

function describe(code: string, details: unknown): string {
  try {
    return rows[code]?.[1]((details ?? {}) as never) ?? textOf(code)
  } catch {
    // The text needs details that are missing; only the types require them.
    return textOf(code)
  }
}

/** A family is never sent, so the contract has no text for it. */
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
  /** Defaults to the message of the API. */
  message?: string | undefined
  /** Defaults to the status that the API documents. */
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
 * For `instanceof`, TypeScript ignores type arguments: every `KnownError<Code>` would match every other one, and the
 * remaining type would be `never`. An intersection prevents that.
 */
type InstanceOf<Code extends ErrorCode> = KnownErrorOf<Code> & { readonly errorCode: ErrorCode }

export type KnownErrorsByName = {
  readonly [Code in ErrorCode as Code extends keyof typeof irregularNames
    ? (typeof irregularNames)[Code]
    : Pascal<Code>]: KnownErrorClass<Code>
}
