/** Why an attempt failed: an object of SMTP, or the text of an API for batches. */
export function reasonOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined
  if (typeof error === 'string') return error
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : 'The email could not be sent.'
}
