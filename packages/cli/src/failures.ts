import { RetryError } from '@latchkey/sdk'
import { CommanderError } from 'commander'
import { toPlainText } from './terminal.ts'

/** What a shell learns of how a command ended. */
export const exitCodes = { failed: 1, wrongUsage: 2, notSignedIn: 3, interrupted: 130 } as const

/** An end that is nobody's bug: a sentence for the person, and a code for the shell. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failed, cause?: unknown) {
    super(message, { cause })
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}

export function explainFailure(error: unknown): { message?: string; exitCode: number } {
  if (error instanceof Failure) return error
  // Commander has printed what it had to say; asking for help or the version also ends this way, and well.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : exitCodes.wrongUsage }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message: `Something went wrong that should not.\n\n${text}`, exitCode: exitCodes.failed }
}

/** Says in a sentence that a server is out of reach, and leaves every other error as it is. */
export function explainOutage(error: unknown, apiUrl: string): unknown {
  if (!isNetworkError(error)) return error
  const sentence = `The Latchkey server at ${toPlainText(apiUrl)} cannot be reached. Is the address right, and are you online?`
  return new Failure(sentence, exitCodes.failed, error)
}

/** `fetch` fails with a TypeError when there was no answer; the SDK keeps it as the cause. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  if (error instanceof TypeError) return error.message === 'fetch failed'
  if (error instanceof RetryError) return error.errors.every(isNetworkError)
  return error instanceof Error && error.cause !== undefined && isNetworkError(error.cause)
}
