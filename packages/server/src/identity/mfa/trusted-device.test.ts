import { maxTrustedDevices } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { createTestProject, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import {
  passkeyOrigin,
  personWithPasskey,
  registerPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  withPasskeys,
} from '../../testing/passkeys.ts'
import { exchangeCode, newPerson, providerForTests, signInAt } from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { currentTotp, personWithRecoveryCodes, refusedSignIn, setUpSecondFactor } from '../../testing/second-factor.ts'
import { refreshWith, TestSessionKey } from '../../testing/session-key.ts'
import { withStepUp } from '../../testing/step-up.ts'
import {
  asksForFactor,
  nextTotp,
  personWithTrustedDevice,
  sent,
  signInOn,
  trustDevice,
} from '../../testing/trusted-device.ts'
import { readClaims } from '../../testing/world.ts'

const day = 24 * 3600 * 1000
const list = async (project: TestProject, user_id: string) =>
  (await project.call('GET /auth/trusted-devices', { as: 'server', query: { user_id } })).items

describe('a device that was trusted with the second factor', () => {
  test('signs in without it, and others do not', async () => {
    const project = await testProject()
    const { person, session, token } = await personWithTrustedDevice(project)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(readClaims(session.access_token).amr).toEqual(['pwd', 'otp', 'mfa'])
    expect(await signInOn(project, person, token)).toMatchObject({ status: 200, body: { user_id: person.user_id } })
    expect(await signInOn(project, person, '')).toMatchObject(asksForFactor)
    expect(await signInOn(project, person, 'a'.repeat(43))).toMatchObject(asksForFactor)
    expect(await signInOn(project, person, `${token}a`)).toMatchObject(asksForFactor)
  })

  test('is trusted only if that was asked for, and the session that it starts trusts no other', async () => {
    const project = await testProject()
    const person = await project.signUp()
    await setUpSecondFactor(project, person)
    const { attempt_code: code } = await refusedSignIn(project, person)
    const session = await project.call('POST /auth/mfa/sign-in', {
      body: { type: 'totp', totp: await nextTotp(project, person), code },
    })
    expect(session).not.toHaveProperty('trusted_device')
    expect(await list(project, person.user_id)).toEqual([])
    const { trusted_device } = await trustDevice(project, person)
    expect((await signInOn(project, person, trusted_device!)).body).not.toHaveProperty('trusted_device')
    expect(await list(project, person.user_id)).toHaveLength(1)
  })

  test('is never trusted with a recovery code', async () => {
    const project = await testProject()
    const { person, codes } = await personWithRecoveryCodes(project)
    const { attempt_code: code } = await refusedSignIn(project, person)
    const body = { type: 'recovery_code', recovery_code: codes[0], code, trust_device: true }
    expect(await project.send('POST /auth/mfa/sign-in', { body })).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    expect(await list(project, person.user_id)).toEqual([])
  })

  test('is asked for the password as before', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const wrong = await signInOn(project, { ...person, password: 'wrong password' }, token)
    const unknown = await signInOn(project, { email: 'nobody@example.com', password: person.password }, token)
    expect([wrong.body, unknown.body]).toMatchObject([
      { code: 'EMAIL_PASSWORD_MISMATCH' },
      { code: 'EMAIL_PASSWORD_MISMATCH' },
    ])
  })

  test('signs in by an emailed code', async () => {
    const project = await testProject({ 'auth.otp.allowSignIn': true })
    const { person, token } = await personWithTrustedDevice(project)
    await project.call('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: person.user_id },
      body: { otp_auth_enabled: true, primary_email_verified: true },
    })
    const signIn = async (headers: Record<string, string>) => {
      const body = { email: person.email, callback_url: 'http://localhost:3000/magic' }
      await project.call('POST /auth/otp/send-sign-in-code', { body })
      const code = await codeEmailedTo(project, person.email, 'magic_link')
      return project.send('POST /auth/otp/sign-in', { headers, body: { code } })
    }
    const session = await signIn(sent(token))
    expect(session).toMatchObject({ status: 200, body: { user_id: person.user_id, is_new_user: false } })
    expect(readClaims((session.body as { access_token: string }).access_token).amr).toEqual(['otp', 'trusted_device'])
    expect(await signIn({})).toMatchObject(asksForFactor)
  })

  test('does not sign in by a passkey of the same device alone, which would be one factor', async () => {
    const { project, person, authenticator } = await personWithPasskey()
    await setUpSecondFactor(project, person)
    const { trusted_device } = await trustDevice(project, person)
    const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
    const answer = { challenge: options_json.challenge, origin: passkeyOrigin, flags: 1 }
    const authentication_response = authenticator.authenticate(answer)
    const body = { authentication_response, code }
    const signIn = project.send('POST /auth/passkey/sign-in', { headers: sent(trusted_device!), body })
    expect(await signIn).toMatchObject(asksForFactor)
    await expect(signInWithPasskey(project, authenticator)).rejects.toMatchObject(asksForFactor.body)
  })

  test('is replaced when the same browser is trusted again, and the oldest of too many makes room', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const again = (await trustDevice(project, person, sent(token))).trusted_device!
    expect(await list(project, person.user_id)).toHaveLength(1)
    expect(await signInOn(project, person, token)).toMatchObject(asksForFactor)
    for (let count = 1; count <= maxTrustedDevices; count++) await trustDevice(project, person)
    expect(await list(project, person.user_id)).toHaveLength(maxTrustedDevices)
    expect(await signInOn(project, person, again)).toMatchObject(asksForFactor)
  })

  test('signs in several people who share a browser, each with their own token', async () => {
    const project = await testProject()
    const ada = await personWithTrustedDevice(project)
    const grace = await personWithTrustedDevice(project)
    const both = `${ada.token} ${grace.token}`
    for (const { person } of [ada, grace])
      expect(await signInOn(project, person, both)).toMatchObject({ body: { user_id: person.user_id } })
    const junk = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(43)).join(' ')
    expect(await signInOn(project, ada.person, `${junk} ${ada.token}`)).toMatchObject(asksForFactor)
    expect(await signInOn(project, ada.person, `; ,"' ${ada.token} ${'x'.repeat(2000)}`)).toMatchObject({ status: 200 })
  })

  test('is trusted for 30 days, however often it is used', async () => {
    let aheadMillis = 0
    const server = await separateServer({ now: () => new Date(Date.now() + aheadMillis) })
    const project = await createTestProject(server)
    const { person, token } = await personWithTrustedDevice(project)
    aheadMillis = 29 * day
    expect(await signInOn(project, person, token)).toMatchObject({ status: 200 })
    const [device] = await list(project, person.user_id)
    expect(device!.expires_at_millis - device!.created_at_millis).toBe(30 * day)
    expect(device!.last_used_at_millis! - device!.created_at_millis).toBeGreaterThan(28 * day)
    aheadMillis = 30 * day
    expect(await signInOn(project, person, token)).toMatchObject(asksForFactor)
    expect(await list(project, person.user_id)).toEqual([])
  })

  test('signs in many times at once', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const answers = await Promise.all(Array.from({ length: 8 }, () => signInOn(project, person, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('the session of a trusted device', () => {
  test('says so, and has no time of authentication', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const session = (await signInOn(project, person, token)).body as { access_token: string; refresh_token: string }
    expect(readClaims(session.access_token).amr).toEqual(['pwd', 'trusted_device'])
    expect(readClaims(session.access_token)).not.toHaveProperty('auth_time')
    const headers = { 'x-stack-refresh-token': session.refresh_token }
    const { access_token } = await project.call('POST /auth/sessions/current/refresh', { headers })
    expect(readClaims(access_token).amr).toEqual(['pwd', 'trusted_device'])
    const details = { method: 'password', trusted_device: true, session_id: expect.any(String) }
    expect((await listAuditEntries(project, 'user.signed_in')).at(-1)).toMatchObject({ details })
  })

  test.each([
    ['in every project', {}],
    ['with step-up', withStepUp],
  ])('proves the second factor before it changes how the account is signed in to, %s', async (_, settings) => {
    const project = await testProject(settings)
    const { person, token } = await personWithTrustedDevice(project)
    const user = (await signInOn(project, person, token)).body as { access_token: string }
    const stepUp = { status: 403, body: { code: 'STEP_UP_REQUIRED', details: { methods: ['totp'] } } }
    const removal = { user, body: { totp_secret_base64: null } }
    expect(await project.send('PATCH /users/me', removal)).toMatchObject(stepUp)
    expect(await project.send('POST /auth/recovery-codes', { user })).toMatchObject(stepUp)
    const fresh = { user, body: { max_age_seconds: 3600 } }
    expect(await project.send('POST /auth/step-up/check', fresh)).toMatchObject(stepUp)
    const proof = { type: 'password', password: person.password }
    expect(await project.send('POST /auth/step-up', { user, body: proof })).toMatchObject(stepUp)
    const totp = await nextTotp(project, person)
    const proven = await project.call('POST /auth/step-up', { user, body: { type: 'totp', totp } })
    expect(readClaims(proven.access_token).amr).toEqual(['otp'])
    expect(await project.send('PATCH /users/me', { ...removal, user: proven })).toMatchObject({ status: 200 })
  })

  test('is refused without a key once the project requires keys, as is one after a recovery code', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const { refresh_token } = (await signInOn(project, person, token)).body as { refresh_token: string }
    expect(await refreshWith(project, refresh_token)).toMatchObject({ status: 200 })
    const bound = new TestSessionKey()
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { config: { session_keys_required: true } },
    })
    expect(await refreshWith(project, refresh_token)).toMatchObject({ status: 401 })
    const body = { email: person.email, password: person.password }
    const headers = { ...sent(token), ...bound.headers }
    expect(await project.send('POST /auth/password/sign-in', { headers, body })).toMatchObject({ status: 200 })
    expect(await signInOn(project, person, token)).toMatchObject({ body: { code: 'SESSION_KEY_REQUIRED' } })
  })
})

