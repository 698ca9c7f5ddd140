import { newEmail, type TestProject } from '@latchkey/server/testing'
import { beforeEach, expect, test } from 'vitest'
import { openEdgeRuntime } from '../testing/edge-runtime.ts'
import { createServer, openProject } from '../testing/open-project.ts'

const encrypted = 'AQAAAQIDBAUGBwgJCgsMDQ4PAAECAwQFBgcICQoL9i4RwB0Fozaj6uyGKdAVb+AiNaB2aTB8W/8='
const settings = { 'dataVault.stores': { secrets: { displayName: 'Secrets' } } }

let project: TestProject
/** Runs the body of an async function in the edge runtime, where `app` is a `ServerApp` of the project. */
let run: (body: string) => Promise<unknown>

beforeEach(async () => {
  // Opened first, because the runtime copies the current `fetch`.
  project = (await openProject(settings)).project
  const evaluate = await openEdgeRuntime(`
    export * from './index.ts'
    export * as vault from './data-vault/crypto.ts'`)
  const options = JSON.stringify({ tokenStore: 'memory', projectId: project.id, ...project.keys })
  evaluate(`globalThis.app = new bundle.ServerApp(${options})`)
  run = async (body) => evaluate(`(async () => { ${body} })()`)
})

test('the runtime has no Node globals', async () => {
  const names = ['process', 'Buffer', 'require', 'module', 'global', 'setImmediate', '__dirname', 'window', 'document']
  expect(await run(`return [${names.map((name) => `typeof ${name}`).join()}]`)).toEqual(names.map(() => 'undefined'))
})

test('the data vault matches the published test vector in an edge runtime', async () => {
  const result = await run(`
    const { deriveVaultKey, hashVaultKey, encryptValue, decryptValue } = bundle.vault
    const count = (length) => Uint8Array.from({ length }, (_, index) => index)
    const key = await deriveVaultKey('key', 'test-secret')
    return JSON.stringify({
      hashedKey: await hashVaultKey(key, 'test-secret'),
      encrypted: await encryptValue(key, 'test-value', count(16), count(12)),
      decrypted: await decryptValue(key, '${encrypted}'),
    })`)
  expect(JSON.parse(result as string)).toEqual({
    hashedKey: 'LrwP2F85+mxqGJmIr/7MJ9pVwvdcdeVNkD2IZU6dM9A=',
    encrypted,
    decrypted: 'test-value',
  })
})

test('a value stored in an edge runtime can be read there and on a server, only with the secret', async () => {
  const read = await run(`
    const store = await app.getDataVaultStore('secrets')
    await store.setValue('key', 'žluťoučký 漢字 🗝️', { secret: 'test-secret' })
    return [
      await store.getValue('key', { secret: 'test-secret' }),
      await store.getValue('key', { secret: 'another' }),
      await store.getValue('nothing', { secret: 'test-secret' }),
    ]`)
  expect(read).toEqual(['žluťoučký 漢字 🗝️', null, null])
  const store = await createServer(project).getDataVaultStore('secrets')
  expect(await store.getValue('key', { secret: 'test-secret' })).toBe('žluťoučký 漢字 🗝️')
})

test('a ServerApp in an edge runtime creates and finds users, and reports errors', async () => {
  const primaryEmail = newEmail()
  const found = await run(`
    const made = await app.createUser({ primaryEmail: '${primaryEmail}', displayName: 'Ada' })
    const user = await app.getUser(made.id)
    await user.setDisplayName('Ada Lovelace')
    const listed = await app.listUsers({ query: '${primaryEmail}' })
    return [listed.length, listed[0].displayName, listed[0].primaryEmail]`)
  expect(found).toEqual([1, 'Ada Lovelace', primaryEmail])
  const refused = await run(`
    return app.createUser({ primaryEmail: '${primaryEmail}', primaryEmailAuthEnabled: true }).then(
      () => app.createUser({ primaryEmail: '${primaryEmail}', primaryEmailAuthEnabled: true })
    ).catch((error) => [bundle.KnownError.isKnownError(error), error.errorCode])`)
  expect(refused).toEqual([true, 'USER_EMAIL_ALREADY_EXISTS'])
})
