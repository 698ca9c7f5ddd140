import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmailServer, type TestEmail } from '../../testing/email.ts'
import { createTestProject } from '../../testing/project.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const testProject = () => createTestProject(emailServer.server)

async function codeSentTo(email: string): Promise<string> {
  const { link } = await emailServer.waitForEmail(email, 'email_verification')
  return new URL(link!).searchParams.get('code')!
}

test('a sign-up sends an email whose link verifies the address, once', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const received = await emailServer.waitForEmail(ada.email)
  expect(received).toMatchObject({ to: [ada.email], template: 'email_verification' })
  expect(received.link).toMatch(/^http:\/\/localhost:3000\/verify\?code=[0-9a-z]{45}$/)
  expect(received.text).toContain(received.link)

  const body = { code: await codeSentTo(ada.email) }
  await expect(call('POST /contact-channels/verify/check-code', { body })).resolves.toEqual({ is_code_valid: true })
  expect((await call('GET /users/me', { user: ada })).primary_email_verified).toBe(false)
  await expect(call('POST /contact-channels/verify', { body })).resolves.toEqual({ success: true })
  expect((await call('GET /users/me', { user: ada })).primary_email_verified).toBe(true)

  await expect(call('POST /contact-channels/verify', { body })).rejects.toMatchObject({
    status: 409,
    code: 'VERIFICATION_CODE_ALREADY_USED',
    message: 'The verification link has already been used.',
  })
})

test('a code in capitals is the same code', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const code = (await codeSentTo(ada.email)).toUpperCase()
  await expect(call('POST /contact-channels/verify', { body: { code } })).resolves.toEqual({ success: true })
})

test('a code of another project does not exist', async () => {
  const { signUp } = await testProject()
  const other = await testProject()
  const ada = await signUp()
  const body = { code: await codeSentTo(ada.email) }
  await expect(other.call('POST /contact-channels/verify', { body })).rejects.toMatchObject({
    status: 404,
    code: 'VERIFICATION_CODE_NOT_FOUND',
  })
})

test('after twenty attempts against its nonce a code is refused', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const code = await codeSentTo(ada.email)
  const wrong = `zzzzzz${code.slice(6)}`
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(call('POST /contact-channels/verify', { body: { code: wrong } })).rejects.toMatchObject({
      code: 'VERIFICATION_CODE_NOT_FOUND',
    })
  }
  await expect(call('POST /contact-channels/verify', { body: { code } })).rejects.toMatchObject({
    status: 400,
    code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
  })
})

test('a link for an address that was changed meanwhile verifies nothing and is spent', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const code = await codeSentTo(ada.email)
  await call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: ada.user_id },
    body: { primary_email: `new-${ada.email}` },
  })
  const verify = () => call('POST /contact-channels/verify', { body: { code } })
  await expect(verify()).rejects.toMatchObject({ status: 400, code: undefined })
  await expect(verify()).rejects.toMatchObject({ code: 'VERIFICATION_CODE_ALREADY_USED' })
})

test('another verification email can be requested until the address is verified', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const first = await codeSentTo(ada.email)
  emailServer.inbox.clear()
  const body = { email: ada.email, callback_url: 'http://localhost:3000/verify' }
  await call('POST /contact-channels/send-verification-code', { user: ada, body })
  const second = await codeSentTo(ada.email)
  expect(second).not.toBe(first)

  await call('POST /contact-channels/verify', { body: { code: second } })
  await expect(call('POST /contact-channels/send-verification-code', { user: ada, body })).rejects.toMatchObject({
    status: 409,
    code: 'EMAIL_ALREADY_VERIFIED',
  })
  await expect(
    call('POST /contact-channels/send-verification-code', { user: ada, body: { ...body, email: 'eve@example.com' } }),
  ).rejects.toMatchObject({
    code: 'EMAIL_IS_NOT_PRIMARY_EMAIL',
    details: { email: 'eve@example.com', primary_email: ada.email },
  })
})

test('the refusal of a redirect says which URL was refused and what to add', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const body = { email: ada.email, callback_url: 'https://evil.example/verify' }
  await expect(call('POST /contact-channels/send-verification-code', { user: ada, body })).rejects.toMatchObject({
    code: 'REDIRECT_URL_NOT_WHITELISTED',
    message: expect.stringContaining('"https://evil.example/verify"'),
  })
})

test('no code stays readable in the database', async () => {
  const { signUp, id, server } = await testProject()
  const ada = await signUp()
  const code = await codeSentTo(ada.email)
  const { db } = server.platform
  await expect
    .poll(() => db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', id).execute())
    .toEqual([])
  const rows = await db.selectFrom('verification_codes').selectAll().where('project_id', '=', id).execute()
  const log = await db.selectFrom('sent_emails').selectAll().where('project_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  expect(log).toHaveLength(1)
  expect(JSON.stringify([rows, log])).not.toContain(code)
})

test('an added channel gets an email that verifies only that channel', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const value = `second-${ada.email}`
  const channel = await call('POST /contact-channels', {
    user: ada,
    body: { user_id: 'me', type: 'email', value, used_for_auth: true },
  })
  const params = { user_id: 'me', id: channel.id }
  const body = { callback_url: 'http://localhost:3000/verify' }
  const send = (request = {}) =>
    call('POST /contact-channels/{user_id}/{id}/send-verification-code', { user: ada, params, body, ...request })
  await expect(send({ body: { callback_url: 'https://evil.example' } })).rejects.toMatchObject({
    code: 'REDIRECT_URL_NOT_WHITELISTED',
  })
  await expect(send({ params: { user_id: 'me', id: crypto.randomUUID() } })).rejects.toMatchObject({ status: 404 })
  const nobody = crypto.randomUUID()
  await expect(send({ as: 'server', params: { user_id: nobody, id: channel.id } })).rejects.toMatchObject({
    code: 'USER_ID_DOES_NOT_EXIST',
    details: { user_id: nobody },
  })
  await send()
  await call('POST /contact-channels/verify', { body: { code: await codeSentTo(value) } })
  expect(await call('GET /contact-channels/{user_id}/{id}', { user: ada, params })).toEqual({
    ...channel,
    is_verified: true,
  })
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'EMAIL_ALREADY_VERIFIED' })
})
