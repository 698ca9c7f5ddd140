import { createHmac, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { AssertionError } from '../errors/errors.ts'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { eventually } from '../testing/eventually.ts'
import { ada, createFakeApi, refusal } from '../testing/fake-api.ts'
import { openPasskeyPage } from '../testing/fake-passkeys.ts'
import { createClient, openPerson, openProject } from '../testing/open-project.ts'

const initiate = 'POST /auth/passkey/initiate-passkey-authentication'
const signIn = 'POST /auth/passkey/sign-in'
const done = { status: 'ok', data: undefined }
const renewalMillis = 55_000

/** Suggestions wait until the test advances the time. */
let passTime: () => void
beforeEach(() => {
  vi.unstubAllGlobals()
  const waiting: (() => void)[] = []
  passTime = () => {
    for (const end of waiting.splice(0)) end()
  }
  vi.spyOn(clock, 'wait').mockImplementation((millis) => {
    return millis === renewalMillis ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()
  })
})

/** A signed-out user with a passkey, on the sign-in page. */
async function openSignInPage() {
  const page = openPasskeyPage()
  const opened = await openProject({ 'auth.passkey.allowSignIn': true })
  const person = await opened.project.signUp()
  const { access_token: accessToken, refresh_token: refreshToken } = person
  const user = await createClient(opened.project, { tokenStore: { accessToken, refreshToken } }).getUser({
    or: 'throw',
  })
  expect(await user.registerPasskey()).toEqual(done)
  opened.takeRequests()
  page.questions.length = 0
  return { ...opened, page, user, person, app: createClient(opened.project) }
}

describe('signing in', () => {
  test('works with a registered passkey and redirects to the app', async () => {
    const { app, page, person } = await openSignInPage()
    expect(await app.signInWithPasskey()).toEqual(done)
    expect(await app.getUser()).toMatchObject({ id: person.user_id, passkeyAuthEnabled: true })
    expect(page.visits).toEqual(['replace /'])
    expect(page.questions[0]!.publicKey.rpId).toBe('localhost')
  })

  test("returns the browser's error name when the user cancels", async () => {
    const { app, page } = await openSignInPage()
    page.answers.push('cancel')
    const result = await app.signInWithPasskey()
    if (result.status === 'ok') throw new Error('signed in without a person')
    expect(KnownErrors.PasskeyWebAuthnError.isInstance(result.error)).toBe(true)
    expect(result.error.details).toEqual({ message: 'The person said no.', code: 'NotAllowedError' })
    expect(await app.getUser()).toBeNull()
  })

  test('returns an error for a passkey that the server does not know', async () => {
    const { app, user } = await openSignInPage()
    await user.update({ passkeyAuthEnabled: false })
    const result = await app.signInWithPasskey()
    expect(result.status === 'error' && KnownErrors.PasskeyAuthenticationFailed.isInstance(result.error)).toBe(true)
  })

  test('returns an error with the reason when the project has passkeys disabled', async () => {
    openPasskeyPage()
    const { project } = await openProject()
    const result = await createClient(project).signInWithPasskey()
    if (result.status === 'ok') throw new Error('signed in without passkeys')
    expect(KnownErrors.PasskeyAuthenticationFailed.isInstance(result.error)).toBe(true)
    expect(result.error.message).toBe('Passkey sign-in is not enabled for this project.')
    expect(result.error.cause).toMatchObject({ errorCode: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' })
  })

  test('redirects to the second factor, which completes it', async () => {
    const { app, page, user, person } = await openSignInPage()
    const secret = randomBytes(20)
    await user.update({ totpMultiFactorSecret: secret })
    const finished = vi.fn()
    app.signInWithPasskey().finally(finished)
    await eventually(() => expect(page.visits).toEqual(['assign /handler/mfa']))
    expect(finished).not.toHaveBeenCalled()

    const attemptCode = page.storage.get('stack_mfa_attempt_code')!
    expect(await app.signInWithMfa(totpOf(secret), attemptCode)).toEqual(done)
    expect((await app.getUser())?.id).toBe(person.user_id)
  })

  test('rejects when the app cannot redirect to the second factor', async () => {
    const { project, user } = await openSignInPage()
    await user.update({ totpMultiFactorSecret: randomBytes(20) })
    const app = createClient(project, { redirectMethod: 'none' })
    await expect(app.signInWithPasskey()).rejects.toBeInstanceOf(AssertionError)
  })

  test('returns an error in a browser without passkeys', async () => {
    const { app } = await openSignInPage()
    vi.stubGlobal('PublicKeyCredential', undefined)
    const result = await app.signInWithPasskey()
    expect(result).toMatchObject({ status: 'error', error: { details: { code: 'NotSupportedError' } } })
  })

  test('works in browsers only', async () => {
    const { project } = await openProject({ 'auth.passkey.allowSignIn': true })
    await expect(createClient(project).signInWithPasskey()).rejects.toThrow('browsers only')
  })
})

describe('registering', () => {
  test('immediately shows that the user has a passkey', async () => {
    const { app } = await openSignInPage()
    await app.signInWithPasskey()
    const user = await app.getUser({ or: 'throw' })
    await user.update({ passkeyAuthEnabled: false })
    const shown = () => app[appInternalsSymbol].currentUser.getSnapshot()
    expect(shown()).toMatchObject({ value: { passkeyAuthEnabled: false } })
    expect(await user.registerPasskey()).toEqual(done)
    expect(shown()).toMatchObject({ value: { passkeyAuthEnabled: true } })
  })

  test("sends the given host name and returns the server's error", async () => {
    const { page, user } = await openSignInPage()
    page.changeDevice()
    const result = await user.registerPasskey({ hostname: 'example.com' })
    expect(page.questions[0]!.publicKey.rp!.id).toBe('example.com')
    expect(result.status === 'error' && KnownErrors.PasskeyRegistrationFailed.isInstance(result.error)).toBe(true)
  })

  test('fails on a device that has a passkey of the user, and works on another', async () => {
    const { page, user } = await openSignInPage()
    const result = await user.registerPasskey()
    expect(result).toMatchObject({ status: 'error', error: { details: { code: 'InvalidStateError' } } })
    page.changeDevice()
    expect(await user.registerPasskey()).toEqual(done)
    expect(await user.listPasskeys()).toHaveLength(2)
  })

  test('returns an error when the user cancels', async () => {
    const { page, user } = await openSignInPage()
    page.changeDevice()
    page.answers.push('cancel')
    const result = await user.registerPasskey()
    expect(result).toMatchObject({ status: 'error', error: { details: { code: 'NotAllowedError' } } })
  })
})

describe('a passkey as the second factor', () => {
  test('completes a sign-in with a password', async () => {
    const { app, page, user, person } = await openSignInPage()
    await user.update({ passkeyMultiFactorEnabled: true })
    app.signInWithCredential({ email: person.email, password: person.password })
    await eventually(() => expect(page.visits).toEqual(['assign /handler/mfa']))
    const attemptCode = page.storage.get('stack_mfa_attempt_code')!
    expect(page.storage.get('stack_mfa_methods')).toBe('passkey')
    expect(await app.signInWithMfaPasskey(attemptCode)).toEqual(done)
    expect(await app.getUser()).toMatchObject({ id: person.user_id, isPasskeyMultiFactorEnabled: true })
  })

  test('is not offered to those who have not turned it on', async () => {
    const { app, page, user, person } = await openSignInPage()
    await user.update({ totpMultiFactorSecret: randomBytes(20) })
    app.signInWithCredential({ email: person.email, password: person.password })
    await eventually(() => expect(page.visits).toEqual(['assign /handler/mfa']))
    const attemptCode = page.storage.get('stack_mfa_attempt_code')!
    expect(page.storage.get('stack_mfa_methods')).toBe('totp')
    const result = await app.signInWithMfaPasskey(attemptCode)
    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'PASSKEY_AUTHENTICATION_FAILED' } })
  })
})

