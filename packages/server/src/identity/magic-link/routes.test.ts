import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const callback_url = 'http://localhost:3000/magic'
const withCodes = { 'auth.otp.allowSignIn': true }
const codeProject = (settings = {}) => createTestProject(emailServer.server, { ...withCodes, ...settings })

function sendCode({ call }: TestProject, email: string) {
  return call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
}

function signIn({ call }: TestProject, code: string) {
  return call('POST /auth/otp/sign-in', { body: { code } })
}

async function codeSentTo(email: string): Promise<string> {
  const { link } = await emailServer.waitForEmail(email, 'magic_link')
  return new URL(link!).searchParams.get('code')!
}

// ASVS 6.5.4
test('the code in the email and the nonce in the response sign a new user up, and in the next time', async () => {
  const project = await codeProject()
  const email = newEmail()
  const { nonce } = await sendCode(project, email)
  const { code, template } = await emailServer.waitForEmail(email)
  expect(template).toBe('magic_link')
  expect(code).toMatch(/^[0-9A-Z]{6}$/)
  const first = await signIn(project, code + nonce)
  expect(first.is_new_user).toBe(true)
  expect(await project.call('GET /users/me', { user: first })).toMatchObject({
    primary_email: email,
    primary_email_verified: true,
    otp_auth_enabled: true,
    has_password: false,
  })

  emailServer.inbox.clear()
  await sendCode(project, email)
  const second = await signIn(project, await codeSentTo(email))
  expect(second).toMatchObject({ is_new_user: false, user_id: first.user_id })
})

test('a second address that is verified and signs in reaches the same account, which keeps both', async () => {
  const project = await codeProject()
  const first = newEmail()
  await sendCode(project, first)
  const session = await signIn(project, await codeSentTo(first))
  const value = newEmail('second')
  const channel = await project.call('POST /contact-channels', {
    user: session,
    body: { user_id: 'me', type: 'email', value, used_for_auth: true },
  })
  const params = { user_id: session.user_id, id: channel.id }
  await project.call('PATCH /contact-channels/{user_id}/{id}', { as: 'server', params, body: { is_verified: true } })
  await sendCode(project, value)
  const again = await signIn(project, await codeSentTo(value))
  expect(again).toMatchObject({ user_id: session.user_id, is_new_user: false })
  const query = { user_id: 'me' }
  expect((await project.call('GET /contact-channels', { user: again, query })).items).toHaveLength(2)
})

test('an address that does not sign in is invisible: a code to it makes a new account', async () => {
  const project = await codeProject()
  const first = newEmail()
  await sendCode(project, first)
  const session = await signIn(project, await codeSentTo(first))
  const value = newEmail('silent')
  const body = { user_id: session.user_id, type: 'email' as const, value, used_for_auth: false, is_verified: true }
  await project.call('POST /contact-channels', { as: 'server', body })
  await sendCode(project, value)
  const other = await signIn(project, await codeSentTo(value))
  expect(other.is_new_user).toBe(true)
  expect(other.user_id).not.toBe(session.user_id)
})

