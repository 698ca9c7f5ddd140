import type { Routes } from '@latchkey/contract'
import { cacheOf } from '../cache/resource-cache.ts'
import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import { isBrowser } from '../environment/environment.ts'
import { AssertionError } from '../errors/errors.ts'
import { doneOrError } from '../errors/expected-errors.ts'
import { type CommonCode, hasCode, KnownError, type KnownErrorOf } from '../errors/known-errors.ts'
import type { UserSession } from '../session/session.ts'
import { awaitSuggestion } from './autofill.ts'
import { runCeremony, webAuthnErrorOf } from './ceremony.ts'
import { createPasskey, usePasskey } from './credentials.ts'
import { initiatePasskeySignIn } from './loading.ts'

/**
 * Why sign-in with a passkey failed.
 * @example const result: Result<undefined, PasskeySignInError> = await latchkey.signInWithPasskey()
 */
export type PasskeySignInError = KnownErrorOf<
  'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR' | 'INVALID_TOTP_CODE'
>

/**
 * Why a passkey was not registered.
 * @example const result: Result<undefined, PasskeyRegistrationError> = await user.registerPasskey()
 */
export type PasskeyRegistrationError = KnownErrorOf<'PASSKEY_REGISTRATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR'>

/**
 * How the browser offers passkeys.
 * @example await latchkey.signInWithPasskey({ autofill: true, signal, noRedirect: true })
 */
export interface SignInWithPasskeyOptions {
  /**
   * Offers passkeys as autofill suggestions of an input whose `autocomplete` ends with `webauthn`, instead of prompting
   * right away, for as long as the page is open. Fails with PASSKEY_WEBAUTHN_ERROR whose `details.code` is `AbortError`
   * when `signal` aborts, or `NotSupportedError` if the browser does not support this. Another passkey call interrupts
   * it: it resumes if the user cancels that one, and ends otherwise.
   */
  autofill?: boolean | undefined
  /** Stops waiting and closes an open prompt. */
  signal?: AbortSignal | undefined
  /** Stays on the page after the sign-in. */
  noRedirect?: boolean | undefined
}

type RegistrationOptions = Routes['POST /auth/passkey/initiate-passkey-registration']['response']['client']

/** The server does not know which of the app's host names the page is on, so the SDK fills it in. */
const hostnamePlaceholder = 'THIS_VALUE_WILL_BE_REPLACED.example.com'

export async function signInWithPasskey(
  core: AppCore,
  initiated: ReturnType<typeof initiatePasskeySignIn> | undefined,
  { autofill, signal, noRedirect }: SignInWithPasskeyOptions,
) {
  assertBrowser()
  return signIn(
    core,
    ['PASSKEY_AUTHENTICATION_FAILED', 'PASSKEY_WEBAUTHN_ERROR', 'INVALID_TOTP_CODE'],
    async (session) => {
      const ask = async () => {
        const { options_json, code } = await (initiated ?? initiatePasskeySignIn(core))
        assertPlaceholder(options_json.rpId)
        return { code, start: () => usePasskey({ ...options_json, rpId: location.hostname }, autofill) }
      }
      try {
        await assertSupport(autofill)
        const { code, credential } = await (autofill ? awaitSuggestion(ask, signal) : runCeremony(await ask(), signal))
        const body = { authentication_response: credential as never, code }
        return await core.call('POST /auth/passkey/sign-in', { session, body })
      } catch (error) {
        throw failureOf('PASSKEY_AUTHENTICATION_FAILED', error)
      }
    },
    noRedirect,
  )
}

/** Prompts for a passkey right away, for a step-up rather than a sign-in. */
export async function askForPasskey(initiated: ReturnType<typeof initiatePasskeySignIn>) {
  assertBrowser()
  await assertSupport()
  const { options_json, code } = await initiated
  assertPlaceholder(options_json.rpId)
  return runCeremony({ code, start: () => usePasskey({ ...options_json, rpId: location.hostname }) })
}

export async function registerPasskey(
  core: AppCore,
  session: UserSession,
  initiated: Promise<RegistrationOptions>,
  { hostname }: { hostname?: string } = {},
) {
  assertBrowser()
  const register = async () => {
    try {
      await assertSupport()
      const { options_json, code } = await initiated
      assertPlaceholder(options_json.rp.id)
      const options = { ...options_json, rp: { ...options_json.rp, id: hostname ?? location.hostname } }
      const { credential } = await runCeremony({ code, start: () => createPasskey(options) })
      await core.call('POST /auth/passkey/register', { session, body: { credential: credential as never, code } })
    } catch (error) {
      throw failureOf('PASSKEY_REGISTRATION_FAILED', error)
    }
  }
  const result = await doneOrError(['PASSKEY_REGISTRATION_FAILED', 'PASSKEY_WEBAUTHN_ERROR'], register())
  if (result.status === 'ok') {
    await Promise.all([cacheOf(core, session).refresh('passkeys/me'), core.users.of(session).load()])
  }
  return result
}

function assertBrowser(): void {
  if (!isBrowser()) throw new Error('Passkeys work in browsers only.')
}

function assertPlaceholder(hostname: string): void {
  if (hostname !== hostnamePlaceholder) {
    throw new AssertionError('The server sent an unexpected host name for the passkey.', hostname)
  }
}

async function assertSupport(autofill = false): Promise<void> {
  const { PublicKeyCredential: passkeys } = globalThis as { PublicKeyCredential?: typeof PublicKeyCredential }
  if (autofill ? await passkeys?.isConditionalMediationAvailable?.() : passkeys) return
  const message = `This browser has no passkeys${autofill ? ' among the suggestions of a field' : ''}.`
  throw webAuthnErrorOf(new DOMException(message, 'NotSupportedError'))
}

/** Every error of the server means that the passkey failed, except for the request for a second factor. */
function failureOf(code: 'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_REGISTRATION_FAILED', error: unknown): unknown {
  const kept: CommonCode[] = [
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'INVALID_TOTP_CODE',
    'PASSKEY_WEBAUTHN_ERROR',
    code,
  ]
  if (!KnownError.isKnownError(error) || kept.some((each) => hasCode(error, each))) return error
  const { message } = error
  return Object.assign(new KnownError(code, 400, message, { message }), { cause: error })
}
