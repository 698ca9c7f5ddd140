import { vi } from 'vitest'
import type { Answer } from './wire.test.tsx'

// jsdom has no passkeys. This fakes the two browser calls.

type Answered = () => Promise<unknown>

interface Ceremonies {
  /** The user's response to a passkey prompt. */
  get?: Answered
  /** The user's response to a suggested passkey. None by default. */
  suggestion?: Answered
  create?: Answered
}

/** Returns the prompts that the browser was asked to show. */
export function startAuthenticator(ceremonies: Ceremonies = {}) {
  const asked: { kind: 'get' | 'suggestion' | 'create'; options: CredentialRequestOptions }[] = []
  const ask = (kind: 'get' | 'suggestion' | 'create', options: CredentialRequestOptions) => {
    asked.push({ kind, options })
    const wait = new Promise((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new DOMException('Taken away.', 'AbortError')))
    })
    return Promise.race([wait, ...(ceremonies[kind] ? [ceremonies[kind]()] : [])])
  }
  const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: (options: CredentialRequestOptions) =>
        ask(options.mediation === 'conditional' ? 'suggestion' : 'get', options),
      create: (options: CredentialRequestOptions) => ask('create', options),
    },
  })
  const questions = (kind: 'get' | 'suggestion' | 'create') => asked.filter((question) => question.kind === kind)
  return { questions }
}

const bytes = () => new Uint8Array([1, 2, 3]).buffer

export const passkey = async () => ({
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes(),
    attestationObject: bytes(),
    getTransports: () => ['internal'],
  },
})

/** The error of browsers for cancelling, timeouts and missing passkeys. */
export const cancelled = async () => {
  throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError')
}

export const hostname = 'THIS_VALUE_WILL_BE_REPLACED.example.com'

/** The server's options for both ceremonies. */
export function passkeyOptions(route: string): Answer | undefined {
  const shared = { challenge: 'AQID', timeout: 60_000 }
  if (route === 'POST /auth/passkey/initiate-passkey-authentication') {
    const options_json = { ...shared, rpId: hostname, userVerification: 'preferred', allowCredentials: [] }
    return { body: { code: 'challenge-code', options_json } }
  }
  if (route === 'POST /auth/passkey/initiate-passkey-registration') {
    const options_json = {
      ...shared,
      rp: { id: hostname, name: 'Fieldnotes' },
      user: { id: 'AQID', name: 'ada', displayName: 'Ada' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    }
    return { body: { code: 'challenge-code', options_json } }
  }
  return undefined
}
