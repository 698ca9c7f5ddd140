import { clock } from '../environment/clock.ts'
import { AssertionError, StatusError } from '../errors/errors.ts'
import { hasCode, KnownError } from '../errors/known-errors.ts'
import { abortedError, type Ceremony, latestCeremony, runCeremony } from './ceremony.ts'

/** Challenges expire after 65 seconds, and the user needs a few seconds to respond. */
const renewalMillis = 55_000

/**
 * Offers passkeys as autofill suggestions of a field until `signal` aborts. The user did not ask for this, so
 * temporary failures are not reported but retried.
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
        const outcome = await running.catch(ignoreTemporary)
        if (outcome) return outcome
        const interrupter = latestCeremony()
        if (interrupter !== own && (await interrupter?.ended)) throw abortedError()
        if (interrupter !== own) continue
      }
      // Expired, refused by the browser, or no connection: retrying once a minute is enough.
      await whenAborted(round.signal)
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }
}

/** Whether the server could not be reached or failed. */
function isOutage(error: unknown): boolean {
  return error instanceof StatusError || !(KnownError.isKnownError(error) || error instanceof AssertionError)
}

/** The errors of browsers when the user cancels, or when another ceremony starts. */
function ignoreTemporary(error: unknown): undefined {
  const isPassing = hasCode(error, 'PASSKEY_WEBAUTHN_ERROR') && /^(Abort|NotAllowed)Error$/.test(error.details.code)
  if (!isPassing) throw error
}

/**
 * A new challenge would close an open prompt. While that is open the page has no focus, and a page in the background
 * needs no new challenge either.
 */
function pageHasFocus(): Promise<unknown> | undefined {
  if (document.hasFocus()) return
  return new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }))
}

function whenAborted(signal: AbortSignal): Promise<unknown> | undefined {
  if (signal.aborted) return
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
