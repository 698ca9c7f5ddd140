import { NetworkError } from '@latchkey/sdk'
import { CommanderError } from 'commander'
import { toPlainText } from './terminal.ts'

/** The exit codes of commands. */
export const exitCodes = { failed: 1, wrongUsage: 2, notSignedIn: 3, interrupted: 130 } as const

/** An expected failure: a message for the user and an exit code for the shell. */
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
  // Commander has printed its message already. `--help` and `--version` end this way too, with code 0.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : exitCodes.wrongUsage }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message: `An unexpected error occurred.\n\n${text}`, exitCode: exitCodes.failed }
}

/** Explains that a server cannot be reached, and returns every other error unchanged. */
export function explainOutage(error: unknown, apiUrl: string): unknown {
  if (!isNetworkError(error)) return error
  const sentence = `The Latchkey server at ${toPlainText(apiUrl)} cannot be reached. Check the address and your internet connection.`
  return new Failure(sentence, exitCodes.failed, error)
}

/** What the SDK says, or `fetch`, which fails with a TypeError if there was no response. */
function isNetworkError(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  if (error instanceof TypeError) return error.message === 'fetch failed'
  return error instanceof Error && error.cause !== undefined && isNetworkError(error.cause)
}
