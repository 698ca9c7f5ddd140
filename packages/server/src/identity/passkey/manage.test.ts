import { maxPasskeys } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { goodPassword, race, type TestProject, testProject } from '../../testing/index.ts'
import { listOutgoingEmails } from '../../testing/outbox.ts'
import {
  passkeyOrigin,
  personWithPasskey,
  registerPasskey,
  signInWithPasskey,
  withPasskeys,
} from '../../testing/passkeys.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { ageProof, withStepUp } from '../../testing/step-up.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const plain = (status: number) => ({ status, code: undefined })

type User = { access_token: string }

const listOwn = async ({ call }: TestProject, user: User) =>
  (await call('GET /passkeys', { user, query: { user_id: 'me' } })).items
const remove = ({ call }: TestProject, user: User, id: string) =>
  call('DELETE /passkeys/{user_id}/{id}', { user, params: { user_id: 'me', id } })
const rename = ({ call }: TestProject, user: User, id: string, name: string | null) =>
  call('PATCH /passkeys/{user_id}/{id}', { user, params: { user_id: 'me', id }, body: { name } })

/** Somebody who has several passkeys and no other way to sign in. */
async function personWithPasskeysOnly(count: number) {
  const project = await testProject(withPasskeys)
  const person = await createPerson(project)
  for (let added = 0; added < count; added++) await registerPasskey(project, person)
  return { project, person, passkeys: await listOwn(project, person) }
}

test('a user has several passkeys, and each signs in', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  const second = await registerPasskey(project, person)
  for (const each of [authenticator, second]) {
    await expect(signInWithPasskey(project, each)).resolves.toMatchObject({ user_id: person.user_id })
  }
  expect(await listOwn(project, person)).toHaveLength(2)
})

test('a list has exactly its fields, and says when each passkey was used', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  const [passkey] = await listOwn(project, person)
  expect(passkey).toStrictEqual({
    id: expect.any(String),
    user_id: person.user_id,
    name: null,
    device_name: null,
    created_at_millis: expect.any(Number),
    last_used_at_millis: null,
  })
  await signInWithPasskey(project, authenticator)
  const asServer = { as: 'server' as const, query: { user_id: person.user_id } }
  const { items } = await project.call('GET /passkeys', asServer)
  expect(items).toEqual([{ ...passkey, last_used_at_millis: expect.any(Number) }])
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0'

test.each([
  ['the password manager', { aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' }, firefox, '1Password'],
  ['else the browser and its system', {}, firefox, 'Firefox (Windows)'],
  ['nothing for an unknown program', {}, 'curl/8.0', null],
])('a passkey is named after %s', async (_, change, userAgent, expected) => {
  const project = await testProject(withPasskeys)
  const person = await createPerson(project)
  const headers = { 'user-agent': userAgent }
  await registerPasskey(project, person, new TestAuthenticator(), { ...change, headers })
  expect(await listOwn(project, person)).toMatchObject([{ device_name: expected }])
})

test('the options name the passkeys that the user has, so that a device does not get a second one', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  await personWithPasskey()
  const { options_json } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })
  expect(options_json.excludeCredentials).toEqual([
    { type: 'public-key', id: authenticator.credentialId, transports: ['internal'] },
  ])
})

describe('renaming', () => {
  test('changes the name, takes it away, and is audited', async () => {
    const { project, person } = await personWithPasskey()
    const [{ id } = { id: '' }] = await listOwn(project, person)
    expect(await rename(project, person, id, '  Work laptop ')).toMatchObject({ id, name: 'Work laptop' })
    expect(await rename(project, person, id, null)).toMatchObject({ id, name: null })
    expect(await listAuditEntries(project, 'passkey.renamed')).toMatchObject([
      { target_id: person.user_id, details: { passkey_id: id, name: { from: null, to: 'Work laptop' } } },
      { target_id: person.user_id, details: { passkey_id: id, name: { from: 'Work laptop', to: null } } },
    ])
  })

  test.each([' ', 'x'.repeat(101)])('does not accept %j', async (name) => {
    const { project, person } = await personWithPasskey()
    const [{ id } = { id: '' }] = await listOwn(project, person)
    await expect(rename(project, person, id, name)).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  })
})

