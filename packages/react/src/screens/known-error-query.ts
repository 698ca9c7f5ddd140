import { KnownErrors } from '@latchkey/sdk'

/** The error in an address, if it is one of the catalogue: what anybody can put into a link is not shown otherwise. */
export function knownErrorFromQuery(
  query: Readonly<Record<string, string | undefined>>,
): { code: string; message: string; details: Record<string, unknown> } | undefined {
  const { errorCode, message, details } = query
  if (!errorCode || !message) return undefined
  if (!Object.values(KnownErrors).some((error) => error.errorCode === errorCode)) return undefined
  try {
    const parsed: unknown = JSON.parse(details || '{}')
    return { code: errorCode, message, details: { ...(parsed as object) } }
  } catch {
    return undefined
  }
}
