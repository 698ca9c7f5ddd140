import { KnownError, type KnownErrorOf } from '../errors/known-errors.ts'
import { closePrompt } from './credentials.ts'

/** A passkey prompt of the browser, with the server's code for it. */
export interface Ceremony<Credential> {
  code: string
  start(): Promise<Credential>
}

interface Run {
  /** True if it returned a credential. */
  ended: Promise<boolean>
  isOver: boolean
}

let latest: Run | undefined

/** The ceremony that was started last. Browsers run one at a time: a new one cancels it. */
export const latestCeremony = () => latest

export async function runCeremony<Credential>(
  { code, start }: Ceremony<Credential>,
  signal?: AbortSignal,
): Promise<{ code: string; credential: Credential }> {
  const started = Promise.resolve().then(() => {
    if (signal?.aborted) throw abortedError()
    return start()
  })
  const ended = started.then(
    () => true,
    () => false,
  )
  const run: Run = { ended, isOver: false }
  latest = run
  let abort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      // Must not cancel another ceremony that has replaced this one.
      if (latest === run) closePrompt()
      reject(abortedError())
    }
  })
  signal?.addEventListener('abort', abort)
  try {
    return { code, credential: await Promise.race([started, aborted]) }
  } catch (error) {
    throw webAuthnErrorOf(error)
  } finally {
    signal?.removeEventListener('abort', abort)
    run.isOver = true
  }
}

export const abortedError = () => webAuthnErrorOf(new DOMException('The passkey prompt was cancelled.', 'AbortError'))

export function webAuthnErrorOf(error: unknown): KnownErrorOf<'PASSKEY_WEBAUTHN_ERROR'> {
  if (KnownError.isKnownError(error) && error.errorCode === 'PASSKEY_WEBAUTHN_ERROR') return error
  const { message, name: code } = error as Error
  const known = new KnownError('PASSKEY_WEBAUTHN_ERROR', 400, `${message} (${code})`, { message, code })
  return Object.assign(known, { cause: error })
}
