import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { goodPassword, newEmail, race, separateServer, TestAuthenticator, testProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { ageProof, withStepUp } from '../../testing/step-up.ts'
import { createPerson, type Person, readClaims, sessionIdOf } from '../../testing/world.ts'
import { totpAt } from '../mfa/totp.ts'

const origin = 'http://localhost:3000'
const secret = Buffer.from('12345678901234567890')
const currentStep = () => Math.floor(Date.now() / 30_000)

async function open(settings = {}) {
  const project = await testProject({ ...withStepUp, 'auth.passkey.allowSignIn': true, ...settings })
  const person = await createPerson(project, { password: goodPassword })
  return { project, person }
}

/** A token is made a moment after the proof, which may be in the next second. */
const secondsSinceProof = ({ iat, auth_time }: ReturnType<typeof readClaims>) => Number(iat) - Number(auth_time)

const prove = (project: TestProject, user: { access_token: string }, body: object) =>
  project.send('POST /auth/step-up', { user, body })

const isProven = async (project: TestProject, user: { access_token: string }) =>
  (await project.send('POST /auth/step-up/check', { user })).status === 200

async function requestCode(project: TestProject, person: Person): Promise<string> {
  const { nonce } = await project.call('POST /auth/step-up/send-code', { user: person })
  const emails = await listOutgoingEmails(project, 'step_up_code')
  const { content } = emails.filter(({ to }) => to === person.email).at(-1)!
  return (content.variables.code as string).toLowerCase() + nonce
}

async function addPasskey(project: TestProject, user: { access_token: string }) {
  const authenticator = new TestAuthenticator()
  const asServer = { as: 'server' as const, user }
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-registration', asServer)
  const credential = authenticator.register({ challenge: options_json.challenge, origin })
  await project.call('POST /auth/passkey/register', { ...asServer, body: { credential, code } })
  return authenticator
}

async function signChallenge(project: TestProject, authenticator: TestAuthenticator) {
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
  const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
  return { type: 'passkey', authentication_response, code }
}

async function addSecondFactor(project: TestProject, person: Person) {
  const body = { totp_secret_base64: secret.toString('base64') }
  // With the token of the session, which therefore stays.
  const params = { user_id: person.id }
  await project.call('PATCH /users/{user_id}', { as: 'server', user: person, params, body })
}

async function signInByCode(project: TestProject, { email }: Person) {
  const body = { email, callback_url: `${origin}/handler/magic-link-callback` }
  await project.call('POST /auth/otp/send-sign-in-code', { body })
  const code = await codeEmailedTo(project, email, 'magic_link')
  return project.send('POST /auth/otp/sign-in', { body: { code } })
}

describe('a proof marks the session, and the token says when and how', () => {
  test('by password', async () => {
    const { project, person } = await open()
    expect(await isProven(project, person)).toBe(false)
    const response = await prove(project, person, { type: 'password', password: goodPassword })
    expect(response).toMatchObject({ status: 200 })
    const claims = readClaims((response.body as { access_token: string }).access_token)
    expect(claims).toMatchObject({ amr: ['pwd'], sub: person.id })
    expect(secondsSinceProof(claims)).toBeLessThan(60)
    expect(claims.refresh_token_id).toBe(sessionIdOf(person))
    // The older token of the session is as good: what counts is the session.
    expect(await isProven(project, person)).toBe(true)
    const other = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    expect(await isProven(project, other)).toBe(false)
    const { items } = await project.call('GET /internal/audit-entries', {
      as: 'admin',
      query: { action: 'session.stepped_up' },
    })
    expect(items).toMatchObject([{ target: { type: 'user', id: person.id }, details: { methods: ['pwd'] } }])
  })

  test('by a code in an email to the primary address', async () => {
    const { project, person } = await open()
    const code = await requestCode(project, person)
    const response = await prove(project, person, { type: 'email_code', code: code.toUpperCase() })
    expect(readClaims((response.body as { access_token: string }).access_token)).toMatchObject({ amr: ['otp'] })
    expect(await isProven(project, person)).toBe(true)
  })

  test('by TOTP', async () => {
    const { project, person } = await open()
    await addSecondFactor(project, person)
    const body = { type: 'totp', totp: totpAt(secret, currentStep()) }
    const response = await prove(project, person, body)
    expect(readClaims((response.body as { access_token: string }).access_token)).toMatchObject({ amr: ['otp'] })
    expect(await isProven(project, person)).toBe(true)
    await ageProof(project, person)
    expect(await prove(project, person, body)).toMatchObject({ body: { code: 'INVALID_TOTP_CODE' } })
  })

  test('by passkey', async () => {
    const { project, person } = await open()
    const authenticator = await addPasskey(project, person)
    const response = await prove(project, person, await signChallenge(project, authenticator))
    expect(response).toMatchObject({ status: 200 })
    expect(readClaims((response.body as { access_token: string }).access_token)).toMatchObject({ amr: ['hwk'] })
    expect(await isProven(project, person)).toBe(true)
  })
})

describe('a wrong proof marks nothing', () => {
  test('a wrong password, code, TOTP or passkey', async () => {
    const { project, person } = await open()
    const wrongPassword = { type: 'password', password: 'not the password' }
    expect(await prove(project, person, wrongPassword)).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' },
    })
    const code = await requestCode(project, person)
    const guess = `${code.startsWith('aaaaaa') ? 'bbbbbb' : 'aaaaaa'}${code.slice(6)}`
    const notFound = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }
    expect(await prove(project, person, { type: 'email_code', code: guess })).toMatchObject(notFound)
    await addPasskey(project, person)
    const stranger = await signChallenge(project, new TestAuthenticator())
    const notAccepted = { status: 400, body: { code: 'PASSKEY_AUTHENTICATION_FAILED' } }
    expect(await prove(project, person, stranger)).toMatchObject(notAccepted)
    await addSecondFactor(project, person)
    const wrongTotp = { type: 'totp', totp: totpAt(secret, currentStep() + 5) }
    expect(await prove(project, person, wrongTotp)).toMatchObject({ body: { code: 'INVALID_TOTP_CODE' } })
    expect(await isProven(project, person)).toBe(false)
  })

  test('with a second factor the password and the mailbox are not enough', async () => {
    const { project, person } = await open()
    const code = await requestCode(project, person)
    await addPasskey(project, person)
    await addSecondFactor(project, person)
    const required = {
      status: 403,
      body: { code: 'STEP_UP_REQUIRED', details: { methods: ['totp', 'passkey'] } },
    }
    expect(await prove(project, person, { type: 'password', password: goodPassword })).toMatchObject(required)
    expect(await prove(project, person, { type: 'email_code', code })).toMatchObject(required)
    expect(await project.send('POST /auth/step-up/send-code', { user: person })).toMatchObject(required)
    expect(await isProven(project, person)).toBe(false)
  })

  test('the code of another user, of another session, of another project, and one for signing in', async () => {
    const { project, person } = await open({ 'auth.otp.allowSignIn': true })
    const other = await createPerson(project)
    const elsewhere = await open()
    const second = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    const codes = [
      await requestCode(project, other),
      await requestCode(project, { ...person, ...second }),
      await requestCode(elsewhere.project, elsewhere.person),
    ]
    for (const code of codes) {
      const response = await prove(project, person, { type: 'email_code', code })
      expect(response).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
    // And a stranger's try does not use the code of its owner up.
    expect(await prove(project, other, { type: 'email_code', code: codes[0] })).toMatchObject({ status: 200 })
    const own = await requestCode(project, person)
    const body = { code: own }
    expect(await project.send('POST /auth/otp/sign-in', { body })).toMatchObject({ status: 404 })
    const callback_url = 'http://localhost:3000/magic'
    await project.call('POST /auth/otp/send-sign-in-code', { body: { email: person.email, callback_url } })
    const [email] = await listOutgoingEmails(project, 'magic_link')
    const link = JSON.stringify(email).match(/[?&]code=([0-9a-z]{45})/)![1]
    expect(await prove(project, person, { type: 'email_code', code: link })).toMatchObject({ status: 404 })
  })

  test('the passkey of another user', async () => {
    const { project, person } = await open()
    const other = await createPerson(project)
    await addPasskey(project, person)
    const theirs = await addPasskey(project, other)
    expect(await prove(project, person, await signChallenge(project, theirs))).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_AUTHENTICATION_FAILED' },
    })
    expect(await isProven(project, person)).toBe(false)
  })

  test('a code to an address that has left the account', async () => {
    const { project, person } = await open()
    const code = await requestCode(project, person)
    const body = { primary_email: newEmail(), primary_email_verified: true }
    await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: person.id }, body })
    expect(await prove(project, person, { type: 'email_code', code })).toMatchObject({ status: 404 })
  })

  test('a code that is too old', async () => {
    let now = Date.now()
    const server = await separateServer({ now: () => new Date(now), config: { accessTokenSeconds: 3600 } })
    const project = await createTestProject(server, withStepUp)
    const person = await createPerson(project)
    const code = await requestCode(project, person)
    now += 10 * 60_000 + 1
    const expired = { status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } }
    expect(await prove(project, person, { type: 'email_code', code })).toMatchObject(expired)
  })

  test('in a session that has ended, or that someone uses to impersonate the user', async () => {
    const { project, person } = await open()
    const body = { user_id: person.id, is_impersonation: true }
    const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })
    const password = { type: 'password', password: goodPassword }
    expect(await prove(project, impersonation, password)).toMatchObject({ status: 403 })
    await project.call('DELETE /auth/sessions/current', { user: person })
    const ended = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
    expect(await prove(project, person, password)).toMatchObject(ended)
    expect(await project.send('POST /auth/step-up/send-code', { user: person })).toMatchObject(ended)
  })
})

