import { describe, expect, test } from 'vitest'
import { goodPassword, newEmail, race, testProject } from '../../testing/index.ts'
import type { TestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

const callback = 'http://localhost:3000/verify'

/** Changes settings as the dashboard does. */
const configure = (project: TestProject, settings: object) =>
  project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(settings) },
  })

const refused = (code: string, status = 400) => ({ status, body: { code } })

test('a person signs up, and signs in with the same password', async () => {
  const { call } = await testProject()
  const email = newEmail()
  const signedUp = await call('POST /auth/password/sign-up', {
    body: { email, password: goodPassword, verification_callback_url: callback },
  })
  expect(Object.keys(signedUp).sort()).toEqual(['access_token', 'refresh_token', 'user_id'])
  expect(signedUp.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)

  const signedIn = await call('POST /auth/password/sign-in', { body: { email, password: goodPassword } })
  expect(signedIn.user_id).toBe(signedUp.user_id)
  expect(await call('GET /users/me', { user: signedIn })).toMatchObject({
    id: signedUp.user_id,
    primary_email: email,
    primary_email_verified: false,
    has_password: true,
    auth_with_email: true,
  })
})

test('does not tell a wrong password from an unknown email', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const mismatch = { code: 'EMAIL_PASSWORD_MISMATCH', message: 'Wrong e-mail or password.' }
  const signIn = (email: string, password: string) => call('POST /auth/password/sign-in', { body: { email, password } })

  await expect(signIn(ada.email, 'wrong password')).rejects.toMatchObject(mismatch)
  await expect(signIn('eve@example.com', goodPassword)).rejects.toMatchObject(mismatch)
})

test('twenty sign-ups with one email at once make one account', async () => {
  const { signUp } = await testProject()
  const email = newEmail()
  const { succeeded, failed } = await race(20, () => signUp(email))

  expect(succeeded).toHaveLength(1)
  for (const error of failed) {
    expect(error).toMatchObject({
      status: 409,
      code: 'USER_EMAIL_ALREADY_EXISTS',
      details: { email, would_work_if_email_was_verified: false },
    })
  }
})

describe('signing up', () => {
  test('checks one thing after the other', async () => {
    const project = await testProject({
      'auth.password.allowSignIn': false,
      'auth.allowSignUp': false,
      'domains.allowLocalhost': false,
    })
    const { email } = await createPerson(project)
    const body = { email, password: 'short', verification_callback_url: callback }
    const signUp = (change: object = {}) =>
      project.send('POST /auth/password/sign-up', { body: Object.assign(body, change) })

    expect(await project.send('POST /auth/password/sign-up', { body: { ...body, extra: 1 } })).toMatchObject(
      refused('SCHEMA_ERROR'),
    )
    expect(await signUp()).toMatchObject(refused('PASSWORD_AUTHENTICATION_NOT_ENABLED'))
    await configure(project, { 'auth.password.allowSignIn': true })
    expect(await signUp()).toMatchObject(refused('REDIRECT_URL_NOT_WHITELISTED'))
    await configure(project, { 'domains.allowLocalhost': true })
    expect(await signUp()).toMatchObject(refused('SIGN_UP_NOT_ENABLED'))
    await configure(project, { 'auth.allowSignUp': true })
    expect(await signUp()).toMatchObject({ ...refused('PASSWORD_TOO_SHORT'), body: { details: { min_length: 8 } } })
    expect(await signUp({ password: '' })).toMatchObject(refused('PASSWORD_TOO_SHORT'))
    expect(await signUp({ password: 'password1' })).toMatchObject({
      ...refused('PASSWORD_REQUIREMENTS_NOT_MET'),
      body: { details: { message: expect.stringContaining('leaked passwords') } },
    })
    expect(await signUp({ password: goodPassword })).toMatchObject({
      ...refused('USER_EMAIL_ALREADY_EXISTS', 409),
      body: { details: { email, would_work_if_email_was_verified: false } },
    })
    expect(await signUp({ email: newEmail() })).toMatchObject({ status: 200 })
  })

  test('takes emails in any case for the same, and stores them in lower case', async () => {
    const { call, send, signUp } = await testProject()
    const ada = await signUp('Ada.Lovelace+x@Example.COM')
    expect(await call('GET /users/me', { user: ada })).toMatchObject({ primary_email: 'ada.lovelace+x@example.com' })
    const body = { email: 'ADA.lovelace+X@example.com', password: goodPassword }
    expect(await send('POST /auth/password/sign-in', { body })).toMatchObject({ status: 200 })
    const again = { ...body, verification_callback_url: callback }
    expect(await send('POST /auth/password/sign-up', { body: again })).toMatchObject(
      refused('USER_EMAIL_ALREADY_EXISTS', 409),
    )
  })

  // ASVS 1.3.11, 2.2.1
  test.each([
    'a@x.com,v@y.com',
    '"v@y.com"@x.com',
    '"v@y.com x"@x.com',
    'a@x.com\r\nBcc: v@y.com',
    'a@x.com<v@y.com>',
    'a＠x.com',
    'a@x.com ',
    ' a@x.com',
    'mıke@example.org',
    'mi\u212ae@example.org',
    'ﬁ@example.org',
    'a@exämple.org',
    '.a@x.com',
    'a.@x.com',
    'a..b@x.com',
    'a@localhost',
    'a@x.c',
    'a@-x.com',
    'a@x..com',
    `${'a'.repeat(251)}@x.com`,
    '',
    '@',
  ])('refuses the email %j', async (email) => {
    const { send } = await testProject()
    const body = { email, password: goodPassword, verification_callback_url: callback }
    expect(await send('POST /auth/password/sign-up', { body })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining('body.email') } },
    })
  })

  test('is free for an email that someone has but does not sign in with', async () => {
    const { call, signUp } = await testProject()
    const email = newEmail()
    await call('POST /users', { as: 'server', body: { primary_email: email, primary_email_verified: true } })
    await expect(signUp(email)).resolves.toMatchObject({ user_id: expect.any(String) })
  })

  test('handles hostile emails of a hundred thousand characters as fast as any other', async () => {
    const { send } = await testProject()
    for (const piece of ['@', 'a', '.', 'a@', '@.', 'a.']) {
      const email = piece.repeat(100_000)
      const body = { email, password: goodPassword, verification_callback_url: callback }
      expect(await send('POST /auth/password/sign-up', { body })).toMatchObject(refused('SCHEMA_ERROR'))
      expect(await send('POST /auth/password/sign-in', { body: { email, password: 'x' } })).toMatchObject(
        refused('SCHEMA_ERROR'),
      )
    }
  })
})