test('looking whether a code is good does not use it up', async () => {
  const project = await codeProject()
  const email = newEmail()
  await sendCode(project, email)
  const code = await codeSentTo(email)
  await expect(project.call('POST /auth/otp/sign-in/check-code', { body: { code } })).resolves.toEqual({
    is_code_valid: true,
  })
  await expect(signIn(project, code)).resolves.toMatchObject({ is_new_user: true })
  await expect(signIn(project, code)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_ALREADY_USED' })
})

test('two codes for a new email address, used at once, lead to one account', async () => {
  const project = await codeProject()
  const email = newEmail()
  await sendCode(project, email)
  const first = await codeSentTo(email)
  emailServer.inbox.clear()
  await sendCode(project, email)
  const second = await codeSentTo(email)
  const sessions = await Promise.all([signIn(project, first), signIn(project, second)])
  expect(new Set(sessions.map((session) => session.user_id)).size).toBe(1)
  expect(sessions.map((session) => session.is_new_user).sort()).toEqual([false, true])
})

describe('a code is refused', () => {
  test('where the project does not offer it', async () => {
    const project = await createTestProject(emailServer.server)
    await expect(sendCode(project, newEmail())).rejects.toMatchObject({ status: 403, code: undefined })
  })

  test('for an account whose email address was never verified', async () => {
    const project = await codeProject()
    const person = await project.signUp()
    await expect(sendCode(project, person.email)).rejects.toMatchObject({
      status: 409,
      code: 'USER_EMAIL_ALREADY_EXISTS',
      details: { email: person.email, would_work_if_email_was_verified: true },
    })
  })

  test('to a URL that the project does not trust', async () => {
    const { call } = await codeProject()
    const body = { email: newEmail(), callback_url: 'https://evil.example' }
    await expect(call('POST /auth/otp/send-sign-in-code', { body })).rejects.toMatchObject({
      code: 'REDIRECT_URL_NOT_WHITELISTED',
    })
  })

  test.each([
    'the address was removed',
    'the address does not sign in any more',
    'the user was deleted',
  ])('when %s since it was sent, and makes no new account', async (change) => {
    const project = await codeProject()
    const email = newEmail()
    const asServer = { as: 'server' as const }
    await sendCode(project, email)
    const { user_id } = await signIn(project, await codeSentTo(email))
    emailServer.inbox.clear()
    await sendCode(project, email)
    const code = await codeSentTo(email)
    const [channel] = (await project.call('GET /contact-channels', { ...asServer, query: { user_id } })).items
    const params = { user_id, id: channel!.id }
    if (change === 'the address was removed') {
      await project.call('DELETE /contact-channels/{user_id}/{id}', { ...asServer, params })
    } else if (change === 'the user was deleted') {
      await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id } })
    } else {
      const body = { used_for_auth: false }
      await project.call('PATCH /contact-channels/{user_id}/{id}', { ...asServer, params, body })
    }
    await expect(signIn(project, code)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_NOT_FOUND' })
    const { items } = await project.call('GET /users', asServer)
    expect(items.map(({ id }) => id)).toEqual(change === 'the user was deleted' ? [] : [user_id])
  })

  test.each([
    {},
    { claim_unverified: true },
  ])('when its owner has switched codes off since it was sent with %o', async (options) => {
    const project = await codeProject()
    const email = newEmail()
    await sendCode(project, email)
    const session = await signIn(project, await codeSentTo(email))
    emailServer.inbox.clear()
    await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url, ...options } })
    const code = await codeSentTo(email)
    await project.call('PATCH /users/me', { user: session, body: { otp_auth_enabled: false } })
    await expect(signIn(project, code)).rejects.toMatchObject({
      code: 'VERIFICATION_CODE_NOT_FOUND',
    })
  })

  // ASVS 6.5.5
  test('after ten minutes', async () => {
    const project = await codeProject()
    const email = newEmail()
    await sendCode(project, email)
    const code = await codeSentTo(email)
    const { db } = project.server.platform
    const rows = await db.selectFrom('verification_codes').selectAll().where('project_id', '=', project.id).execute()
    expect(rows[0]!.expires_at.getTime() - rows[0]!.created_at.getTime()).toBe(10 * 60_000)
    await db
      .updateTable('verification_codes')
      .set({ expires_at: new Date() })
      .where('project_id', '=', project.id)
      .execute()
    await expect(signIn(project, code)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
  })
})

test('with sign-up disabled, an unknown address gets the same response as a known one, but no email', async () => {
  const project = await codeProject({ 'auth.allowSignUp': false })
  const email = newEmail()
  expect((await sendCode(project, email)).nonce).toHaveLength(39)
  const { db } = project.server.platform
  const waiting = db.selectFrom('outgoing_emails').select('id').where('project_id', '=', project.id)
  await expect.poll(() => waiting.execute()).toEqual([])
  const sent = await db.selectFrom('sent_emails').select('id').where('project_id', '=', project.id).execute()
  const codes = await db.selectFrom('verification_codes').select('kind').where('project_id', '=', project.id).execute()
  expect([sent, codes]).toEqual([[], []])
})

// ASVS 2.3.1, 6.3.4
test('a second factor is required after the code', async () => {
  const project = await codeProject()
  const email = newEmail()
  await sendCode(project, email)
  const session = await signIn(project, await codeSentTo(email))
  await project.call('PATCH /users/me', {
    user: session,
    body: { totp_secret_base64: Buffer.from('12345678901234567890').toString('base64') },
  })
  emailServer.inbox.clear()
  await sendCode(project, email)
  await expect(signIn(project, await codeSentTo(email))).rejects.toMatchObject({
    code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    details: { attempt_code: expect.stringMatching(/^.{45}$/) },
  })
})
