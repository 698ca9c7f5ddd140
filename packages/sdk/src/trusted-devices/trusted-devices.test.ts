import { goodPassword } from '@latchkey/server/testing'
import { afterEach, expect, test } from 'vitest'
import type { AssertionError } from '../errors/errors.ts'
import { registerFramework } from '../index.ts'
import { createClient, openPerson } from '../testing/open-project.ts'
import { currentTotp } from '../testing/totp.ts'

afterEach(() => registerFramework({}))

const secret = new Uint8Array(20).fill(7)

/** Somebody with a second factor who trusts the browser of a request, in an app that runs on a server. */
async function openTrusting() {
  const opened = await openPerson()
  const jar = new Map<string, string>()
  registerFramework({
    cookies: () => ({
      isSecure: false,
      getAll: (name) => [jar.get(name)].filter((value) => value !== undefined),
      set: (name, value) => void (value === null ? jar.delete(name) : jar.set(name, value)),
    }),
  })
  const { user, project } = opened
  await user.update({ totpMultiFactorSecret: secret })
  const client = createClient(project, { redirectMethod: 'none' })
  const given = { email: user.primaryEmail!, password: goodPassword, noRedirect: true }
  const refusal = await client.signInWithCredential(given).catch((error: unknown) => error)
  const { details } = (refusal as AssertionError).extraData as { details: { attempt_code: string } }
  const options = { noRedirect: true, trustDevice: true }
  const result = await client.signInWithMfa(await currentTotp(secret), details.attempt_code, options)
  expect(result.status).toBe('ok')
  const signIn = () => createClient(project, { redirectMethod: 'none' }).signInWithCredential(given)
  return { ...opened, jar, signIn }
}

test('a browser that a server trusts for somebody is not asked for the second factor', async () => {
  const { project, jar, signIn } = await openTrusting()
  expect(jar.get(`stack-trusted-${project.id}`)).toMatch(/^[\w-]{43}$/)
  expect(await signIn()).toMatchObject({ status: 'ok' })
  jar.clear()
  await expect(signIn()).rejects.toThrow('second factor')
})

test('users see the devices that they trust, and forget one or all', async () => {
  const { user, signIn } = await openTrusting()
  await signIn()
  const [device] = await user.getTrustedDevices()
  expect(device).toMatchObject({ userAgent: null, lastUsedAt: expect.any(Date) })
  expect(device!.expiresAt.getTime() - device!.createdAt.getTime()).toBe(30 * 86_400_000)
  await user.forgetTrustedDevice(device!.id)
  expect(await user.getTrustedDevices()).toEqual([])
  await expect(signIn()).rejects.toThrow('second factor')
  await user.forgetTrustedDevices()
})

test('servers see and forget the devices of a user', async () => {
  const { serverUser, signIn } = await openTrusting()
  const [device] = await serverUser.getTrustedDevices()
  expect(device).toMatchObject({ lastUsedAt: null })
  await serverUser.forgetTrustedDevices()
  expect(await serverUser.getTrustedDevices()).toEqual([])
  await expect(signIn()).rejects.toThrow('second factor')
})
