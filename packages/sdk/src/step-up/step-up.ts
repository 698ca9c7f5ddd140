import type { StepUpMethod } from '@latchkey/contract/errors'
import type { AppCore } from '../core/app-core.ts'
import { doneOrError } from '../errors/expected-errors.ts'
import { hasCode, type KnownErrorOf } from '../errors/known-errors.ts'
import { goToSetUp } from '../mfa/set-up.ts'
import { initiatePasskeySignIn, loadPasskeys } from '../passkey/loading.ts'
import type { UserSession } from '../session/session.ts'

/**
 * The proof that a request needs before it is sent again.
 * @example
 * new ClientApp({
 *   tokenStore: 'cookie',
 *   onStepUpRequired: async ({ methods, maxAgeSeconds }: StepUpRequest) => {
 *     console.log(`The last proof is older than ${maxAgeSeconds} seconds.`)
 *     await ask(methods)
 *   },
 * })
 */
export interface StepUpRequest {
  /** The proofs that this user can give. If empty, they have to sign in again. */
  methods: StepUpMethod[]
  /** How old the last proof may be. */
  maxAgeSeconds: number
}

/**
 * A recent proof of the user's identity.
 * @example const proof: StepUpProof = { type: 'password', password }
 */
export type StepUpProof =
  | { type: 'password'; password: string }
  | { type: 'totp'; totp: string }
  | { type: 'email_code'; code: string }
  | { type: 'passkey' }

/**
 * Why a proof was not accepted.
 * @example const result: Result<undefined, StepUpError> = await latchkey.stepUp({ type: 'password', password })
 */
export type StepUpError = KnownErrorOf<
  | 'PASSWORD_CONFIRMATION_MISMATCH'
  | 'INVALID_TOTP_CODE'
  | 'VERIFICATION_ERROR'
  | 'PASSKEY_AUTHENTICATION_FAILED'
  | 'PASSKEY_WEBAUTHN_ERROR'
  | 'STEP_UP_REQUIRED'
>

/** Concurrent calls of one session that need a proof share one prompt. */
const openPrompts = new WeakMap<UserSession, Promise<void>>()

/** Resolves when the user has done what the error asks for. Throws all other errors. */
export async function askUser(core: AppCore, error: unknown, session: UserSession | undefined): Promise<void> {
  if (hasCode(error, 'SECOND_FACTOR_REQUIRED')) return goToSetUp(core, error)
  if (!hasCode(error, 'STEP_UP_REQUIRED')) throw error
  return askForProof(core, error, session)
}

/** Asks the user for a proof, and throws the server's error if they do not give one. */
async function askForProof(
  core: AppCore,
  refusal: KnownErrorOf<'STEP_UP_REQUIRED'>,
  session: UserSession | undefined,
): Promise<void> {
  const ask = core.options.onStepUpRequired ?? core.askForProof
  if (!session || !ask) throw refusal
  const { methods, max_age_seconds: maxAgeSeconds } = refusal.details
  const asked =
    openPrompts.get(session) ??
    Promise.resolve(ask({ methods, maxAgeSeconds })).finally(() => {
      openPrompts.delete(session)
    })
  openPrompts.set(session, asked)
  await asked.catch((cause: unknown) => {
    throw Object.assign(refusal, { cause })
  })
}

// These use the transport directly, so that a step-up does not ask for another step-up.

export async function stepUp(core: AppCore, proof: StepUpProof) {
  const store = await core.tokenStores.find()
  const session = core.sessionOf(store)
  const prove = async () => {
    const body = proof.type === 'passkey' ? await createPasskeyProof(core) : proof
    const { access_token } = await core.transport.call('POST /auth/step-up', { session, body })
    const { refreshToken } = store.get()
    // Another user may have signed in since; their tokens must not be overwritten.
    if (refreshToken && core.sessionOf(store) === session) store.set({ accessToken: access_token, refreshToken })
    session.offer(access_token)
  }
  return doneOrError(
    [
      'PASSWORD_CONFIRMATION_MISMATCH',
      'INVALID_TOTP_CODE',
      'VERIFICATION_ERROR',
      'PASSKEY_AUTHENTICATION_FAILED',
      'PASSKEY_WEBAUTHN_ERROR',
      'STEP_UP_REQUIRED',
    ],
    prove(),
  )
}

export async function sendStepUpCode(core: AppCore): Promise<{ nonce: string }> {
  return core.transport.call('POST /auth/step-up/send-code', { session: await core.findSession() })
}

async function createPasskeyProof(core: AppCore) {
  const initiated = initiatePasskeySignIn(core)
  const { askForPasskey } = await loadPasskeys(core, initiated)
  const { code, credential } = await askForPasskey(initiated)
  return { type: 'passkey' as const, authentication_response: credential as never, code }
}
