import { knownCodes } from '@latchkey/sdk/known-codes'

/** The known error in a query, if any. Its message is ignored, because links are untrusted. */
export function knownErrorFromQuery(
  query: Readonly<Record<string, string | undefined>>,
): { code: string; details: Record<string, unknown> } | undefined {
  const { errorCode, message, details } = query
  if (!errorCode || !message) return undefined
  if (!knownCodes.split(' ').includes(errorCode)) return undefined
  try {
    const parsed: unknown = JSON.parse(details || '{}')
    return { code: errorCode, details: { ...(parsed as object) } }
  } catch {
    return undefined
  }
}
