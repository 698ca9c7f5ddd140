import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newEmail, race, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const plain = (status: number) => ({ status, code: undefined })
const taken = { status: 409, code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' }

function actions({ call }: TestProject) {
  const params = (user_id: string, id: string) => ({ user_id, id })
  return {
    create: (user_id: string, more: object = {}) =>
      call('POST /contact-channels', {
        ...asServer,
        body: { user_id, type: 'email', value: newEmail(), used_for_auth: false, ...more },
      }),
    list: async (user_id: string) => (await call('GET /contact-channels', { ...asServer, query: { user_id } })).items,
    read: (user_id: string, id: string) =>
      call('GET /contact-channels/{user_id}/{id}', { ...asServer, params: params(user_id, id) }),
    change: (user_id: string, id: string, body: object) =>
      call('PATCH /contact-channels/{user_id}/{id}', { ...asServer, params: params(user_id, id), body }),
    remove: (user_id: string, id: string) =>
      call('DELETE /contact-channels/{user_id}/{id}', { ...asServer, params: params(user_id, id) }),
    readUser: (user_id: string) => call('GET /users/{user_id}', { ...asServer, params: { user_id } }),
  }
}

async function setUp(): Promise<ReturnType<typeof actions> & { project: TestProject; person: Person }> {
  const project = await testProject()
  return { ...actions(project), project, person: await createPerson(project) }
}

describe('a new channel', () => {
  test('returns 201 and exactly its fields, for clients and servers', async () => {
    const { project, person } = await setUp()
    const body = { user_id: 'me', type: 'email', value: 'Second@Example.com', used_for_auth: true }
    const answer = await project.send('POST /contact-channels', { user: person, body })
    expect(answer.status).toBe(201)
    const channel = answer.body as { id: string }
    expect(channel).toStrictEqual({
      id: channel.id,
      user_id: person.id,
      type: 'email',
      value: 'second@example.com',
      is_primary: false,
      is_verified: false,
      used_for_auth: true,
    })
    const params = { user_id: person.id, id: channel.id }
    for (const as of ['client', 'server'] as const) {
      const request = { as, user: person, params }
      expect(await project.call('GET /contact-channels/{user_id}/{id}', request)).toStrictEqual(channel)
    }
  })

  test('with a value that the same user has already is a plain 400', async () => {
    const { create, person, list } = await setUp()
    await expect(create(person.id, { value: person.email.toUpperCase() })).rejects.toMatchObject(plain(400))
    expect(await list(person.id)).toHaveLength(1)
  })

  test('cannot sign in with an address that signs somebody else in, but can have it otherwise', async () => {
    const { create, person, project } = await setUp()
    const other = await createPerson(project)
    await expect(create(other.id, { value: person.email, used_for_auth: true })).rejects.toMatchObject({
      ...taken,
      details: { type: 'email', contact_channel_value: person.email, would_work_if_email_was_verified: false },
    })
    expect(await create(other.id, { value: person.email })).toMatchObject({ value: person.email, used_for_auth: false })
  })

  test('takes the primary mark from the one before', async () => {
    const { create, person, list, readUser } = await setUp()
    const second = await create(person.id, { is_primary: true, is_verified: true })
    expect((await list(person.id)).map(({ is_primary }) => is_primary)).toEqual([false, true])
    expect(await readUser(person.id)).toMatchObject({ primary_email: second.value, primary_email_verified: true })
  })

  test('may be verified by a server but not by a client', async () => {
    const { create, project, person } = await setUp()
    expect((await create(person.id, { is_verified: true })).is_verified).toBe(true)
    const body = { user_id: 'me', type: 'email', value: newEmail(), used_for_auth: false, is_verified: true }
    expect(await project.send('POST /contact-channels', { user: person, body })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('of an unknown user is USER_NOT_FOUND for a server', async () => {
    const { create } = await setUp()
    await expect(create(randomUUID())).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  })

  test('is found by a search for its value, and not any more when it is gone', async () => {
    const { create, remove, change, person, project } = await setUp()
    const find = async (query: string) =>
      (await project.call('GET /users', { ...asServer, query: { query } })).items.map(({ id }) => id)
    const channel = await create(person.id, { value: 'needle-one@example.com' })
    expect(await find('NEEDLE-one')).toEqual([person.id])
    await change(person.id, channel.id, { value: 'needle-two@example.com' })
    expect([await find('needle-one'), await find('needle-two')]).toEqual([[], [person.id]])
    await remove(person.id, channel.id)
    expect(await find('needle-two')).toEqual([])
  })
})

describe('a client', () => {
  test('acts for itself only', async () => {
    const { project, person } = await setUp()
    const { call } = project
    const other = await createPerson(project)
    const [channel] = await actions(project).list(other.id)
    const params = { user_id: other.id, id: channel!.id }
    const body = { user_id: other.id, type: 'email' as const, value: newEmail(), used_for_auth: false }
    const asPerson = { user: person }
    await expect(call('GET /contact-channels', asPerson)).rejects.toMatchObject(plain(403))
    const query = { user_id: other.id }
    await expect(call('GET /contact-channels', { ...asPerson, query })).rejects.toMatchObject(plain(403))
    await expect(call('POST /contact-channels', { ...asPerson, body })).rejects.toMatchObject(plain(403))
    const one = { ...asPerson, params }
    await expect(call('GET /contact-channels/{user_id}/{id}', one)).rejects.toMatchObject(plain(403))
    await expect(call('PATCH /contact-channels/{user_id}/{id}', { ...one, body: {} })).rejects.toMatchObject(plain(403))
    await expect(call('DELETE /contact-channels/{user_id}/{id}', one)).rejects.toMatchObject(plain(403))
    const callback = { callback_url: 'http://localhost:3000/verify' }
    await expect(
      call('POST /contact-channels/{user_id}/{id}/send-verification-code', { ...one, body: callback }),
    ).rejects.toMatchObject(plain(400))
    expect(await actions(project).list(other.id)).toEqual([channel])
  })

  test('cannot verify its own address', async () => {
    const { create, project, person } = await setUp()
    const channel = await create(person.id)
    const request = { user: person, params: { user_id: 'me', id: channel.id }, body: { is_verified: true } }
    expect(await project.send('PATCH /contact-channels/{user_id}/{id}', request)).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('whose session has ended changes nothing about its addresses any more', async () => {
    const { project, person, list } = await setUp()
    await project.call('DELETE /auth/sessions/current', { user: person })
    const body = { user_id: 'me', type: 'email' as const, value: newEmail(), used_for_auth: true }
    await expect(project.call('POST /contact-channels', { user: person, body })).rejects.toMatchObject({
      code: 'ACCESS_TOKEN_EXPIRED',
    })
    expect(await list(person.id)).toHaveLength(1)
  })
})

describe('lists', () => {
  test('are in the order of creation, of one user or of the whole project, and not paginated', async () => {
    const { create, project, person } = await setUp()
    const other = await createPerson(project)
    const ids = []
    for (const owner of [person, other, person]) ids.push((await create(owner.id)).id)
    const all = await project.call('GET /contact-channels', asServer)
    expect(all).toStrictEqual({ items: all.items, is_paginated: false })
    expect(all.items.map(({ id }) => id).slice(-3)).toEqual(ids)
    const own = await project.call('GET /contact-channels', { user: person, query: { user_id: 'me' } })
    expect(own.items.map(({ id }) => id).slice(1)).toEqual([ids[0], ids[2]])
    const query = { user_id: person.id, contact_channel_id: ids[2]! }
    expect((await project.call('GET /contact-channels', { ...asServer, query })).items).toHaveLength(1)
    expect(
      (await project.call('GET /contact-channels', { ...asServer, query: { user_id: randomUUID() } })).items,
    ).toEqual([])
  })
})

describe('a change', () => {
  test('of the value is normalised without a type, and resets the verification', async () => {
    const { create, change, person } = await setUp()
    const { id } = await create(person.id, { is_verified: true })
    expect(await change(person.id, id, { value: 'New@Example.COM' })).toMatchObject({
      value: 'new@example.com',
      is_verified: false,
    })
    expect(await change(person.id, id, { value: 'newer@example.com', is_verified: true })).toMatchObject({
      is_verified: true,
    })
    expect(await change(person.id, id, { value: 'NEWER@example.com' })).toMatchObject({ is_verified: true })
  })

  test('to an email that the user has already is a plain 400', async () => {
    const { create, change, person } = await setUp()
    const { id } = await create(person.id)
    await expect(change(person.id, id, { value: person.email })).rejects.toMatchObject(plain(400))
  })

  test('to an address that signs somebody else in is refused where it would sign in', async () => {
    const { create, change, project, person } = await setUp()
    const other = await createPerson(project)
    const auth = await create(person.id, { used_for_auth: true })
    const silent = await create(person.id, { value: other.email })
    await expect(change(person.id, auth.id, { value: other.email })).rejects.toMatchObject(plain(400))
    const details = { type: 'email', contact_channel_value: null, would_work_if_email_was_verified: false }
    await expect(change(person.id, silent.id, { used_for_auth: true })).rejects.toMatchObject({ ...taken, details })
    await actions(project).remove(person.id, silent.id)
    await expect(change(person.id, auth.id, { value: other.email })).rejects.toMatchObject(taken)
    expect(await change(person.id, auth.id, { used_for_auth: true })).toMatchObject({ used_for_auth: true })
  })

  test('of the primary mark to an unverified channel shows it, not verified', async () => {
    const { create, change, person, readUser } = await setUp()
    const { id, value } = await create(person.id)
    await change(person.id, id, { is_primary: true })
    expect(await readUser(person.id)).toMatchObject({ primary_email: value, primary_email_verified: false })
  })

  test('that makes it no longer primary leaves the user without a primary email', async () => {
    const { change, list, person, readUser } = await setUp()
    const [channel] = await list(person.id)
    await change(person.id, channel!.id, { is_primary: false })
    expect((await readUser(person.id)).primary_email).toBeNull()
    expect(await list(person.id)).toEqual([{ ...channel, is_primary: false }])
  })

  test('of what is not there is a plain 400, reading it a plain 404', async () => {
    const { change, remove, read, person } = await setUp()
    await expect(change(person.id, randomUUID(), {})).rejects.toMatchObject(plain(400))
    await expect(change(randomUUID(), randomUUID(), {})).rejects.toMatchObject(plain(400))
    await expect(remove(person.id, randomUUID())).rejects.toMatchObject(plain(400))
    await expect(read(person.id, randomUUID())).rejects.toMatchObject(plain(404))
  })
})

test('the last channel may go; the auth methods stay, but the address does not sign in any more', async () => {
  const project = await testProject()
  const { list, remove, readUser } = actions(project)
  const { user_id, email, password } = await project.signUp()
  const [channel] = await list(user_id)
  await remove(user_id, channel!.id)
  expect(await readUser(user_id)).toMatchObject({ primary_email: null, has_password: true, auth_with_email: true })
  await expect(project.call('POST /auth/password/sign-in', { body: { email, password } })).rejects.toMatchObject({
    code: 'EMAIL_PASSWORD_MISMATCH',
  })
})

test('an address typed in capitals is verified by its email', async () => {
  const { create, read, project, person } = await setUp()
  const typed = `Grace.${newEmail()}`.toUpperCase()
  const { id, value } = await create(person.id, { value: typed, is_primary: true })
  expect(value).toBe(typed.toLowerCase())
  const callback_url = 'http://localhost:3000/verify'
  await project.call('POST /contact-channels/send-verification-code', {
    user: person,
    body: { email: typed, callback_url },
  })
  const code = await codeEmailedTo(project, value, 'email_verification')
  await project.call('POST /contact-channels/verify', { body: { code } })
  expect((await read(person.id, id)).is_verified).toBe(true)
})

test('a second sign-in address reaches the same account with the password', async () => {
  const project = await testProject()
  const { user_id, password } = await project.signUp()
  const { value: email } = await actions(project).create(user_id, { used_for_auth: true, is_verified: true })
  expect((await project.call('POST /auth/password/sign-in', { body: { email, password } })).user_id).toBe(user_id)
})

test('twenty users who want one address for sign-in at once: one has it', async () => {
  const project = await testProject()
  const { create } = actions(project)
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(project)))
  const value = newEmail()
  const { succeeded, failed } = await race(20, (index) => create(people[index]!.id, { value, used_for_auth: true }))
  expect(succeeded).toHaveLength(1)
  expect(failed).toHaveLength(19)
  for (const error of failed) expect(error).toMatchObject(taken)
})

test('twenty who want one address for sign-in at once, each kind in its own way: one has it', async () => {
  const project = await testProject()
  const { create, change } = actions(project)
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(project)))
  const value = newEmail()
  const silent = await create(people[3]!.id, { value })
  const ways = [
    () => project.signUp(value),
    () =>
      project.call('POST /users', { ...asServer, body: { primary_email: value, primary_email_auth_enabled: true } }),
    (index: number) => create(people[index]!.id, { value, used_for_auth: true }),
    () => change(people[3]!.id, silent.id, { used_for_auth: true }),
    (index: number) =>
      project.call('PATCH /users/{user_id}', {
        ...asServer,
        params: { user_id: people[index]!.id },
        body: { primary_email: value },
      }),
  ]
  const { failed } = await race<unknown>(20, (index) => ways[index % ways.length]!(index))
  const all = await project.call('GET /contact-channels', asServer)
  expect(all.items.filter((channel) => channel.value === value && channel.used_for_auth)).toHaveLength(1)
  // Whoever has the address already may switch it on again, and a further one gives way to a sign-up.
  expect(failed.length).toBeGreaterThanOrEqual(15)
  for (const error of failed) {
    expect(['USER_EMAIL_ALREADY_EXISTS', taken.code]).toContain(error.code)
    expect(error.status).toBe(409)
  }
})

test('twenty primary marks given at once: one channel has it', async () => {
  const { create, change, list, person } = await setUp()
  const channels = await Promise.all(Array.from({ length: 20 }, () => create(person.id)))
  const { failed } = await race(20, (index) => change(person.id, channels[index]!.id, { is_primary: true }))
  expect(failed).toEqual([])
  expect((await list(person.id)).filter(({ is_primary }) => is_primary)).toHaveLength(1)
})

test('a deletion of the user against new channels leaves none behind', async () => {
  const { create, project, person, list } = await setUp()
  const params = { user_id: person.id }
  const { failed } = await race(10, async (index) =>
    index === 4 ? project.call('DELETE /users/{user_id}', { ...asServer, params }) : create(person.id),
  )
  for (const error of failed) expect(error).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await list(person.id)).toEqual([])
})

test('changes are in the audit log and in no webhook', async () => {
  const { create, change, remove, project, person } = await setUp()
  await listenToEvents(project)
  const before = await listEvents(project)
  const { id, value } = await create(person.id)
  await change(person.id, id, { is_primary: true })
  await remove(person.id, id)
  expect(await listEvents(project)).toEqual(before)
  const entries = await listAuditEntries(project, 'contact_channel.')
  expect(entries).toMatchObject(
    ['created', 'updated', 'deleted'].map((what) => ({
      action: `contact_channel.${what}`,
      actor_type: 'server-key',
      target_id: person.id,
      details: { contact_channel_id: id, value },
      ip_address: '127.0.0.1',
    })),
  )
})
