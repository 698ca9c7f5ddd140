import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { race, type TestProject, testProject } from '../../testing/index.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const plain = (status: number) => ({ status, code: undefined })
const usedForSignIn = { status: 400, code: 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN' }
const providers = {
  google: { type: 'google', allowSignIn: true, isShared: true },
  work_google: { type: 'google', allowSignIn: true, isShared: true },
  github: { type: 'github', allowSignIn: true, isShared: true },
}

function actions({ call }: TestProject) {
  return {
    create: (user_id: string, account_id: string, more: object = {}) =>
      call('POST /oauth-providers', {
        ...asServer,
        body: {
          user_id,
          account_id,
          provider_config_id: 'google',
          allow_sign_in: true,
          allow_connected_accounts: true,
          ...more,
        },
      }),
    change: (user_id: string, id: string, body: object) =>
      call('PATCH /oauth-providers/{user_id}/{id}', { ...asServer, params: { user_id, id }, body }),
    list: async (user_id?: string) =>
      (await call('GET /oauth-providers', { ...asServer, query: user_id ? { user_id } : {} })).items,
  }
}

async function setUp() {
  const project = await testProject({ 'auth.oauth.providers': providers })
  return { project, person: await createPerson(project), ...actions(project) }
}

describe('a link', () => {
  test('returns 201, and shows its account to servers only', async () => {
    const { project, person } = await setUp()
    const body = {
      user_id: person.id,
      provider_config_id: 'work_google',
      account_id: 'g-1',
      email: 'Ada@Gmail.com',
      allow_sign_in: true,
      allow_connected_accounts: false,
    }
    const response = await project.send('POST /oauth-providers', { ...asServer, body })
    expect(response.status).toBe(201)
    const link = response.body as { id: string }
    expect(link).toStrictEqual({ ...body, id: link.id, type: 'google', email: 'ada@gmail.com' })

    const request = { params: { user_id: 'me', id: link.id }, user: person }
    const { account_id: _hidden, ...shown } = link as typeof link & { account_id: string }
    expect(await project.call('GET /oauth-providers/{user_id}/{id}', request)).toStrictEqual(shown)
    const own = await project.call('GET /oauth-providers', { user: person, query: { user_id: 'me' } })
    expect(own).toStrictEqual({ items: [shown], is_paginated: false })
    const user = await project.call('GET /users/me', { user: person })
    expect(user.oauth_providers).toEqual([{ id: 'work_google', account_id: 'g-1', email: 'ada@gmail.com' }])
  })

  test('without an email has no such key', async () => {
    const { create, person } = await setUp()
    expect(await create(person.id, 'g-1')).not.toHaveProperty('email')
  })

  test('needs a provider of the project and a user', async () => {
    const { create, person } = await setUp()
    await expect(create(person.id, '1', { provider_config_id: 'gitlab' })).rejects.toMatchObject(plain(404))
    await expect(create(person.id, '1', { provider_config_id: 'constructor' })).rejects.toMatchObject(plain(404))
    await expect(create(randomUUID(), '1')).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  })

  test('is removed together with what the user shows of it', async () => {
    const { create, project, person, list } = await setUp()
    const { id } = await create(person.id, 'g-1')
    const params = { user_id: 'me', id }
    await project.call('DELETE /oauth-providers/{user_id}/{id}', { user: person, params })
    expect(await list(person.id)).toEqual([])
    expect((await project.call('GET /users/me', { user: person })).oauth_providers).toEqual([])
    await expect(
      project.call('DELETE /oauth-providers/{user_id}/{id}', { user: person, params }),
    ).rejects.toMatchObject(plain(404))
  })

  test('of a provider that the project has removed is seen by nobody, and hides no other', async () => {
    const { create, project, person, list } = await setUp()
    const { id } = await create(person.id, 'g-1')
    const github = await create(person.id, 'h-1', { provider_config_id: 'github' })
    const config_override_string = JSON.stringify({ 'auth.oauth.providers.google': null })
    await project.call('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } })
    expect(await list(person.id)).toEqual([github])
    const params = { user_id: person.id, id }
    const read = project.call('GET /oauth-providers/{user_id}/{id}', { ...asServer, params })
    await expect(read).rejects.toMatchObject(plain(404))
  })
})

describe('lists', () => {
  test('are of one user or of the whole project, oldest first', async () => {
    const { create, project, person, list } = await setUp()
    const other = await createPerson(project)
    const ids = []
    for (const owner of [person, other]) ids.push((await create(owner.id, owner.id)).id)
    ids.push((await create(person.id, 'h-1', { provider_config_id: 'github' })).id)
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    expect((await list(person.id)).map(({ id }) => id)).toEqual([ids[0], ids[2]])
    await expect(list(randomUUID())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  })

  test('and single links of others are refused to clients before anything else', async () => {
    const { create, project, person } = await setUp()
    const other = await createPerson(project)
    const { id } = await create(other.id, 'g-1')
    const one = { user: person, params: { user_id: other.id, id } }
    const { call } = project
    await expect(call('GET /oauth-providers', { user: person })).rejects.toMatchObject(plain(403))
    for (const params of [one.params, { user_id: other.id, id: randomUUID() }]) {
      const request = { user: person, params }
      await expect(call('GET /oauth-providers/{user_id}/{id}', request)).rejects.toMatchObject(plain(403))
      await expect(call('PATCH /oauth-providers/{user_id}/{id}', { ...request, body: {} })).rejects.toMatchObject(
        plain(403),
      )
      await expect(call('DELETE /oauth-providers/{user_id}/{id}', request)).rejects.toMatchObject(plain(403))
    }
    const mine = { user: person, params: { user_id: 'me', id } }
    await expect(call('GET /oauth-providers/{user_id}/{id}', mine)).rejects.toMatchObject(plain(404))
    const wrongUser = { ...asServer, params: { user_id: person.id, id } }
    await expect(call('GET /oauth-providers/{user_id}/{id}', wrongUser)).rejects.toMatchObject(plain(404))
  })
})

describe('a change', () => {
  test('by a client is one of the two flags, by a server also of account and email', async () => {
    const { create, change, project, person } = await setUp()
    const { id } = await create(person.id, 'g-1')
    const mine = { user: person, params: { user_id: 'me', id } }
    const route = 'PATCH /oauth-providers/{user_id}/{id}' as const
    const flags = { allow_sign_in: false, allow_connected_accounts: false }
    expect(await project.call(route, { ...mine, body: flags })).toMatchObject(flags)
    for (const body of [{ account_id: 'g-2' }, { email: 'eve@example.com' }, { allow_sign_in: null }]) {
      expect(await project.send(route, { ...mine, body })).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    }
    const change2 = { account_id: 'g-2', email: 'ada@example.com' }
    expect(await change(person.id, id, change2)).toMatchObject({ ...change2, ...flags })
    expect((await project.call('GET /users/me', { user: person })).oauth_providers).toEqual([
      { id: 'google', ...change2 },
    ])
  })

  test('lets one account of a provider sign in: disabling one and enabling another works', async () => {
    const { create, change, person } = await setUp()
    const first = await create(person.id, 'g-1')
    const second = await create(person.id, 'g-2', { allow_sign_in: false })
    await create(person.id, 'g-3', { allow_sign_in: false })
    await expect(create(person.id, 'g-4')).rejects.toMatchObject(plain(400))
    await expect(change(person.id, second.id, { allow_sign_in: true })).rejects.toMatchObject(plain(400))
    await change(person.id, first.id, { allow_sign_in: false })
    expect(await change(person.id, second.id, { allow_sign_in: true })).toMatchObject({ allow_sign_in: true })
    await create(person.id, 'g-1', { provider_config_id: 'work_google' })
  })

  test('links a user to an account once', async () => {
    const { create, change, person } = await setUp()
    await create(person.id, 'g-1', { allow_sign_in: false })
    const other = await create(person.id, 'g-2', { allow_sign_in: false })
    await expect(create(person.id, 'g-1', { allow_sign_in: false })).rejects.toMatchObject(plain(400))
    await expect(change(person.id, other.id, { account_id: 'g-1' })).rejects.toMatchObject(plain(400))
  })

  test("compares accounts of the same provider only, with the user's own account by default", async () => {
    const { create, change, project, person } = await setUp()
    const other = await createPerson(project)
    await create(other.id, 'same')
    await create(person.id, 'same', { provider_config_id: 'github' })
    await expect(create(person.id, 'same')).rejects.toMatchObject(usedForSignIn)
    const silent = await create(person.id, 'same', { allow_sign_in: false })
    await expect(change(person.id, silent.id, { allow_sign_in: true })).rejects.toMatchObject(usedForSignIn)
    expect(await change(person.id, silent.id, { allow_sign_in: true, account_id: 'mine' })).toMatchObject({
      allow_sign_in: true,
    })
  })
})

test('two links of one provider that are both to sign in, enabled twenty times at once: one does', async () => {
  const { create, change, person, list } = await setUp()
  const links = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(person.id, `g-${index}`, { allow_sign_in: false })),
  )
  const { succeeded, failed } = await race(20, (index) => change(person.id, links[index]!.id, { allow_sign_in: true }))
  expect(succeeded).toHaveLength(1)
  for (const error of failed) expect(error).toMatchObject(plain(400))
  expect((await list(person.id)).filter((link) => link.allow_sign_in)).toHaveLength(1)
})

test('twenty users who want one account for sign-in at once: one has it', async () => {
  const { create, project } = await setUp()
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(project)))
  const { succeeded, failed } = await race(20, (index) => create(people[index]!.id, 'g-1'))
  expect(succeeded).toHaveLength(1)
  for (const error of failed) expect(error).toMatchObject(usedForSignIn)
})

test('changes are in the audit log and in no webhook', async () => {
  const { create, change, project, person } = await setUp()
  await listenToEvents(project)
  const before = await listEvents(project)
  const { id } = await create(person.id, 'g-1')
  await change(person.id, id, { allow_sign_in: false })
  const params = { user_id: 'me', id }
  await project.call('DELETE /oauth-providers/{user_id}/{id}', { user: person, params })
  expect(await listEvents(project)).toEqual(before)
  const [created, updated, deleted] = await listAuditEntries(project, 'provider_link.')
  expect(created).toMatchObject({ action: 'provider_link.created', actor_type: 'server-key', target_id: person.id })
  expect(updated).toMatchObject({ details: { account_id: 'g-1', change: { allow_sign_in: false } } })
  expect(deleted).toMatchObject({ action: 'provider_link.deleted', actor_type: 'user', actor_id: person.id })
})
