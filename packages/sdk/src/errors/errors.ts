/**
 * Something that should not happen: a bug, or a response that does not follow the API contract.
 * @example if (error instanceof AssertionError) console.error(error.extraData)
 */
export class AssertionError extends Error {
  /** Data for debugging the failed assumption. */
  readonly extraData: unknown

  constructor(message: string, extraData?: unknown) {
    super(message)
    this.name = 'AssertionError'
    this.extraData = extraData
  }
}

/**
 * An error response without a code: its status and the server's message.
 * @example if (error instanceof StatusError && error.statusCode === 503) retryLater(error.requestId)
 */
export class StatusError extends AssertionError {
  /** The HTTP status of the response. */
  readonly statusCode: number
  /** The ID of the request, which leads the owners of the project to the failure. */
  declare readonly requestId?: string | null

  constructor(statusCode: number, message: string, extraData?: unknown) {
    super(message, extraData)
    this.name = 'StatusError'
    this.statusCode = statusCode
  }
}

/**
 * All attempts failed. `errors` lists the reasons in order.
 * @example if (error instanceof RetryError) console.error(error.attempts)
 */
export class RetryError extends AggregateError {
  /** How many attempts there were. */
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
