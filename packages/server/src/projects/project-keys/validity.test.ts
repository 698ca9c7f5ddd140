import { expect, test } from 'vitest'
import { separateServer, testProject } from '../../testing/index.ts'
import { projectWithKeys, type TestProject } from '../../testing/project.ts'

const all = { has_publishable_client_key: true, has_secret_server_key: true, has_super_secret_admin_key: true }

async function createKeys(
  project: TestProject,
  expiresAtMillis: number,
): Promise<TestProject['keys'] & { id: string }> {
  const body = { description: 'Keys', expires_at_millis: expiresAtMillis, ...all }
  const set = await project.call('POST /internal/api-keys', { as: 'admin', body })
  return {
    id: set.id,
    publishableClientKey: set.publishable_client_key!,
    secretServerKey: set.secret_server_key!,
    superSecretAdminKey: set.super_secret_admin_key!,
  }
}

async function statusAt(project: TestProject): Promise<number> {
  return (await project.send('GET /projects/current', { as: 'server' })).status
}

test('a key is valid until the moment of its expiry', async () => {
  let now = Date.UTC(2050, 0)
  const server = await separateServer({ now: () => new Date(now) })
  const project = await testProject()
  const keys = await createKeys(project, now + 1000)
  const node = projectWithKeys(server, project.id, keys)

  expect(await statusAt(node)).toBe(200)
  now += 999
  expect(await statusAt(node)).toBe(200)
  now += 1
  expect(await node.send('GET /projects/current', { as: 'server' })).toMatchObject({
    status: 401,
    body: { code: 'INVALID_SECRET_SERVER_KEY', details: { project_id: project.id } },
  })
})

test('a set that expired in the past is made, and opens nothing', async () => {
  const project = await testProject()
  const keys = await createKeys(project, 0)
  expect(await statusAt(projectWithKeys(project.server, project.id, keys))).toBe(401)
})

test.each([
  253_402_300_800_000, 8_640_000_000_000_000,
])('a set may expire %i milliseconds after 1970', async (millis) => {
  const project = await testProject()
  const keys = await createKeys(project, millis)
  expect(await statusAt(projectWithKeys(project.server, project.id, keys))).toBe(200)
  const shown = await project.call('GET /internal/api-keys/{id}', { as: 'admin', params: { id: keys.id } })
  expect(shown.expires_at_millis).toBe(millis)
})

test('another node learns of new keys, of their revocation and of a deleted project', async () => {
  const project = await testProject()
  const otherNode = await separateServer({})
  expect(await statusAt(projectWithKeys(otherNode, project.id, project.keys))).toBe(200)

  const keys = await createKeys(project, Date.UTC(2100, 0))
  const onOtherNode = projectWithKeys(otherNode, project.id, keys)
  await expect.poll(() => statusAt(onOtherNode)).toBe(200)

  const request = { as: 'admin' as const, params: { id: keys.id }, body: { revoked: true as const } }
  await project.call('PATCH /internal/api-keys/{id}', request)
  expect(await statusAt(projectWithKeys(project.server, project.id, keys))).toBe(401)
  await expect.poll(() => statusAt(onOtherNode)).toBe(401)

  await project.call('DELETE /internal/projects/current', { as: 'admin' })
  await expect.poll(() => statusAt(onOtherNode)).toBe(400)
})

test('another node learns of changed settings', async () => {
  const project = await testProject()
  const otherNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const readFlag = async () => (await otherNode.call('GET /projects/current')).config.magic_link_enabled
  expect(await readFlag()).toBe(false)
  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { magic_link_enabled: true } },
  })
  await expect.poll(readFlag).toBe(true)
})
