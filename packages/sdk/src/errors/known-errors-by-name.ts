import { codesWithoutFamily } from './error-codes.ts'
import { type ErrorCode, hasCode, type KnownErrorOf, listKnownCodes } from './known-errors.ts'

/** Class names that do not follow from their code. */
const irregularNames = {
  USER_EMAIL_ALREADY_EXISTS: 'UserWithEmailAlreadyExists',
  VERIFICATION_ERROR: 'VerificationCodeError',
  WRONG_PERMISSION_SCOPE: 'PermissionScopeMismatch',
  INVALID_POLLING_CODE: 'InvalidPollingCodeError',
  PASSKEY_WEBAUTHN_ERROR: 'PasskeyWebAuthnError',
} as const

/** `KnownErrors.UserNotFound.isInstance(error)`; families such as `VerificationCodeError` include their members. */
export const KnownErrors: KnownErrorsByName = /* @__PURE__ */ (() =>
  Object.fromEntries(
    listKnownCodes(codesWithoutFamily).map((code) => [
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

type Pascal<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${PascalWord<Word>}${Pascal<Rest>}`
  : PascalWord<Code>
type PascalWord<Word extends string> = Word extends 'OAUTH' ? 'OAuth' : Capitalize<Lowercase<Word>>

export type KnownErrorsByName = {
  readonly [Code in ErrorCode as Code extends keyof typeof irregularNames
    ? (typeof irregularNames)[Code]
    : Pascal<Code>]: {
    readonly errorCode: Code
    isInstance(error: unknown): error is KnownErrorOf<Code>
  }
}
