import { createTestProject, goodPassword, newEmail, openEmailServer, type TestEmail } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { ClientApp, KnownErrors, ServerApp } from '../index.ts'

const verificationCallbackUrl = 'http://localhost:3000/verify'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function signUp() {
  const project = await createTestProject(emailServer.server)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => project.server.fetch(url, init))
  const { publishableClientKey } = project.keys
  const app = new ClientApp({ tokenStore: 'memory', projectId: project.id, publishableClientKey })
  const email = newEmail()
  await app.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl })
  const serverApp = new ServerApp({ tokenStore: null, projectId: project.id, ...project.keys })
  return { app, email, project, user: await app.getUser({ or: 'throw' }), serverApp }
}

async function codeSentTo(email: string): Promise<string> {
  const { link } = await emailServer.waitForEmail(email)
  return new URL(link!).searchParams.get('code')!
}

test('the emailed code verifies the address, and the current user shows it immediately', async () => {
  const { app, email } = await signUp()
  const code = await codeSentTo(email)
  expect(await app.verifyEmail(code)).toEqual({ status: 'ok', data: undefined })
  expect((await app.getUser({ or: 'throw' })).primaryEmailVerified).toBe(true)

  const again = await app.verifyEmail(code)
  expect(again.status === 'error' && KnownErrors.VerificationCodeAlreadyUsed.isInstance(again.error)).toBe(true)
})

test('on another device the password is required, and a wrong one does not consume the code', async () => {
  const { app, email, project } = await signUp()
  const code = await codeSentTo(email)
  const { publishableClientKey } = project.keys
  const elsewhere = new ClientApp({ tokenStore: 'memory', projectId: project.id, publishableClientKey })
  const ofAccount = { status: 'ok', data: { email, isSignUp: true, needsPassword: false } }
  expect(await app.getEmailVerificationDetails(code)).toMatchObject(ofAccount)
  expect(await elsewhere.getEmailVerificationDetails(code)).toMatchObject({ data: { needsPassword: true } })
  const refused = await elsewhere.verifyEmail(code, { password: 'wrong' })
  expect(refused.status === 'error' && KnownErrors.PasswordConfirmationMismatch.isInstance(refused.error)).toBe(true)
  expect(await elsewhere.verifyEmail(code, { password: goodPassword })).toEqual({ status: 'ok', data: undefined })
})

test('another email can be requested until the address is verified', async () => {
  const { app, email, user } = await signUp()
  await codeSentTo(email)
  emailServer.inbox.clear()
  expect(await user.sendVerificationEmail({ callbackUrl: verificationCallbackUrl })).toBeUndefined()
  await app.verifyEmail(await codeSentTo(email))
  const refused = await user.sendVerificationEmail({ callbackUrl: verificationCallbackUrl })
  expect(KnownErrors.EmailAlreadyVerified.isInstance(refused)).toBe(true)
})

test('a server can request another email too', async () => {
  const { app, email, user, serverApp } = await signUp()
  await codeSentTo(email)
  emailServer.inbox.clear()
  const seenByServer = (await serverApp.getUser(user.id))!
  expect(await seenByServer.sendVerificationEmail({ callbackUrl: verificationCallbackUrl })).toBeUndefined()
  await app.verifyEmail(await codeSentTo(email))
  const refused = await seenByServer.sendVerificationEmail({ callbackUrl: verificationCallbackUrl })
  expect(refused).toBeInstanceOf(KnownErrors.EmailAlreadyVerified)

  const nobody = await serverApp.createUser({})
  const sending = nobody.sendVerificationEmail({ callbackUrl: verificationCallbackUrl })
  await expect(sending).rejects.toThrow('no primary email')
})

test('the target of the link is required outside a browser', async () => {
  const { user } = await signUp()
  await expect(user.sendVerificationEmail()).rejects.toThrow('`callbackUrl`')
})