describe('the passkeys of a user', () => {
  test('are listed, renamed and removed, also by a server', async () => {
    const { page, user, serverUser } = await openPasskeys()
    expect(await user.listPasskeys()).toEqual([
      expect.objectContaining({ name: null, deviceName: null, createdAt: expect.any(Date), lastUsedAt: null }),
    ])
    page.changeDevice()
    await user.registerPasskey()
    const [first, second] = await user.listPasskeys()
    await first!.rename('Work laptop')
    expect(await user.listPasskeys()).toMatchObject([{ id: first!.id, name: 'Work laptop' }, { id: second!.id }])
    await first!.delete()
    expect(await user.listPasskeys()).toMatchObject([{ id: second!.id }])

    const [ofServer] = await serverUser.listPasskeys()
    await ofServer!.delete()
    expect(await serverUser.listPasskeys()).toEqual([])
  })

  test('disappear from a list on the page when all of them are removed', async () => {
    const { user } = await openPasskeys()
    const shown = user[appInternalsSymbol].passkeys
    shown.subscribe(() => {})
    await shown.load()
    await user.update({ passkeyAuthEnabled: false })
    expect(shown.getSnapshot()).toMatchObject({ status: 'ok', value: [] })
  })

  test('say when they were used', async () => {
    const { app, user } = await openPasskeys()
    await app.signInWithPasskey()
    expect(await user.listPasskeys()).toMatchObject([{ lastUsedAt: expect.any(Date) }])
  })

  async function openPasskeys() {
    const page = openPasskeyPage()
    const opened = await openPerson({ 'auth.passkey.allowSignIn': true })
    expect(await opened.user.registerPasskey()).toEqual(done)
    return { ...opened, page }
  }
})

