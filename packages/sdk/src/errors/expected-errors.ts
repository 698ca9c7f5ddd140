import { type CommonCode, hasCode, type KnownErrorOf } from './known-errors.ts'
import { failed, ok, type Result } from './result.ts'

/** Expected errors become results; all others are thrown. */
export async function resultOf<T, Code extends CommonCode>(
  codes: Code[],
  work: Promise<T>,
): Promise<Result<T, KnownErrorOf<Code>>> {
  try {
    return ok(await work)
  } catch (error) {
    if (codes.some((code) => hasCode(error, code))) return failed(error as KnownErrorOf<Code>)
    throw error
  }
}

/** The same for work whose result is not needed. */
export async function doneOrError<Code extends CommonCode>(
  codes: Code[],
  work: Promise<unknown>,
): Promise<Result<undefined, KnownErrorOf<Code>>> {
  const result = await resultOf(codes, work)
  return result.status === 'error' ? result : ok(undefined)
}

/** The expected error that the work failed with, if any. */
export async function findError<Code extends CommonCode>(
  codes: Code[],
  work: Promise<unknown>,
): Promise<KnownErrorOf<Code> | undefined> {
  const result = await resultOf(codes, work)
  return result.status === 'error' ? result.error : undefined
}
