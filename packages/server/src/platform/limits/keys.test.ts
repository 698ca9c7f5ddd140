import { rateLimits } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { separateServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { createWorld } from '../../testing/world.ts'
import { hashToken } from '../secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await separateServer({ config: { rateLimits: true } })
})

const hashed = (text: string) => hashToken(text).toString('base64url')

test('one API key is checked so often in a minute and no more', async () => {
  const { project, userKey } = await createWorld(server)
  const check = () => project.send('POST /user-api-keys/check', { as: 'server', body: { api_key: userKey.value } })
  for (let used = 1; used < rateLimits.apiKeyChecksByKey.points; used++) {
    await server.platform.limiter.consume({ apiKeyChecksByKey: hashed(userKey.value) })
  }
  expect((await check()).status).toBe(200)
  const refused = await check()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  const other = await project.send('POST /user-api-keys/check', { as: 'server', body: { api_key: 'another' } })
  expect(other.status).toBe(404)
})

test('one value of the data vault is read so often in a minute and no more', async () => {
  const project = await createTestProject(server, { 'dataVault.stores.secrets': { displayName: 'Secrets' } })
  const call = (action: 'set' | 'get', body: object) =>
    project.send(`POST /data-vault/stores/{store}/${action}`, { as: 'server', params: { store: 'secrets' }, body })
  await call('set', { hashed_key: 'a', encrypted_value: 'b' })
  for (let used = 1; used < rateLimits.vaultReadsByKey.points; used++) {
    await server.platform.limiter.consume({ vaultReadsByKey: `${project.id}:${hashed('secrets:a')}` })
  }
  expect((await call('get', { hashed_key: 'a' })).status).toBe(200)
  expect((await call('get', { hashed_key: 'a' })).status).toBe(429)
  expect((await call('get', { hashed_key: 'c' })).status).not.toBe(429)
})

test('all keys of a project together are read so often in a minute and no more', async () => {
  const project = await createTestProject(server, { 'apiKeys.enabled.user': true })
  for (let used = 0; used < rateLimits.keyReadsByProject.points; used++) {
    await server.platform.limiter.consume({ keyReadsByProject: project.id })
  }
  const body = { api_key: 'guessed' }
  expect((await project.send('POST /user-api-keys/check', { as: 'server', body })).status).toBe(429)
})

test('one address starts so many passkey sign-ins and no more', async () => {
  const project = await createTestProject(server, { 'auth.passkey.allowSignIn': true })
  const start = (address: string) =>
    project.send('POST /auth/passkey/initiate-passkey-authentication', { address, body: {} })
  const { points } = rateLimits.passkeyByAddress
  for (let round = 0; round < points; round++) expect((await start('198.18.9.1')).status).toBe(200)
  expect((await start('198.18.9.1')).status).toBe(429)
  expect((await start('198.18.9.2')).status).toBe(200)
})
