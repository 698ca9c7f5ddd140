import { goodPassword } from '@latchkey/server/testing'
import { expect, test } from 'vitest'
import type { AssertionError } from '../errors/errors.ts'
import { createClient, openPerson } from '../testing/open-project.ts'

async function openPersonWithCodes() {
  const opened = await openPerson()
  const { user, app } = opened
  await user.update({ totpMultiFactorSecret: new Uint8Array(20) })
  const codes = await user.createRecoveryCodes()
  /** The first step of a sign-in elsewhere. */
  const startSignIn = async () => {
    const client = createClient(opened.project, { redirectMethod: 'none' })
    const given = { email: user.primaryEmail!, password: goodPassword, noRedirect: true }
    const refusal = await client.signInWithCredential(given).catch((error: unknown) => error)
    const { details } = (refusal as AssertionError).extraData as { details: { attempt_code: string; methods: string[] } }
    return { client, ...details }
  }
  return { ...opened, app, codes, startSignIn }
}

test('codes are created, counted and used', async () => {
  const { user, serverUser, codes, startSignIn } = await openPersonWithCodes()
  expect(codes).toHaveLength(10)
  expect(await user.getRecoveryCodeStatus()).toEqual({ remaining: 10, createdAt: expect.any(Date) })

  const { client, attempt_code, methods } = await startSignIn()
  expect(methods).toEqual(['totp', 'recovery_code'])
  const use = (code: string) => client.signInWithRecoveryCode(code, attempt_code, { noRedirect: true })
  expect(await use('0000')).toMatchObject({ status: 'error', error: { errorCode: 'INVALID_RECOVERY_CODE' } })
  expect(await use(codes[0]!.toLowerCase())).toMatchObject({ status: 'ok' })
  expect((await client.getUser())?.id).toBe(user.id)
  expect(await serverUser.getRecoveryCodeStatus()).toMatchObject({ remaining: 9 })
})

test('new codes are counted right away', async () => {
  const { user, codes, startSignIn } = await openPersonWithCodes()
  const { client, attempt_code } = await startSignIn()
  await client.signInWithRecoveryCode(codes[0]!, attempt_code, { noRedirect: true })
  await user.createRecoveryCodes()
  expect((await user.getRecoveryCodeStatus()).remaining).toBe(10)
})

test('a server resets the second factor of somebody who has lost it', async () => {
  const { app, serverUser } = await openPersonWithCodes()
  await serverUser.resetSecondFactor()
  expect(await serverUser.getRecoveryCodeStatus()).toEqual({ remaining: 0, createdAt: null })
  expect((await app.getUser({ or: 'throw' })).isMultiFactorRequired).toBe(false)
})
