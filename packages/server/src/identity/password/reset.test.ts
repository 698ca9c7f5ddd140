import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { goodPassword, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const callback_url = 'http://localhost:3000/reset'
const newPassword = 'another good password'

function askForReset({ send }: TestProject, email: string, url = callback_url) {
  return send('POST /auth/password/send-reset-code', { body: { email, callback_url: url } })
}

async function personWithCode(project: TestProject) {
  const person = await project.signUp()
  await emailServer.waitForEmail(person.email)
  emailServer.inbox.clear()
  await askForReset(project, person.email)
  const { link } = await emailServer.waitForEmail(person.email, 'password_reset')
  return { person, code: new URL(link!).searchParams.get('code')! }
}

function reset({ call }: TestProject, code: string, password = newPassword) {
  return call('POST /auth/password/reset', { body: { code, password } })
}

// ASVS 7.4.3
test('the link of the email sets a new password, ends every session and proves the address', async () => {
  const project = await createTestProject(emailServer.server)
  const { person, code } = await personWithCode(project)
  await expect(project.call('POST /auth/password/reset/check-code', { body: { code } })).resolves.toEqual({
    is_code_valid: true,
  })
  await expect(reset(project, code)).resolves.toEqual({ success: true })

  const signIn = (password: string) =>
    project.call('POST /auth/password/sign-in', { body: { email: person.email, password } })
  await expect(signIn(goodPassword)).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  await expect(signIn(newPassword)).resolves.toMatchObject({ user_id: person.user_id })
  const headers = { 'x-stack-refresh-token': person.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
    code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  })
  expect((await project.call('GET /users/me', { user: person })).primary_email_verified).toBe(true)
})

test('known and unknown emails get the same response', async () => {
  const project = await createTestProject(emailServer.server)
  const person = await project.signUp()
  const known = await askForReset(project, person.email)
  const unknown = await askForReset(project, newEmail())
  expect([unknown.status, unknown.body, [...unknown.headers.keys()]]).toEqual([
    known.status,
    known.body,
    [...known.headers.keys()],
  ])
  const evil = 'https://evil.example'
  for (const email of [person.email, newEmail()]) {
    expect(await askForReset(project, email, evil)).toMatchObject({ body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
  }
})

test('a reset makes every other code of the user worthless', async () => {
  const project = await createTestProject(emailServer.server)
  const { person, code } = await personWithCode(project)
  emailServer.inbox.clear()
  await askForReset(project, person.email)
  const { link } = await emailServer.waitForEmail(person.email, 'password_reset')
  const other = new URL(link!).searchParams.get('code')!
  await reset(project, code)
  await expect(reset(project, other)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_NOT_FOUND' })
})

describe('a password that is refused', () => {
  test('for being short costs the link', async () => {
    const project = await createTestProject(emailServer.server)
    const { code } = await personWithCode(project)
    await expect(reset(project, code, 'short')).rejects.toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    await expect(reset(project, code)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_ALREADY_USED' })
  })

  test('for being common does not', async () => {
    const project = await createTestProject(emailServer.server)
    const { code } = await personWithCode(project)
    await expect(reset(project, code, 'password1')).rejects.toMatchObject({ code: 'PASSWORD_REQUIREMENTS_NOT_MET' })
    await expect(reset(project, code)).resolves.toEqual({ success: true })
  })
})

test('a link is worthless once its email does not sign in to the account anymore', async () => {
  const project = await createTestProject(emailServer.server)
  const { person, code } = await personWithCode(project)
  const params = { user_id: person.user_id }
  await project.call('PATCH /users/{user_id}', { as: 'server', params, body: { primary_email_auth_enabled: false } })
  await expect(reset(project, code)).rejects.toMatchObject({ status: 400, code: undefined })
})

// ASVS 6.6.2
test('a code of one kind does not open another', async () => {
  const project = await createTestProject(emailServer.server, { 'auth.otp.allowSignIn': true })
  const { code } = await personWithCode(project)
  for (const route of ['POST /auth/otp/sign-in', 'POST /contact-channels/verify'] as const) {
    await expect(project.call(route, { body: { code } })).rejects.toMatchObject({ code: 'VERIFICATION_CODE_NOT_FOUND' })
  }
  await expect(reset(project, code)).resolves.toEqual({ success: true })
})