describe('what happens at once', () => {
  test('a code proves once, however many use it', async () => {
    const { project, person } = await open()
    const code = await requestCode(project, person)
    const { succeeded } = await race(8, () => prove(project, person, { type: 'email_code', code }))
    const statuses = succeeded.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  test('a second factor that is set up meanwhile makes the lesser proof worthless', async () => {
    const { project, person } = await open()
    const { db } = project.server.platform
    let proving: ReturnType<typeof prove>
    await inTransaction(db, async (trx) => {
      const sealed = { totp_secret_encrypted: 'sealed', requires_totp: true }
      await trx.updateTable('users').set(sealed).where('id', '=', person.id).execute()
      proving = prove(project, person, { type: 'password', password: goodPassword })
      await expect.poll(() => isWaiting(project)).toBe(true)
    })
    expect(await proving!).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
    expect(await isProven(project, person)).toBe(false)
  })

  test('a password that is changed meanwhile proves nothing anymore', async () => {
    const { project, person } = await open()
    const { db } = project.server.platform
    let proving: ReturnType<typeof prove>
    await inTransaction(db, async (trx) => {
      await trx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', person.id).execute()
      proving = prove(project, person, { type: 'password', password: goodPassword })
      await expect.poll(() => isWaiting(project)).toBe(true)
    })
    expect(await proving!).toMatchObject({ body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } })
  })
})

async function isWaiting({ server }: TestProject): Promise<boolean> {
  const rows = await server.platform.db
    .selectFrom('pg_stat_activity' as never)
    .select('pid' as never)
    .where('wait_event_type' as never, '=', 'Lock' as never)
    .where('query' as never, 'like', '%totp_secret_encrypted%for update%' as never)
    .execute()
  return rows.length > 0
}

describe('limits', () => {
  test('wrong passwords count together with those of signing in', async () => {
    const server = await separateServer({ config: { rateLimits: true } })
    const project = await createTestProject(server, withStepUp)
    const person = await createPerson(project, { password: goodPassword })
    const address = '198.51.100.77'
    const wrong = { email: person.email, password: 'not the password' }
    for (let round = 0; round < 5; round++) {
      await project.send('POST /auth/password/sign-in', { address, body: wrong })
      const body = { type: 'password', password: 'not the password' }
      await project.send('POST /auth/step-up', { user: person, address, body })
    }
    const right = { type: 'password', password: goodPassword }
    expect(await project.send('POST /auth/step-up', { user: person, address, body: right })).toMatchObject({
      status: 429,
    })
  })

  test('wrong TOTPs count together with those of signing in, and emails with those of codes', async () => {
    const server = await separateServer({ config: { rateLimits: true } })
    const project = await createTestProject(server, withStepUp)
    const person = await createPerson(project)
    for (let round = 0; round < 5; round++) await project.call('POST /auth/step-up/send-code', { user: person })
    expect(await project.send('POST /auth/step-up/send-code', { user: person })).toMatchObject({ status: 429 })
    await addSecondFactor(project, person)
    const guess = { type: 'totp', totp: totpAt(secret, currentStep() + 9) }
    for (let round = 0; round < 20; round++) {
      expect(await prove(project, person, guess)).toMatchObject({ status: 400 })
    }
    expect(await prove(project, person, guess)).toMatchObject({ status: 429 })
  })
})

describe('signing in is a proof', () => {
  test('by password, by code, with a second factor, by passkey', async () => {
    const { project, person } = await open({ 'auth.otp.allowSignIn': true })
    const authenticator = await addPasskey(project, person)
    const { type: _type, ...response } = await signChallenge(project, authenticator)
    const byPasskey = await project.call('POST /auth/passkey/sign-in', { body: response })
    expect(readClaims(byPasskey.access_token)).toMatchObject({ amr: ['hwk'], auth_time: expect.any(Number) })

    const password = { email: person.email, password: goodPassword }
    const byPassword = await project.call('POST /auth/password/sign-in', { body: password })
    const claims = readClaims(byPassword.access_token)
    expect(claims).toMatchObject({ amr: ['pwd'] })
    expect(secondsSinceProof(claims)).toBeLessThan(60)
    expect(await isProven(project, byPassword)).toBe(true)

    await addSecondFactor(project, person)
    const attempt = await project.send('POST /auth/password/sign-in', { body: password })
    const { attempt_code: code } = (attempt.body as { details: { attempt_code: string } }).details
    const body = { type: 'totp' as const, totp: totpAt(secret, currentStep()), code }
    const byBoth = await project.call('POST /auth/mfa/sign-in', { body })
    expect(readClaims(byBoth.access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
  })

  test('by a code and a second factor, which have the same name, once', async () => {
    const { project, person } = await open({ 'auth.otp.allowSignIn': true })
    const byCode = await signInByCode(project, person)
    expect(readClaims((byCode.body as { access_token: string }).access_token)).toMatchObject({
      amr: ['otp'],
      auth_time: expect.any(Number),
    })
    await addSecondFactor(project, person)
    const attempt = await signInByCode(project, person)
    const { attempt_code: code } = (attempt.body as { details: { attempt_code: string } }).details
    const body = { type: 'totp' as const, totp: totpAt(secret, currentStep()), code }
    const byBoth = await project.call('POST /auth/mfa/sign-in', { body })
    expect(readClaims(byBoth.access_token)).toMatchObject({ amr: ['otp', 'mfa'] })
  })

  test('but not of an anonymous user, a command line or an owner who signs in as the user', async () => {
    const { project, person } = await open()
    const anonymous = await project.call('POST /auth/anonymous/sign-up')
    const { login_code, polling_code } = await project.call('POST /auth/cli')
    const { refresh_token } = await project.signUp()
    await project.call('POST /auth/cli/complete', { body: { login_code, refresh_token } })
    const polled = await project.call('POST /auth/cli/poll', { body: { polling_code } })
    const headers = { 'x-stack-refresh-token': (polled as { refresh_token: string }).refresh_token }
    const commandLine = await project.call('POST /auth/sessions/current/refresh', { headers })
    const body = { user_id: person.id, is_impersonation: true }
    const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })
    for (const { access_token } of [anonymous, commandLine, impersonation]) {
      const claims = Object.keys(readClaims(access_token))
      expect(claims).not.toContain('auth_time')
      expect(claims).not.toContain('amr')
    }
  })

  test('but not by a server, and refreshing says when it was', async () => {
    const { project, person } = await open()
    expect(Object.keys(readClaims(person.access_token))).not.toContain('auth_time')
    const signedUp = await project.signUp()
    await ageProof(project, signedUp, 3_600_000)
    const headers = { 'x-stack-refresh-token': signedUp.refresh_token }
    const { access_token } = await project.call('POST /auth/sessions/current/refresh', { headers })
    const claims = readClaims(access_token)
    expect(claims).toMatchObject({ amr: ['pwd'] })
    expect(secondsSinceProof(claims)).toBeGreaterThanOrEqual(3599)
  })
})
