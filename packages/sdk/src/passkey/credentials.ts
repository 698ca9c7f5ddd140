import type { Routes } from '@latchkey/contract'
import { decodeBytes } from '../session/access-token.ts'

// Browsers use bytes where the wire has base64url. Their own conversions are too new to rely on.

type CreationOptions = Routes['POST /auth/passkey/initiate-passkey-registration']['response']['client']['options_json']
type RequestOptions = Routes['POST /auth/passkey/initiate-passkey-authentication']['response']['client']['options_json']

/** Browsers show one prompt at a time. */
let shown: AbortController | undefined

export function closePrompt(): void {
  shown?.abort()
}

function openPrompt(): AbortSignal {
  closePrompt()
  shown = new AbortController()
  return shown.signal
}

export async function createPasskey(options: CreationOptions) {
  const { challenge, user, excludeCredentials } = options
  const publicKey = {
    ...options,
    challenge: decodeBytes(challenge),
    user: { ...user, id: decodeBytes(user.id) },
    excludeCredentials: excludeCredentials.map(decodeCredential),
  }
  return toJson(await navigator.credentials.create({ publicKey, signal: openPrompt() }))
}

export async function usePasskey(options: RequestOptions, isSuggestion?: boolean) {
  const { challenge, allowCredentials } = options
  const publicKey = {
    ...options,
    challenge: decodeBytes(challenge),
    allowCredentials: allowCredentials.map(decodeCredential),
  }
  const mediation = isSuggestion ? { mediation: 'conditional' as const } : {}
  return toJson(await navigator.credentials.get({ publicKey, ...mediation, signal: openPrompt() }))
}

function decodeCredential({ type, id, transports }: CreationOptions['excludeCredentials'][number]) {
  // Browsers ignore transports that they do not know.
  return { type, id: decodeBytes(id), ...(transports && { transports: transports as AuthenticatorTransport[] }) }
}

type AnyResponse = Partial<AuthenticatorAttestationResponse & AuthenticatorAssertionResponse>

function toJson(found: Credential | null) {
  const credential = found as PublicKeyCredential
  const response = credential.response as AnyResponse
  const names = ['attestationObject', 'authenticatorData', 'clientDataJSON', 'signature', 'userHandle'] as const
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response: {
      ...Object.fromEntries(names.map((name) => [name, response[name] ? toText(response[name]) : undefined])),
      // Password managers may replace the browser's object with one that lacks this method.
      transports: response.getTransports?.(),
    },
    clientExtensionResults: credential.getClientExtensionResults(),
  }
}

const toText = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
