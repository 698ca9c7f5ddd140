import type { AppCore } from '../core/app-core.ts'
import { clock } from '../environment/clock.ts'
import { StatusError } from '../errors/errors.ts'
import { KnownError, type KnownErrorOf } from '../errors/known-errors.ts'
import { failed, ok, type Result } from '../errors/result.ts'

/**
 * Why a command-line login failed.
 * @example const result: Result<string, CliLoginError> = await latchkey.promptCliLogin({ appUrl })
 */
export type CliLoginError = KnownErrorOf<'CLI_AUTH_ERROR' | 'CLI_AUTH_EXPIRED_ERROR' | 'CLI_AUTH_USED_ERROR'>

/**
 * How a command-line login is confirmed in the browser.
 * @example
 * await latchkey.promptCliLogin({
 *   appUrl: 'https://app.example.com',
 *   promptLink: (url) => console.log(`Open ${url}`),
 *   expiresInMillis: 600_000,
 *   waitTimeMillis: 2000,
 *   maxAttempts: 300,
 *   signal,
 * })
 */
export interface PromptCliLoginOptions {
  /** The URL of the app with the page `/handler/cli-auth-confirm`, for instance `https://app.example.com`. */
  appUrl: string
  /** How long the link is valid. Defaults to 2 hours; 24 hours at most. */
  expiresInMillis?: number | undefined
  /** How often to poll for the confirmation. Unlimited by default. */
  maxAttempts?: number | undefined
  /** How long to wait between two attempts. Defaults to 2 seconds. */
  waitTimeMillis?: number | undefined
  /** Shows the link to the user. Prints it by default. */
  promptLink?: ((url: string) => unknown) | undefined
  /** Stops polling; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

export async function promptCliLogin(
  core: AppCore,
  options: PromptCliLoginOptions,
): Promise<Result<string, CliLoginError>> {
  const { appUrl, expiresInMillis, maxAttempts = Infinity, waitTimeMillis = 2000, signal } = options
  const { promptLink = (url) => console.log(`To sign in, open this link:\n\n  ${url}\n`) } = options
  try {
    const body = expiresInMillis === undefined ? undefined : { expires_in_millis: expiresInMillis }
    const { login_code, polling_code } = await core.call('POST /auth/cli', { ...(body && { body }) })
    await promptLink(
      `${appUrl.replace(/\/$/, '')}/handler/cli-auth-confirm?login_code=${encodeURIComponent(login_code)}`,
    )
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      signal?.throwIfAborted()
      // Idempotent, and a login should survive a short network outage.
      const response = await core.call('POST /auth/cli/poll', { body: { polling_code }, isIdempotent: true })
      if (response.status === 'success') return ok(response.refresh_token)
      if (response.status === 'expired')
        return fail('CLI_AUTH_EXPIRED_ERROR', 'CLI authentication request expired. Please try again.')
      if (response.status === 'used')
        return fail('CLI_AUTH_USED_ERROR', 'This authentication token has already been used.')
      if (response.status !== 'waiting')
        return fail('CLI_AUTH_ERROR', `Unexpected response: ${JSON.stringify(response)}.`)
      await waitOrAbort(waitTimeMillis, signal)
    }
    return fail('CLI_AUTH_ERROR', 'Timed out waiting for CLI authentication.')
  } catch (error) {
    if (KnownError.isKnownError(error)) return refused(error.statusCode, `${error.errorCode} ${error.message}`)
    if (error instanceof StatusError) return refused(error.statusCode, error.message)
    throw error
  }
}

function refused(status: number, text: string) {
  return fail('CLI_AUTH_ERROR', `The server rejected the command-line login: ${status} ${text}`)
}

function fail(code: CliLoginError['errorCode'], message: string): Result<never, CliLoginError> {
  return failed(new KnownError(code, 400, message, { message }) as CliLoginError)
}

async function waitOrAbort(millis: number, signal: AbortSignal | undefined): Promise<void> {
  let abort = () => {}
  const aborted = new Promise<void>((resolve) => {
    abort = resolve
    signal?.addEventListener('abort', abort, { once: true })
  })
  await Promise.race([clock.wait(millis), aborted])
  signal?.removeEventListener('abort', abort)
}
