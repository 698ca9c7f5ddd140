import { appInternalsSymbol, type ClientApp, KnownError } from '@latchkey/sdk'

/** Spends the code of a verification mail. A second click on the same link is as good as the first. */
export async function verifyEmail(app: ClientApp, code: string): Promise<'verified' | 'invalid' | 'expired'> {
  const { currentUser } = app[appInternalsSymbol]
  try {
    await send(app, '/contact-channels/verify', { code })
  } catch (error) {
    if (!KnownError.isKnownError(error)) throw error
    if (error.errorCode === 'VERIFICATION_CODE_EXPIRED') return 'expired'
    const isInvalid = error.errorCode === 'VERIFICATION_CODE_NOT_FOUND' || error.errorCode === 'SCHEMA_ERROR'
    if (isInvalid) return 'invalid'
    if (error.errorCode !== 'VERIFICATION_CODE_ALREADY_USED') throw error
  }
  // Whether the person can be reached anew is not what they asked; the next reader tries again.
  await currentUser.load().catch(() => {})
  return 'verified'
}

export async function sendVerificationEmail(app: ClientApp, email: string): Promise<void> {
  const callback = new URL(app.urls.emailVerification, globalThis.location.href)
  callback.hash = ''
  try {
    await send(app, '/contact-channels/send-verification-code', { email, callback_url: callback.href })
  } catch (error) {
    if (!KnownError.isKnownError(error) || error.errorCode !== 'EMAIL_ALREADY_VERIFIED') throw error
    await app[appInternalsSymbol].currentUser.load()
  }
}

function send(app: ClientApp, path: string, body: object): Promise<Response> {
  return app[appInternalsSymbol].sendRequest(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
