/** Something that should not happen: a bug, or a response that does not follow the API contract. */
export class AssertionError extends Error {
  readonly extraData: unknown

  constructor(message: string, extraData?: unknown) {
    super(message)
    this.name = 'AssertionError'
    this.extraData = extraData
  }
}

/** An error response without a code: its status and the server's message. */
export class StatusError extends AssertionError {
  readonly statusCode: number

  constructor(statusCode: number, message: string, extraData?: unknown) {
    super(message, extraData)
    this.name = 'StatusError'
    this.statusCode = statusCode
  }
}

/** Every attempt failed. `errors` has the reasons, in order. */
export class RetryError extends AggregateError {
  readonly attempts: number

  constructor(errors: unknown[]) {
    super(
      errors,
      `Gave up after ${errors.length} attempts.\n${errors.map((error, i) => `${i + 1}: ${error}`).join('\n')}`,
    )
    this.name = 'RetryError'
    this.attempts = errors.length
  }
}
