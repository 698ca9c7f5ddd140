import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toCursor } from '../platform/db/cursor.ts'
import { internalProject, race, separateServer, type TestProject, testProject } from '../testing/index.ts'
import { createTestProject } from '../testing/project.ts'
import { createAdminKey, revokeKey } from '../testing/project-keys.ts'
import { listAuditEntries } from '../testing/records.ts'
import { createOwner } from '../testing/world.ts'

const asAdmin = { as: 'admin' as const }
const url = 'https://example.com/webhooks'

const addEndpoint = (project: TestProject, body = {}) =>
  project.call('POST /internal/webhook-endpoints', { ...asAdmin, body: { url, ...body } })
const paramsOf = ({ id }: { id: string }) => ({ ...asAdmin, params: { endpoint_id: id } })
const one = 'GET /internal/webhook-endpoints/{endpoint_id}'

describe('endpoints', () => {
  test('are added, listed, changed and removed, and their secret is not in the list', async () => {
    const project = await testProject()
    const first = await addEndpoint(project)
    expect(first).toMatchObject({ url, description: '', event_types: null, is_enabled: true, disabled_reason: null })
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const second = await addEndpoint(project, {
      description: 'For the shop',
      event_types: ['team.created'],
      is_enabled: false,
    })
    const { items } = await project.call('GET /internal/webhook-endpoints', asAdmin)
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(JSON.stringify(items)).not.toContain('whsec_')

    const changed = await project.call('PATCH /internal/webhook-endpoints/{endpoint_id}', {
      ...paramsOf(second),
      body: { url: 'http://localhost:4000/', event_types: null, is_enabled: true },
    })
    expect(changed).toMatchObject({ url: 'http://localhost:4000/', event_types: null, is_enabled: true })
    expect(changed.description).toBe('For the shop')
    const { revision: _, ...saved } = changed
    expect(await project.call(one, paramsOf(second))).toEqual(saved)

    await project.call('DELETE /internal/webhook-endpoints/{endpoint_id}', paramsOf(second))
    expect(await project.send(one, paramsOf(second))).toMatchObject({ status: 404 })
    expect((await listAuditEntries(project, 'webhook')).map(({ action, details }) => [action, details])).toEqual([
      ['webhook_endpoint.created', { host: 'example.com' }],
      ['webhook_endpoint.created', { host: 'example.com' }],
      [
        'webhook_endpoint.updated',
        {
          fields: ['url', 'event_types', 'is_enabled'],
          changes: [
            { path: 'event_types', from: ['team.created'], to: null },
            { path: 'host', from: 'example.com', to: 'localhost:4000' },
            { path: 'is_enabled', from: false, to: true },
          ],
        },
      ],
      ['webhook_endpoint.deleted', null],
    ])
  })

  test.each([
    [{ url: 'ftp://example.com' }, 'body.url'],
    [{ url: 'https://user:password@example.com' }, 'body.url'],
    [{ url: 'nowhere' }, 'body.url'],
    [{ url: `https://example.com/${'x'.repeat(2000)}` }, 'body.url'],
    [{ event_types: [] }, 'body.event_types'],
    [{ event_types: ['user.invented'] }, 'body.event_types.0'],
    [{ secret: 'whsec_mine' }, 'secret'],
  ])('refuse %j', async (body, place) => {
    const project = await testProject()
    expect(
      await project.send('POST /internal/webhook-endpoints', { ...asAdmin, body: { url, ...body } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(place) } },
    })
  })

  test('are at most fifty, also when many are added at once', async () => {
    const project = await testProject()
    const { succeeded, failed } = await race(60, () => addEndpoint(project))
    expect(succeeded).toHaveLength(50)
    for (const error of failed) {
      expect(error).toMatchObject({ status: 400, message: 'A project can have at most 50 webhook endpoints.' })
    }
    expect((await project.call('GET /internal/webhook-endpoints', asAdmin)).items).toHaveLength(50)
  })

  test('that are off send no tests and resend nothing', async () => {
    const project = await testProject()
    const endpoint = await addEndpoint(project, { is_enabled: false })
    const request = { ...paramsOf(endpoint), body: {} }
    const message = 'The webhook endpoint is disabled. Please enable it first.'
    await expect(project.call('POST /internal/webhook-endpoints/{endpoint_id}/send-test', request)).rejects.toThrow(
      message,
    )
    await expect(
      project.call('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend', {
        ...request,
        params: { ...request.params, delivery_id: randomUUID() },
      }),
    ).rejects.toThrow(message)
  })
})

