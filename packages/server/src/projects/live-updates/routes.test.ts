import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { insertMembership } from '../../teams/queries.ts'
import {
  createTestProject,
  internalProject,
  openEmailServer,
  separateServer,
  type TestProject,
  testProject,
  testUrl,
} from '../../testing/index.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { createAdminKey, revokeKey } from '../../testing/project-keys.ts'
import { runDeliveries } from '../../testing/webhook-receiver.ts'
import { createOwner } from '../../testing/world.ts'
import { liveUpdates } from './live-updates.ts'

const opened: ReadableStreamDefaultReader[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const reader of opened.splice(0)) await reader.cancel()
})

async function watch(
  { id, keys, server }: TestProject,
  credential: Record<string, string> = { 'x-stack-super-secret-admin-key': keys.superSecretAdminKey },
) {
  const headers = { 'x-stack-access-type': 'admin', 'x-stack-project-id': id, ...credential }
  const response = await server.fetch(`${testUrl}/api/v1/internal/live-updates`, { headers })
  if (!response.ok) return { response }
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  opened.push(reader)
  expect((await reader.read()).value).toBe(': connected\n\n')
  const next = async () => {
    const { value, done } = await reader.read()
    return done ? 'the end' : JSON.parse(/^event: change\ndata: (.*)\n\n$/.exec(value)![1]!)
  }
  /** On a busy machine, what has happened before may be told late. */
  const until = async (action: string) => {
    while (!(await next()).actions.includes(action)) {}
  }
  /** Ends before the timeout that ends every stream. */
  const ended = async () => {
    while ((await next()) !== 'the end') {}
  }
  return { response, next, until, ended }
}

/** A project with two owners, one of whom watches it on another node. */
async function watchAsOwner() {
  const internal = await internalProject()
  const { server } = internal
  const [first, owner] = [await createOwner(server), await createOwner(server)]
  const body = { display_name: 'Shop', owner_team_id: first.teamId }
  const { id } = await internal.call('POST /internal/projects', { user: first, body })
  const membership = { teamId: first.teamId, userId: owner.id, permissionIds: ['team_admin'], now: new Date() }
  await inTransaction(server.platform.db, (trx) => insertMembership(trx, 'internal', membership))
  const secondNode = { ...internal, id, server: await separateServer({}) }
  const credential = { 'x-stack-admin-access-token': owner.access_token }
  return { internal, id, first, owner, secondNode, credential, watcher: await watch(secondNode, credential) }
}

test('what happens in the project is told at once, on every node', async () => {
  const project = await testProject()
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const watchers = [await watch(project), await watch(secondNode)]
  await project.signUp()
  for (const { next, response } of watchers) {
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const { actions } = await next!()
    expect(actions).toContain('user.created')
  }
})

test('many events at once are announced once', async () => {
  const project = await testProject()
  const { next } = await watch(project)
  const create = () => project.call('POST /users', { as: 'server', body: {} })
  await Promise.all([create(), create(), create()])
  expect(await next!()).toEqual({ actions: ['user.created'], age_millis: expect.any(Number) })
  await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  expect(await next!()).toMatchObject({ actions: ['team.created'] })
})

test('an attempt to deliver a webhook is told, though it is not audited', async () => {
  const project = await testProject()
  const { id } = await project.call('POST /internal/webhook-endpoints', {
    as: 'admin',
    body: { url: 'http://127.0.0.1:9/' },
  })
  const { until } = await watch(project)
  await project.call('POST /internal/webhook-endpoints/{endpoint_id}/send-test', {
    as: 'admin',
    params: { endpoint_id: id },
  })
  await runDeliveries(project.server.platform, project, id)
  await until!('webhook_delivery.attempted')
})

test('an email that was sent is told, though it is not audited', async () => {
  const emailServer = await openEmailServer(inject('databaseUrl'))
  try {
    const project = await createTestProject(emailServer.server)
    const { until } = await watch(project)
    await project.signUp()
    await until!('email.sent')
  } finally {
    await emailServer.close()
  }
})

test('what happens in another project is not told', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const { next } = await watch(project)
  await other.signUp()
  await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
  expect(await next!()).toMatchObject({ actions: ['team.created'] })
})

test('the stream ends after a minute, so that access is checked again', async () => {
  const project = await testProject()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { next } = await watch(project)
  vi.advanceTimersByTime(60_000)
  expect(await next!()).toBe('the end')
})

test('a stopping node says what has happened and ends its streams', async () => {
  const server = await separateServer({})
  const project = await testProject()
  const [first, second] = [await watch(project), await watch(projectWithKeys(server, project.id, project.keys))]
  await project.signUp()
  await first.next!()
  liveUpdates(server.platform).endAll()
  const { next } = second
  expect((await next!()).actions).toContain('user.created')
  expect(await next!()).toBe('the end')
})

test('a project has a limited number of streams, and gets new ones when others end', async () => {
  const project = await testProject()
  const all = await Promise.all(Array.from({ length: 100 }, () => watch(project)))
  expect(all.every(({ next }) => next)).toBe(true)
  expect((await watch(project)).response.status).toBe(429)
  await opened.shift()!.cancel()
  expect((await watch(project)).response.status).toBe(200)
})

describe('a stream ends at once, on every node', () => {
  test('when its owner signs out', async () => {
    const { internal, owner, watcher } = await watchAsOwner()
    await internal.call('DELETE /auth/sessions/current', { user: owner })
    await watcher.ended!()
  })

  test('when its owner is removed from the project', async () => {
    const { internal, id, first, owner, watcher } = await watchAsOwner()
    const response = await internal.server.fetch(`/api/v1/internal/owners/${owner.id}`, {
      method: 'DELETE',
      headers: {
        'x-stack-access-type': 'admin',
        'x-stack-project-id': id,
        'x-stack-admin-access-token': first.access_token,
      },
    })
    expect(response.status).toBe(200)
    await watcher.ended!()
  })

  test('when its owner is restricted', async () => {
    const { internal, owner, watcher } = await watchAsOwner()
    const restriction = { as: 'server' as const, params: { user_id: owner.id }, body: { reason: 'Left the company' } }
    await internal.call('PUT /users/{user_id}/restriction', restriction)
    await watcher.ended!()
  })

  test('when its key is revoked, while other keys keep watching', async () => {
    const project = await testProject()
    const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
    const key = await createAdminKey(project)
    const [revoked, kept] = [await watch(secondNode, key.headers), await watch(secondNode)]
    await revokeKey(project, key.id)
    await revoked.ended!()
    await project.call('POST /teams', { as: 'server', body: { display_name: 'Team' } })
    await kept.until!('team.created')
  })
})

test('one owner cannot take the streams of the others', async () => {
  const { secondNode, credential } = await watchAsOwner()
  const more = await Promise.all(Array.from({ length: 19 }, () => watch(secondNode, credential)))
  expect(more.every(({ next }) => next)).toBe(true)
  expect((await watch(secondNode, credential)).response.status).toBe(429)
})
