import { type ErrorCode, KnownError, type KnownErrorOf } from '@latchkey/sdk'

/** Like `KnownErrors.X.isInstance`, without the list of all errors, which is larger than a form. */
export function hasCode<Code extends ErrorCode>(error: unknown, code: Code): error is KnownErrorOf<Code> {
  return KnownError.isKnownError(error) && error.errorCode === code
}
