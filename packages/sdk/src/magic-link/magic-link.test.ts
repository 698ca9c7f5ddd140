import { createTestProject, goodPassword, newEmail, openEmailServer, type TestEmail } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { KnownErrors, ServerApp } from '../index.ts'

const callbackUrl = 'http://localhost:3000/callback'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function openApp() {
  const project = await createTestProject(emailServer.server, { 'auth.otp.allowSignIn': true })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => project.server.fetch(url, init))
  return new ServerApp({ tokenStore: 'memory', projectId: project.id, ...project.keys })
}

test('the typed code with the nonce signs in once', async () => {
  const app = await openApp()
  const email = newEmail()
  const sent = await app.sendMagicLinkEmail(email, { callbackUrl })
  const { nonce } = sent.status === 'ok' ? sent.data : expect.fail('The email was not sent.')
  const { code } = await emailServer.waitForEmail(email)
  expect(await app.signInWithMagicLink(code + nonce)).toEqual({ status: 'ok', data: undefined })
  expect(await app.getUser({ or: 'throw' })).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })

  const again = await app.signInWithMagicLink(code + nonce)
  expect(again.status === 'error' && KnownErrors.VerificationCodeError.isInstance(again.error)).toBe(true)
})

test('an untrusted callback URL is an expected error', async () => {
  const app = await openApp()
  const result = await app.sendMagicLinkEmail(newEmail(), { callbackUrl: 'https://evil.example' })
  expect(result.status === 'error' && KnownErrors.RedirectUrlNotWhitelisted.isInstance(result.error)).toBe(true)
})

test('an unverified account created by a server is an expected error that explains how to sign in', async () => {
  const app = await openApp()
  const email = newEmail()
  const { id } = await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, otpAuthEnabled: true })
  const refused = await app.sendMagicLinkEmail(email, { callbackUrl })
  const error = refused.status === 'error' ? refused.error : expect.fail('The email was sent.')
  expect(error).toBeInstanceOf(KnownErrors.UserWithEmailAlreadyExists)
  expect(error.message).toMatch(/claimUnverified.* or reset the password/)

  const sent = await app.sendMagicLinkEmail(email, { callbackUrl, claimUnverified: true })
  const { nonce } = sent.status === 'ok' ? sent.data : expect.fail('The email was not sent.')
  const { code } = await emailServer.waitForEmail(email)
  expect((await app.signInWithMagicLink(code + nonce)).status).toBe('ok')
  expect(await app.getUser({ or: 'throw' })).toMatchObject({ id, primaryEmailVerified: true })
})

test('the emailed code resets a forgotten password', async () => {
  const app = await openApp()
  const email = newEmail()
  await app.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl: callbackUrl })
  await app.signOut()
  await emailServer.waitForEmail(email)
  emailServer.inbox.clear()

  expect(await app.sendForgotPasswordEmail(email, { callbackUrl })).toEqual({ status: 'ok', data: undefined })
  const { link } = await emailServer.waitForEmail(email)
  const code = new URL(link!).searchParams.get('code')!
  expect(await app.verifyPasswordResetCode(code)).toEqual({ status: 'ok', data: undefined })
  expect(await app.resetPassword({ code, password: 'another good password' })).toEqual({
    status: 'ok',
    data: undefined,
  })
  expect((await app.verifyPasswordResetCode(code)).status).toBe('error')
  expect((await app.signInWithCredential({ email, password: 'another good password' })).status).toBe('ok')
})
