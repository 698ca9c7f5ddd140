import { type AccessType, accessTypes, KnownError, type OverloadError } from '@latchkey/contract'
import { PlainError } from './plain-error.ts'

/** Combines the errors of a route with one variant per access level, if all variants reject the request. */
export function mergeFailures(failures: (KnownError | PlainError)[]): KnownError | PlainError {
  const insufficient = failures.filter((failure) => KnownError.is(failure, 'INSUFFICIENT_ACCESS_TYPE'))
  const others = distinct(failures.filter((failure) => !KnownError.is(failure, 'INSUFFICIENT_ACCESS_TYPE')))
  if (others.length === 1) return others[0]!
  if (others.length > 1) return new KnownError('ALL_OVERLOADS_FAILED', { overload_errors: others.map(toOverloadError) })

  const allowed = new Set(insufficient.flatMap((failure) => failure.details.allowed_access_types as AccessType[]))
  return new KnownError('INSUFFICIENT_ACCESS_TYPE', {
    actual_access_type: insufficient[0]!.details.actual_access_type,
    allowed_access_types: accessTypes.filter((access) => allowed.has(access)),
  })
}

function distinct(failures: (KnownError | PlainError)[]): (KnownError | PlainError)[] {
  return [...new Map(failures.map((failure) => [JSON.stringify(toOverloadError(failure)), failure])).values()]
}

function toOverloadError(failure: KnownError | PlainError): OverloadError {
  if (failure instanceof PlainError) {
    return { status_code: failure.status, message: failure.message, headers: failure.headers }
  }
  return failure.toWire()
}
