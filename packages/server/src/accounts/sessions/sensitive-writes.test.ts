import { describe, expect, test } from 'vitest'
import { testServer } from '../../testing/index.ts'
import { goodPassword } from '../../testing/project.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

const newPassword = 'staple for a battery'
const secret = Buffer.alloc(20, 7).toString('base64')

type Write = (
  world: World,
  user: Pick<Person, 'access_token'>,
  as?: 'client' | 'server' | 'admin',
) => ReturnType<World['project']['send']>

/** What could take an account over, or end it. */
const sensitiveWrites: Record<string, Write> = {
  'changing the password': ({ project }, user, as = 'client') =>
    project.send('POST /auth/password/update', {
      as,
      user,
      body: { old_password: goodPassword, new_password: newPassword },
    }),
  'setting a first password': ({ project }, user, as = 'client') =>
    project.send('POST /auth/password/set', { as, user, body: { password: newPassword } }),
  'turning the second factor on': ({ project }, user, as = 'client') =>
    project.send('PATCH /users/me', { as, user, body: { totp_secret_base64: secret } }),
  'turning the second factor off': ({ project }, user, as = 'client') =>
    project.send('PATCH /users/me', { as, user, body: { totp_secret_base64: null } }),
  'removing the passkey': ({ project }, user, as = 'client') =>
    project.send('PATCH /users/me', { as, user, body: { passkey_auth_enabled: false } }),
  'turning sign-in codes off': ({ project }, user, as = 'server') =>
    project.send('PATCH /users/me', { as, user, body: { otp_auth_enabled: false } }),
  'deleting the account': ({ project }, user, as = 'client') => project.send('DELETE /users/me', { as, user }),
  'setting the password as a server': ({ project }, user) =>
    project.send('PATCH /users/me', { as: 'server', user, body: { password: newPassword } }),
  'importing a password hash as a server': ({ project }, user) =>
    project.send('PATCH /users/me', {
      as: 'server',
      user,
      body: { password_hash: '$2b$10$abcdefghijklmnopqrstuuMvCPnYQEvyyaHdkpIqVIlh3Xn3XNkjO' },
    }),
}

describe.each(Object.entries(sensitiveWrites))('%s', (name, write) => {
  // ASVS 7.4.1
  test('is refused to the token of a session that has ended', async () => {
    const world = await createPreparedWorld(name)
    const { project, person } = world
    await project.call('DELETE /auth/sessions/current', { user: person })
    const before = await takeSnapshot(project.server.platform.db, project.id)
    for (const as of ['client', 'server', 'admin'] as const) {
      expect(await write(world, person, as), as).toMatchObject({
        status: 401,
        body: { code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: expect.any(Number) } },
      })
    }
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
  })

  test('is refused to whoever impersonates the user', async () => {
    const world = await createPreparedWorld(name)
    const { project, person } = world
    const body = { user_id: person.id, is_impersonation: true }
    const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })
    const before = await takeSnapshot(project.server.platform.db, project.id)

    expect(await write(world, impersonation)).toMatchObject({
      status: 403,
      body: expect.stringContaining('impersonat'),
    })
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
  })

  test('works in a session of the person', async () => {
    const world = await createPreparedWorld(name)
    expect(await write(world, world.person)).toMatchObject({ status: 200 })
  })
})

test('an impersonation may do everything else', async () => {
  const { project, person } = await createWorld(await testServer())
  const body = { user_id: person.id, is_impersonation: true }
  const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })

  expect(await project.call('GET /users/me', { user: impersonation })).toMatchObject({ id: person.id })
  const changed = await project.call('PATCH /users/me', { user: impersonation, body: { display_name: 'Ada' } })
  expect(changed).toMatchObject({ display_name: 'Ada' })
})

async function createPreparedWorld(name: string): Promise<World> {
  const world = await createWorld(await testServer())
  if (name === 'setting a first password') {
    const { db } = world.project.server.platform
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', world.person.id).execute()
  }
  return world
}