test('deliveries are listed newest first, page by page', async () => {
  const project = await testProject()
  const endpoint = await addEndpoint(project)
  for (let count = 0; count < 5; count++) await project.call('POST /users', { as: 'server', body: {} })
  const list = (query: { limit?: number; cursor?: string; state?: 'pending' | 'failed' }) =>
    project.call('GET /internal/webhook-endpoints/{endpoint_id}/deliveries', { ...paramsOf(endpoint), query })
  const all = (await list({})).items
  expect(all).toHaveLength(5)
  const first = await list({ limit: 2, state: 'pending' })
  const second = await list({ limit: 3, cursor: first.pagination.next_cursor! })
  expect([...first.items, ...second.items]).toEqual(all)
  expect(second.pagination.next_cursor).toBeNull()
  expect((await list({ state: 'failed' })).items).toEqual([])
  expect((await list({ cursor: toCursor(randomUUID()) })).items).toEqual([])
})

describe('a portal token', () => {
  const bearer = (project: TestProject, token: string) => ({
    'x-stack-project-id': project.id,
    'x-stack-access-type': 'admin',
    authorization: `Bearer ${token}`,
  })
  const openWith = (project: TestProject, path: string, headers: Record<string, string>) =>
    project.server.fetch(`/api/v1${path}`, { headers })

  async function createToken(project: TestProject): Promise<string> {
    const response = await project.send('POST /webhooks/svix-token', { ...asAdmin, body: {} })
    expect(response.status).toBe(201)
    return (response.body as { token: string }).token
  }

  test('opens the webhooks of its project and nothing else', async () => {
    const project = await testProject()
    const elsewhere = await testProject()
    const endpoint = await addEndpoint(project)
    const token = await createToken(project)
    const response = await openWith(project, '/internal/webhook-endpoints', bearer(project, token))
    expect(await response.json()).toMatchObject({ items: [{ id: endpoint.id }] })

    for (const path of ['/internal/projects/current', '/users', '/internal/config']) {
      const refused = await openWith(project, path, bearer(project, token))
      expect(refused.headers.get('x-stack-known-error'), path).toBe('ADMIN_AUTHENTICATION_REQUIRED')
    }
    const foreign = await openWith(project, '/internal/webhook-endpoints', bearer(elsewhere, token))
    expect(foreign.status).toBe(401)
    const asServer = { ...bearer(project, token), 'x-stack-access-type': 'server' }
    expect((await openWith(project, '/internal/webhook-endpoints', asServer)).status).toBe(401)
  })

  test('is refused when it was changed, is of another kind, or is an hour old', async () => {
    let now = Date.now()
    const server = await separateServer({ now: () => new Date(now) })
    const project = await createTestProject(server)
    const token = await createToken(project)
    const { access_token } = await project.signUp()
    const statusOf = async (text: string) =>
      (await openWith(project, '/internal/webhook-endpoints', bearer(project, text))).status
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    for (const wrong of [`${token}x`, access_token, unsigned, 'x']) expect(await statusOf(wrong)).toBe(401)
    now += 3599_000
    expect(await statusOf(token)).toBe(200)
    now += 2_000
    expect(await statusOf(token)).toBe(401)
  })

  test('does not make a wrong key good', async () => {
    const project = await testProject()
    const headers = { ...bearer(project, await createToken(project)), 'x-stack-super-secret-admin-key': 'sak_wrong' }
    const response = await openWith(project, '/internal/webhook-endpoints', headers)
    expect(response.headers.get('x-stack-known-error')).toBe('INVALID_SUPER_SECRET_ADMIN_KEY')
  })

  test('ends with the key that made it, and names it in the audit log', async () => {
    const project = await testProject()
    const key = await createAdminKey(project)
    const { token } = await project.call('POST /webhooks/svix-token', { ...asAdmin, headers: key.headers, body: {} })
    const create = () =>
      project.server.fetch('/api/v1/internal/webhook-endpoints', {
        method: 'POST',
        headers: { ...bearer(project, token), 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      })
    expect((await create()).status).toBe(201)
    expect(await listAuditEntries(project, 'webhook_endpoint.created')).toMatchObject([
      { actor_type: 'admin-key', actor_id: key.id },
    ])
    await revokeKey(project, key.id)
    expect((await create()).status).toBe(401)
  })

  test('remembers for the audit log which owner it was made for', async () => {
    const internal = await internalProject()
    const owner = await createOwner(internal.server)
    const body = { display_name: 'Shop', owner_team_id: owner.teamId }
    const { id } = await internal.call('POST /internal/projects', { user: owner, body })
    const headers = { 'x-stack-project-id': id, 'x-stack-access-type': 'admin' }
    const created = await internal.server.fetch('/api/v1/webhooks/svix-token', {
      method: 'POST',
      headers: { ...headers, 'x-stack-admin-access-token': owner.access_token },
    })
    const { token } = (await created.json()) as { token: string }
    const project = { ...internal, id }
    await internal.server.fetch('/api/v1/internal/webhook-endpoints', {
      method: 'POST',
      headers: { ...bearer(project, token), 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })
    expect(await listAuditEntries(project, 'webhook_endpoint.created')).toMatchObject([
      { actor_type: 'owner', actor_id: owner.id },
    ])
  })
})