describe('autofill suggestions', () => {
  async function openSuggestions() {
    const opened = await openSignInPage()
    const controller = new AbortController()
    const signingIn = opened.app.signInWithPasskey({ autofill: true, signal: controller.signal })
    const { questions } = opened.page
    await eventually(() => expect(questions).toHaveLength(1))
    expect(questions[0]!.mediation).toBe('conditional')
    return { ...opened, questions, signingIn, abort: () => controller.abort() }
  }

  test('sign in with the chosen passkey', async () => {
    const { app, page, person, signingIn } = await openSuggestions()
    page.pickSuggestion()
    expect(await signingIn).toEqual(done)
    expect((await app.getUser())?.id).toBe(person.user_id)
    expect(page.visits).toEqual(['replace /'])
  })

  test('renew the challenge before it expires, but not while the page has no focus', async () => {
    const { page, questions, signingIn, takeRequests } = await openSuggestions()
    page.blur()
    passTime()
    await new Promise(setImmediate)
    expect(questions).toHaveLength(1)

    page.focus()
    await eventually(() => expect(questions).toHaveLength(2))
    expect(questions[0]!.signal.aborted).toBe(true)
    expect(takeRequests().filter((request) => request === initiate)).toHaveLength(2)
    page.pickSuggestion()
    expect(await signingIn).toEqual(done)
  })

  test('end when the signal aborts', async () => {
    const { questions, signingIn, abort } = await openSuggestions()
    abort()
    expect(await signingIn).toMatchObject({ status: 'error', error: { details: { code: 'AbortError' } } })
    expect(questions[0]!.signal.aborted).toBe(true)
  })

  test('pause for the button, and resume when the user cancels that prompt', async () => {
    const { app, page, questions, signingIn } = await openSuggestions()
    page.answers.push('cancel')
    expect((await app.signInWithPasskey()).status).toBe('error')
    await eventually(() => expect(questions).toHaveLength(3))
    expect(questions.map((question) => question.mediation)).toEqual(['conditional', undefined, 'conditional'])
    page.pickSuggestion()
    expect(await signingIn).toEqual(done)
  })

  test('end when the button signs in', async () => {
    const { app, questions, signingIn } = await openSuggestions()
    expect(await app.signInWithPasskey()).toEqual(done)
    expect(await signingIn).toMatchObject({ status: 'error', error: { details: { code: 'AbortError' } } })
    expect(questions).toHaveLength(2)
  })

  test('do not close the prompt of the button when they are aborted', async () => {
    const { app, page, questions, abort } = await openSuggestions()
    page.answers.push('leave open')
    const { get } = navigator.credentials
    const credentials = {
      get(question: never) {
        abort()
        return get(question)
      },
    }
    Object.assign(navigator.credentials, credentials)
    app.signInWithPasskey()
    await eventually(() => expect(questions).toHaveLength(2))
    expect(questions[1]!.signal.aborted).toBe(false)
  })

  test('retry silently while the server cannot be reached', async () => {
    const { app, page } = await openSignInPage()
    const online = fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    const signingIn = app.signInWithPasskey({ autofill: true })
    await eventually(() => expect(clock.wait).toHaveBeenCalledWith(renewalMillis))
    vi.stubGlobal('fetch', online)
    passTime()
    await eventually(() => expect(page.questions).toHaveLength(1))
    page.pickSuggestion()
    expect(await signingIn).toEqual(done)
  })

  test('are not requested in a browser without support for them', async () => {
    const { app, takeRequests } = await openSignInPage()
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
    const result = await app.signInWithPasskey({ autofill: true })
    expect(result).toMatchObject({ status: 'error', error: { details: { code: 'NotSupportedError' } } })
    expect(takeRequests()).toEqual([])
  })
})

