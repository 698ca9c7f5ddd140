import { clock } from '../environment/clock.ts'
import { AssertionError, StatusError } from '../errors/errors.ts'
import { hasCode, KnownError } from '../errors/known-errors.ts'
import { abortedError, type Ceremony, latestCeremony, runCeremony } from './ceremony.ts'

/** Challenges are good for 65 seconds, and the person needs a few of them. */
const renewalMillis = 55_000

/**
 * Offers passkeys among the suggestions of a field for as long as the page wants it. Nobody has asked for this, so
 * whatever can pass is waited for in silence.
 */
export async function awaitSuggestion<Credential>(
  ask: () => Promise<Ceremony<Credential>>,
  signal: AbortSignal | undefined,
): Promise<{ code: string; credential: Credential }> {
  for (;;) {
    const before = latestCeremony()
    const hasSignedIn = before && !before.isOver && (await before.ended)
    if (hasSignedIn || signal?.aborted) throw abortedError()
    const ceremony = await ask().catch((error) => {
      if (!isOutage(error)) throw error
    })
    if (latestCeremony() !== before) continue

    const round = new AbortController()
    const end = () => round.abort()
    clock.wait(renewalMillis).then(pageHasFocus).then(end)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    try {
      if (ceremony) {
        const running = runCeremony(ceremony, round.signal)
        const own = latestCeremony()
        const outcome = await running.catch(silenced)
        if (outcome) return outcome
        const interrupter = latestCeremony()
        if (interrupter !== own && (await interrupter?.ended)) throw abortedError()
        if (interrupter !== own) continue
      }
      // Too old, refused by the browser, or without a server: once a minute is enough to try again.
      await whenAborted(round.signal)
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }
}

/** Whether the server could not be reached, or could not answer. */
function isOutage(error: unknown): boolean {
  return error instanceof StatusError || !(KnownError.isKnownError(error) || error instanceof AssertionError)
}

/** What a browser answers when a person does not want to, or when another ceremony needs the place. */
function silenced(error: unknown): undefined {
  const isPassing = hasCode(error, 'PASSKEY_WEBAUTHN_ERROR') && /^(Abort|NotAllowed)Error$/.test(error.details.code)
  if (!isPassing) throw error
}

/**
 * A new challenge takes the browser's question from the screen. While it is there the page has no focus, and a page
 * in the background needs no challenge either.
 */
function pageHasFocus(): Promise<unknown> | undefined {
  if (document.hasFocus()) return
  return new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }))
}

function whenAborted(signal: AbortSignal): Promise<unknown> | undefined {
  if (signal.aborted) return
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
