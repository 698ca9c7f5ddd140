import { knownCodes } from '@latchkey/sdk/known-codes'

/** The error in an address, if it is one of the catalogue. Its message is not read: anybody can put one into a link. */
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