describe('removing', () => {
  test('removes this passkey only, is audited, and is announced by email', async () => {
    const { project, person, authenticator } = await personWithPasskey()
    await listenToEvents(project, ['user.updated'])
    const kept = await registerPasskey(project, person)
    const [first, second] = await listOwn(project, person)
    await remove(project, person, first!.id)
    expect(await listOwn(project, person)).toMatchObject([{ id: second!.id }])
    await expect(signInWithPasskey(project, authenticator)).rejects.toMatchObject({
      code: 'PASSKEY_AUTHENTICATION_FAILED',
    })
    await expect(signInWithPasskey(project, kept)).resolves.toBeDefined()
    expect((await project.call('GET /users/me', { user: person })).passkey_auth_enabled).toBe(true)
    expect(await listAuditEntries(project, 'passkey.removed')).toMatchObject([{ details: { passkey_id: first!.id } }])
    expect(await listOutgoingEmails(project, 'passkey_removed')).toHaveLength(1)
    expect(await listEvents(project)).toEqual([])

    await remove(project, person, second!.id)
    expect((await project.call('GET /users/me', { user: person })).passkey_auth_enabled).toBe(false)
    expect(await listEvents(project)).toMatchObject([{ type: 'user.updated', data: { passkey_auth_enabled: false } }])
  })

  test('all of them at once is what the flag does', async () => {
    const { project, person, authenticator } = await personWithPasskey()
    const other = await registerPasskey(project, person)
    await project.call('PATCH /users/me', { user: person, body: { passkey_auth_enabled: false } })
    expect(await listOwn(project, person)).toEqual([])
    for (const each of [authenticator, other]) {
      await expect(signInWithPasskey(project, each)).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
    }
    expect(await listAuditEntries(project, 'passkey.removed')).toHaveLength(2)
    expect(await listOutgoingEmails(project, 'passkey_removed')).toHaveLength(1)
  })

  test('by a server is not announced to the user', async () => {
    const { project, person, passkeys } = await personWithPasskeysOnly(1)
    const params = { user_id: person.id, id: passkeys[0]!.id }
    await project.call('DELETE /passkeys/{user_id}/{id}', { as: 'server', params })
    expect(await listOwn(project, person)).toEqual([])
    expect(await listOutgoingEmails(project, 'passkey_removed')).toEqual([])
  })

  test('needs a recent proof of identity', async () => {
    const { project, person } = await personWithPasskey(withStepUp)
    const [{ id } = { id: '' }] = await listOwn(project, person)
    await ageProof(project, person)
    await expect(remove(project, person, id)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })
})

describe('the last way to sign in', () => {
  const refused = plain(400)

  test('is not removed by its user, in any way', async () => {
    const { project, person, passkeys } = await personWithPasskeysOnly(1)
    await expect(remove(project, person, passkeys[0]!.id)).rejects.toMatchObject(refused)
    const patch = project.call('PATCH /users/me', { user: person, body: { passkey_auth_enabled: false } })
    await expect(patch).rejects.toMatchObject(refused)
    expect(await listOwn(project, person)).toHaveLength(1)
  })

  test('stays when the last two passkeys are removed at the same time', async () => {
    const { project, person, passkeys } = await personWithPasskeysOnly(2)
    const { succeeded, failed } = await race(2, (index) => remove(project, person, passkeys[index]!.id))
    expect([succeeded.length, failed]).toMatchObject([1, [refused]])
    expect(await listOwn(project, person)).toHaveLength(1)
    expect((await project.call('GET /users/me', { user: person })).passkey_auth_enabled).toBe(true)
  })

  test('stays when one passkey is removed while another request removes all', async () => {
    const { project, person, passkeys } = await personWithPasskeysOnly(2)
    const { succeeded, failed } = await race(2, async (index): Promise<unknown> => {
      if (index === 0) return remove(project, person, passkeys[0]!.id)
      return project.call('PATCH /users/me', { user: person, body: { passkey_auth_enabled: false } })
    })
    expect([succeeded.length, failed]).toMatchObject([1, [refused]])
    expect(await listOwn(project, person)).toHaveLength(1)
  })

  test('stays when the last passkey is removed while codes by email are turned off', async () => {
    const { project, person } = await personWithPasskey({ 'auth.otp.allowSignIn': true })
    const { db } = project.server.platform
    const users = db.updateTable('users').set({ password_hash: null, otp_auth_enabled: true })
    await users.where('id', '=', person.user_id).execute()
    const [passkey] = await listOwn(project, person)
    const { succeeded, failed } = await race(2, async (index): Promise<unknown> => {
      if (index === 0) return remove(project, person, passkey!.id)
      return project.call('PATCH /users/me', { user: person, body: { otp_auth_enabled: false } })
    })
    expect([succeeded.length, failed]).toMatchObject([1, [refused]])
  })

  test('may go where there was never a passkey, as existing clients expect', async () => {
    const project = await testProject({ 'auth.otp.allowSignIn': true })
    const person = await project.signUp()
    const { db } = project.server.platform
    const users = db.updateTable('users').set({ password_hash: null, otp_auth_enabled: true })
    await users.where('id', '=', person.user_id).execute()
    const body = { otp_auth_enabled: false }
    expect(await project.send('PATCH /users/me', { user: person, body })).toMatchObject({ status: 200 })
  })

  test.each([
    ['a password', {}, { password: goodPassword }],
    ['codes by email', { 'auth.otp.allowSignIn': true }, { otp_auth_enabled: true }],
  ])('is not the passkey of somebody who has %s', async (_, settings, body) => {
    const project = await testProject({ ...withPasskeys, ...settings })
    const person = await createPerson(project)
    await registerPasskey(project, person)
    await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: person.id }, body })
    const { access_token } = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    const [passkey] = await listOwn(project, { access_token })
    await expect(remove(project, { access_token }, passkey!.id)).resolves.toEqual({ success: true })
  })

  test('can be removed where the project does not offer it any more', async () => {
    const { project, person, passkeys } = await personWithPasskeysOnly(1)
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { config: { passkey_enabled: false } },
    })
    await expect(remove(project, person, passkeys[0]!.id)).resolves.toEqual({ success: true })
  })
})