describe('when the server responds differently', () => {
  const challenge = { challenge: 'AAAA', rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com', allowCredentials: [] }
  const openApp = (routes: Parameters<typeof createFakeApi>[0]) => {
    openPasskeyPage()
    vi.stubGlobal('fetch', createFakeApi({ [initiate]: { options_json: challenge, code: 'c' }, ...routes }).fetch)
    return createClient({ id: 'p1', keys: { publishableClientKey: 'k' } } as never, { baseUrl: 'http://api' })
  }

  test('a host name that the page did not choose is rejected', async () => {
    const app = openApp({ [initiate]: { options_json: { ...challenge, rpId: 'evil.example' }, code: 'c' } })
    await expect(app.signInWithPasskey()).rejects.toBeInstanceOf(AssertionError)
  })

  test('a wrong second factor keeps its error', async () => {
    const result = await openApp({ [signIn]: refusal(400, 'INVALID_TOTP_CODE') }).signInWithPasskey()
    expect(result.status === 'error' && KnownErrors.InvalidTotpCode.isInstance(result.error)).toBe(true)
  })

  test('a network error is not reported as a failed passkey', async () => {
    const app = openApp({ [signIn]: new TypeError('fetch failed') })
    await expect(app.signInWithPasskey()).rejects.toThrow('unable to connect')
  })

  test('a failed start of the registration is reported, even before its code is loaded', async () => {
    const app = openApp({
      'GET /users/me': ada,
      'POST /auth/passkey/initiate-passkey-registration': refusal(400, 'PASSKEY_AUTHENTICATION_NOT_ENABLED'),
    })
    const tokenStore = { accessToken: createAccessToken(), refreshToken: 'r1' }
    const result = await (await app.getUser({ or: 'throw', tokenStore })).registerPasskey()
    expect(result.status === 'error' && KnownErrors.PasskeyRegistrationFailed.isInstance(result.error)).toBe(true)
  })
})

/** The current code of an authenticator app. */
function totpOf(secret: Buffer): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff
  return `${number % 1_000_000}`.padStart(6, '0')
}
