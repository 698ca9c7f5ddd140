import { TestAuthenticator } from '@latchkey/server/testing'
import { vi } from 'vitest'
import { openFakePage } from './fake-page.ts'

interface Question {
  publicKey: { challenge: ArrayBuffer; rpId?: string; rp?: { id: string }; excludeCredentials?: { id: ArrayBuffer }[] }
  mediation?: string
  signal: AbortSignal
}

type Answer = 'confirm' | 'cancel' | 'leave open'

/**
 * A browser page with a software authenticator. `answers` says how the user responds to prompts; suggestions stay open
 * until `pickSuggestion()`.
 */
export function openPasskeyPage(href = 'http://localhost:3000/handler/sign-in') {
  const page = openFakePage(href)
  const { origin } = new URL(href)
  let authenticator = new TestAuthenticator()
  const questions: Question[] = []
  const answers: Answer[] = []
  let pick: (() => void) | undefined
  let hasFocus = true

  const respond = (question: Question, create: (challenge: string) => object) => {
    questions.push(question)
    const challenge = Buffer.from(question.publicKey.challenge).toString('base64url')
    const isSuggestion = question.mediation === 'conditional'
    const answer = isSuggestion ? 'leave open' : (answers.shift() ?? 'confirm')
    return new Promise<object>((resolve, reject) => {
      question.signal.addEventListener('abort', () => reject(question.signal.reason))
      if (isSuggestion) pick = () => resolve(create(challenge))
      if (answer === 'confirm') resolve(create(challenge))
      if (answer === 'cancel') reject(new DOMException('The person said no.', 'NotAllowedError'))
    })
  }

  const focusListeners: (() => void)[] = []
  const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('window', { addEventListener: (_type: string, listener: () => void) => focusListeners.push(listener) })
  Object.assign(document, { hasFocus: () => hasFocus, querySelectorAll: () => [] })
  vi.stubGlobal('navigator', {
    credentials: {
      create: (question: Question) => {
        const { rp, excludeCredentials = [] } = question.publicKey
        const rpId = rp!.id
        const known = excludeCredentials.map(({ id }) => Buffer.from(id).toString('base64url'))
        if (known.includes(authenticator.credentialId)) {
          questions.push(question)
          return Promise.reject(new DOMException('The device has one.', 'InvalidStateError'))
        }
        return respond(question, (challenge) => inBuffers(authenticator.register({ challenge, origin, rpId })))
      },
      get: (question: Question) => {
        const rpId = question.publicKey.rpId!
        return respond(question, (challenge) => inBuffers(authenticator.authenticate({ challenge, origin, rpId })))
      },
    },
  })
  return {
    ...page,
    questions,
    answers,
    /** Another device, which has no passkey yet. */
    changeDevice: () => {
      authenticator = new TestAuthenticator()
    },
    pickSuggestion: () => pick?.(),
    blur: () => {
      hasFocus = false
    },
    focus: () => {
      hasFocus = true
      for (const listener of focusListeners.splice(0)) listener()
    },
  }
}

/** Browsers return buffers where the wire has base64url. */
function inBuffers({ response, ...credential }: { id: string; rawId: string; response: Record<string, unknown> }) {
  const buffers = Object.entries(response).map(([name, value]) => [
    name,
    typeof value === 'string' ? toBuffer(value) : value,
  ])
  return {
    ...credential,
    rawId: toBuffer(credential.rawId),
    response: { ...Object.fromEntries(buffers), getTransports: () => response.transports },
    getClientExtensionResults: () => ({}),
  }
}

function toBuffer(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64url')).buffer
}
