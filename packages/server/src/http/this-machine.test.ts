import { expect, test } from 'vitest'
import { separateServer, testProject } from '../testing/index.ts'
import { internalKeys } from '../testing/server.ts'

// ASVS 13.4.2, 15.2.3
test('the development override key opens projects on this machine only', async () => {
  const { server, id } = await testProject()
  const statusFor = async (address: string, headers: Record<string, string> = {}, { fetch } = server) => {
    const credentials = {
      'x-stack-project-id': id,
      'x-stack-access-type': 'admin',
      'x-stack-development-override-key': internalKeys.superSecretAdminKey,
    }
    const response = await fetch('/api/v1/users', { headers: { ...credentials, ...headers } }, address)
    return response.status
  }
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await statusFor(address)).toBe(200)
  for (const address of ['192.0.2.1', '10.0.0.5', '2001:db8::1']) {
    expect(await statusFor(address, { host: 'localhost:8102' })).toBe(401)
  }
  expect(await statusFor('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(401)
  expect(await statusFor('127.0.0.1', {}, await separateServer({ config: { isProduction: true } }))).toBe(401)
})
