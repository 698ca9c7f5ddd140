import type { ErrorDetails, ErrorCode as SentCode } from '@latchkey/contract/errors'
import type { rareFamilies } from './known-errors-by-name.ts'

/**
 * The families that every app handles. The server sends the messages, so the first bundle needs nothing else;
 * `known-errors-by-name.ts` has the rest.
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
 *   console.error(error.errorCode, error.statusCode, error.details, error.humanReadableMessage, error.requestId)
 * }
 */
export class KnownError<Code extends ErrorCode = ErrorCode> extends Error {
  /** The code of the error, for instance `USER_NOT_FOUND`. */
  readonly errorCode: Code
  /** The HTTP status of the response. */
  readonly statusCode: number
  /** Details that depend on the code. */
  readonly details: ErrorDetailsOf<Code>
  /** The ID of the request, which leads the owners of the project to the failure. */
  declare readonly requestId?: string | null
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
 * Whether an error has this code or belongs to this family. Unlike `KnownErrors.X.isInstance`, it does not need the
 * list of all codes.
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
  // If the list cannot be loaded, for instance after a new deployment, the code is trusted.
  const unsupported = await loadErrorLists().then(
    (lists) => lists.describeUnsupported(code, error),
    () => undefined,
  )
  return unsupported
    ? new KnownError('UNSUPPORTED_ERROR', 500, unsupported, { originalErrorCode: code })
    : new KnownError(code as ErrorCode, statusCode, error, details as never)
}

const loadErrorLists = () => import('./error-lists.ts')

type Families = typeof families & typeof rareFamilies
type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text
/**
 * The code of a known error.
 * @example const code: ErrorCode = 'USER_NOT_FOUND'
 */
export type ErrorCode = SentCode | keyof Families

/** The codes that `hasCode` recognizes. */
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
export type ErrorDetailsOf<Code extends ErrorCode> = Code extends SentCode ? ErrorDetails<Code> : undefined