describe('a stolen token', () => {
  test('of another user or project is of no use, and nothing tells whether it is one', async () => {
    const project = await testProject()
    const ada = await personWithTrustedDevice(project)
    const grace = await personWithTrustedDevice(project)
    const elsewhere = await personWithTrustedDevice(await testProject())
    const refusals = await Promise.all(
      [grace.token, elsewhere.token, 'x'.repeat(43)].map((token) => signInOn(project, ada.person, token)),
    )
    const comparable = refusals.map(({ status, body }) => {
      const { details, ...rest } = body as { details: { methods: string[] } }
      return [status, rest, details.methods]
    })
    expect(comparable).toEqual(Array(3).fill(comparable[0]))
    expect(comparable[0]).toMatchObject([400, { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' }, ['totp']])
    const [device] = await list(project, grace.person.user_id)
    expect(device).toMatchObject({ last_used_at_millis: null })
  })

  test('does not sign in by itself, nor complete the second step of another sign-in', async () => {
    const project = await testProject()
    const { person, token } = await personWithTrustedDevice(project)
    const { attempt_code: code } = await refusedSignIn(project, person)
    const body = { type: 'totp', totp: '000000', code }
    const second = await project.send('POST /auth/mfa/sign-in', { headers: sent(token), body })
    expect(second).toMatchObject({ body: { code: 'INVALID_TOTP_CODE' } })
    const headers = { 'x-stack-refresh-token': token }
    expect(await project.send('POST /auth/sessions/current/refresh', { headers })).toMatchObject({ status: 401 })
    const user = { access_token: token }
    expect((await project.send('GET /users/me', { user })).status).toBe(401)
  })
})

describe('sign-in with a provider', () => {
  const provider = providerForTests()

  test('is complete on a trusted device', async () => {
    const project = await provider.newProject()
    const account = newPerson()
    const start = async (headers: Record<string, string> = {}) => {
      const { code, flow } = await signInAt(provider.idp, project, account)
      return exchangeCode(project, code, flow.verifier, {}, headers)
    }
    const user = (await start()).body as { access_token: string }
    await setUpSecondFactor(project, user)
    const refused = await start()
    expect(refused).toMatchObject(asksForFactor)
    const { attempt_code: code } = (refused.body as { details: { attempt_code: string } }).details
    const body = { type: 'totp' as const, totp: currentTotp(), code, trust_device: true }
    const { trusted_device } = await project.call('POST /auth/mfa/sign-in', { body })
    const session = (await start(sent(trusted_device!))).body as { access_token: string }
    expect(readClaims(session.access_token)).toMatchObject({ amr: ['trusted_device'] })
    expect(readClaims(session.access_token)).not.toHaveProperty('auth_time')
  })
})

test('a session that it starts is proven by a passkey only if that has verified the user', async () => {
  const project = await testProject(withPasskeys)
  const { person, session } = await personWithTrustedDevice(project)
  const authenticator = await registerPasskey(project, session)
  const { trusted_device } = await trustDevice(project, person)
  const started = (await signInOn(project, person, trusted_device!)).body as { access_token: string }
  const prove = async (flags?: number) => {
    const { challenge, code } = await startPasskeySignIn(project)
    const ceremony = { challenge, origin: passkeyOrigin, ...(flags !== undefined && { flags }) }
    const body = { type: 'passkey', code, authentication_response: authenticator.authenticate(ceremony) }
    return project.send('POST /auth/step-up', { user: started, body })
  }
  const onlyPresent = 1
  expect(await prove(onlyPresent)).toMatchObject({ body: { code: 'PASSKEY_AUTHENTICATION_FAILED' } })
  expect(await prove()).toMatchObject({ status: 200 })
})