describe('signing in', () => {
  test('checks the switch first and the second factor last', async () => {
    const project = await testProject({ 'auth.password.allowSignIn': false })
    const person = await createPerson(project, { password: goodPassword })
    const totp_secret_base64 = Buffer.alloc(20, 7).toString('base64')
    await project.call('PATCH /users/me', { user: person, body: { totp_secret_base64 } })
    const signIn = (password: string) =>
      project.send('POST /auth/password/sign-in', { body: { email: person.email, password } })

    expect(await signIn(goodPassword)).toMatchObject(refused('PASSWORD_AUTHENTICATION_NOT_ENABLED'))
    await configure(project, { 'auth.password.allowSignIn': true })
    expect(await signIn('wrong')).toMatchObject(refused('EMAIL_PASSWORD_MISMATCH'))
    const response = await signIn(goodPassword)
    expect(response).toMatchObject(refused('MULTI_FACTOR_AUTHENTICATION_REQUIRED'))
    expect((response.body as { details: object }).details).toEqual({
      attempt_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
    })
    expect(JSON.stringify(response.body)).not.toContain('token')
  })

  test('works with sign-up turned off and an email that is not verified', async () => {
    const project = await testProject()
    const { email } = await project.signUp()
    await configure(project, { 'auth.allowSignUp': false })
    const body = { email, password: goodPassword }
    expect(await project.send('POST /auth/password/sign-in', { body })).toMatchObject({ status: 200 })
  })

  test('tells nobody whether an account exists, has a password or signs in with the email', async () => {
    const project = await testProject()
    const withPassword = await createPerson(project, { password: goodPassword })
    const withoutPassword = await createPerson(project)
    const contact = newEmail()
    const body = { primary_email: contact, primary_email_auth_enabled: false, password: goodPassword }
    await project.call('POST /users', { as: 'server', body })
    const elsewhere = await createPerson(await testProject(), { password: goodPassword })
    const attempts = [
      [withPassword.email, 'wrong password'],
      [withPassword.email, ''],
      [withoutPassword.email, goodPassword],
      [contact, goodPassword],
      [elsewhere.email, goodPassword],
      ['nobody@example.com', goodPassword],
    ] as const
    const responses = await Promise.all(
      attempts.map(([email, password]) => project.send('POST /auth/password/sign-in', { body: { email, password } })),
    )
    const seen = responses.map(({ status, body, headers }) => JSON.stringify([status, body, [...headers.keys()]]))
    expect(new Set(seen).size).toBe(1)
    expect(responses[0]).toMatchObject(refused('EMAIL_PASSWORD_MISMATCH'))
  })
})
