/** Why an attempt failed: an SMTP error object, or the text of a batch API. */
export function reasonOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined
  if (typeof error === 'string') return error
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : 'The email could not be sent.'
}