describe('a passkey of somebody else', () => {
  async function openTwo(): Promise<{ project: TestProject; eve: Person; id: string; userId: string }> {
    const { project, person, passkeys } = await personWithPasskeysOnly(1)
    return { project, eve: await createPerson(project), id: passkeys[0]!.id, userId: person.id }
  }

  test('is not listed, renamed or removed', async () => {
    const { project, eve, id, userId } = await openTwo()
    const foreign = { user: eve, params: { user_id: userId, id } }
    await expect(project.call('GET /passkeys', { user: eve, query: { user_id: userId } })).rejects.toMatchObject(
      plain(403),
    )
    const body = { name: 'Mine' }
    await expect(project.call('PATCH /passkeys/{user_id}/{id}', { ...foreign, body })).rejects.toMatchObject(plain(403))
    await expect(project.call('DELETE /passkeys/{user_id}/{id}', foreign)).rejects.toMatchObject(plain(403))
  })

  test('is not found under one’s own account, nor by another project', async () => {
    const { project, eve, id, userId } = await openTwo()
    await expect(remove(project, eve, id)).rejects.toMatchObject(plain(404))
    await expect(rename(project, eve, id, 'Mine')).rejects.toMatchObject(plain(404))
    const { call } = await testProject(withPasskeys)
    const foreign = { as: 'server' as const, params: { user_id: userId, id } }
    await expect(call('DELETE /passkeys/{user_id}/{id}', foreign)).rejects.toMatchObject(plain(404))
    expect((await call('GET /passkeys', { as: 'server', query: { user_id: userId } })).items).toEqual([])
  })
})

describe('the limit', () => {
  async function personWithRoomForOne() {
    const opened = await personWithPasskeysOnly(1)
    const { project, person } = opened
    const { db } = project.server.platform
    const row = await db.selectFrom('passkeys').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxPasskeys - 2 }, () => {
      const credential_id = crypto.randomUUID()
      return { ...row, counter: Number(row.counter), id: crypto.randomUUID(), credential_id }
    })
    await db.insertInto('passkeys').values(rows).execute()
    return opened
  }
  const full = { status: 400, code: 'PASSKEY_REGISTRATION_FAILED' }

  test('is kept when two tabs register at the same time', async () => {
    const { project, person } = await personWithRoomForOne()
    const challenges = await Promise.all(
      [1, 2].map(() => project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })),
    )
    const { succeeded, failed } = await race(2, (index) => {
      const { options_json, code } = challenges[index]!
      const ceremony = { challenge: options_json.challenge, origin: passkeyOrigin }
      const body = { credential: new TestAuthenticator().register(ceremony), code }
      return project.call('POST /auth/passkey/register', { user: person, body })
    })
    expect([succeeded.length, failed]).toMatchObject([1, [full]])
    expect(await listOwn(project, person)).toHaveLength(maxPasskeys)
  })

  test('is told before the browser creates another passkey', async () => {
    const { project, person } = await personWithRoomForOne()
    await registerPasskey(project, person)
    const start = project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })
    await expect(start).rejects.toMatchObject({ ...full, details: { message: expect.stringContaining('20 passkeys') } })
  })
})

test('two tabs that register at the same time leave two passkeys', async () => {
  const { project, person } = await personWithPasskey()
  const { succeeded } = await race(2, () => registerPasskey(project, person))
  expect(succeeded).toHaveLength(2)
  expect(await listOwn(project, person)).toHaveLength(3)
})
