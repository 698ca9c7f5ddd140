import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { goodPassword, newEmail, race, type TestProject, testProject } from '../../testing/index.ts'
import { createPerson } from '../../testing/world.ts'
import { findPrimaryEmail } from '../contact-channels/queries.ts'

const plain400 = { status: 400, code: undefined }
const taken = (email: string) => ({
  status: 409,
  code: 'USER_EMAIL_ALREADY_EXISTS',
  details: { email, would_work_if_email_was_verified: false },
})

function actions({ call, server, id: projectId }: TestProject) {
  return {
    create: async (body: Record<string, unknown> = {}) => (await call('POST /users', { as: 'server', body })).id,
    patch: (id: string, body: Record<string, unknown>) =>
      call('PATCH /users/{user_id}', { as: 'server', params: { user_id: id }, body }),
    channelOf: (id: string) => findPrimaryEmail(server.platform.db, projectId, id),
    addChannel: (id: string, value: string, usedForAuth = false) =>
      server.platform.db
        .insertInto('contact_channels')
        .values({
          project_id: projectId,
          user_id: id,
          id: randomUUID(),
          type: 'email',
          value,
          is_primary: false,
          is_verified: usedForAuth,
          used_for_auth: usedForAuth,
          created_at: new Date(),
        })
        .execute(),
  }
}

describe('the primary email', () => {
  test('is overwritten in place, stays verified and keeps its use for sign-in', async () => {
    const project = await testProject()
    const { patch, channelOf } = actions(project)
    const user = await createPerson(project, { password: goodPassword })
    const before = await channelOf(user.id)

    const email = newEmail()
    expect(await patch(user.id, { primary_email: email })).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    })
    expect((await channelOf(user.id))?.id).toBe(before?.id)
    const signIn = (address: string) =>
      project.call('POST /auth/password/sign-in', { body: { email: address, password: goodPassword } })
    expect((await signIn(email)).user_id).toBe(user.id)
    await expect(signIn(user.email)).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  })

  test('is verified, or not anymore, when the same request says so', async () => {
    const project = await testProject()
    const { create, patch } = actions(project)
    const id = await create({ primary_email: 'a@example.com', primary_email_verified: true })
    const change = { primary_email: 'b@example.com', primary_email_verified: false }
    expect(await patch(id, change)).toMatchObject(change)
    expect(await patch(id, { primary_email_verified: true })).toMatchObject({ primary_email_verified: true })
  })

  test('is created if there was none: unverified and not for sign-in, unless requested', async () => {
    const { create, patch } = actions(await testProject())
    expect(await patch(await create(), { primary_email: 'a@example.com' })).toMatchObject({
      primary_email: 'a@example.com',
      primary_email_verified: false,
      primary_email_auth_enabled: false,
    })
    const change = {
      primary_email: 'b@example.com',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    }
    expect(await patch(await create(), change)).toMatchObject(change)
  })

  test('is deleted by null, and the ways to sign in stay', async () => {
    const project = await testProject()
    const { patch, channelOf } = actions(project)
    const user = await createPerson(project, { password: goodPassword })
    expect(await patch(user.id, { primary_email: null })).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      has_password: true,
      auth_with_email: true,
    })
    expect(await channelOf(user.id)).toBeUndefined()
  })

  test('is disabled and enabled for sign-in', async () => {
    const project = await testProject()
    const { patch } = actions(project)
    const user = await createPerson(project)
    for (const primary_email_auth_enabled of [false, false, true, true]) {
      expect(await patch(user.id, { primary_email_auth_enabled })).toMatchObject({
        primary_email: user.email,
        primary_email_auth_enabled,
        primary_email_verified: true,
      })
    }
  })

  test.each([
    { primary_email: null },
    { primary_email_verified: false },
    { primary_email_auth_enabled: false },
    { primary_email: null, primary_email_verified: false },
  ])('that is not there is not changed by %j', async (change) => {
    const { create, patch } = actions(await testProject())
    expect(await patch(await create(), change)).toMatchObject({ primary_email: null, primary_email_verified: false })
  })

  test.each([
    { primary_email_verified: true },
    { primary_email_auth_enabled: true },
    { primary_email: null, primary_email_verified: true },
  ])('that is not there cannot be changed by %j', async (change) => {
    const { create, patch } = actions(await testProject())
    await expect(patch(await create(), change)).rejects.toMatchObject(plain400)
  })

  test('cannot be verified while it is deleted, and then is not deleted', async () => {
    const { create, patch, channelOf } = actions(await testProject())
    const id = await create({ primary_email: 'a@example.com' })
    await expect(patch(id, { primary_email: null, primary_email_auth_enabled: true })).rejects.toMatchObject(plain400)
    expect((await channelOf(id))?.value).toBe('a@example.com')
  })

  test('cannot become another address of the same user', async () => {
    const { create, patch, addChannel } = actions(await testProject())
    const having = await create({ primary_email: 'a@example.com', primary_email_auth_enabled: true })
    const lacking = await create()
    for (const [id, usedForAuth] of [
      [having, true],
      [lacking, false],
    ] as const) {
      const value = newEmail()
      await addChannel(id, value, usedForAuth)
      await expect(patch(id, { primary_email: value, display_name: 'x' })).rejects.toMatchObject(plain400)
    }
    expect(await patch(having, {})).toMatchObject({ primary_email: 'a@example.com', display_name: null })
  })

  test('may be set to what it is', async () => {
    const project = await testProject()
    const { patch } = actions(project)
    const user = await createPerson(project)
    expect(await patch(user.id, { primary_email: user.email })).toMatchObject({ primary_email: user.email })
  })
})

describe('one address for sign-in', () => {
  test('belongs to one user of the project, whoever comes first', async () => {
    const { create, patch } = actions(await testProject())
    const email = newEmail()
    await create({ primary_email: email, primary_email_auth_enabled: true })
    await expect(create({ primary_email: email, primary_email_auth_enabled: true })).rejects.toMatchObject(taken(email))

    const other = await create({ primary_email: 'b@example.com', primary_email_auth_enabled: true })
    await expect(patch(other, { primary_email: email.toUpperCase() })).rejects.toMatchObject(taken(email))
    expect(await patch(other, {})).toMatchObject({ primary_email: 'b@example.com' })
  })

  test('may be an address of others who do not sign in with it, before and after', async () => {
    const { create, patch } = actions(await testProject())
    const email = newEmail()
    await create({ primary_email: email })
    await create({ primary_email: email, primary_email_auth_enabled: true })
    const third = await create({ primary_email: email })
    await expect(patch(third, { primary_email_auth_enabled: true })).rejects.toMatchObject(taken(email))
    expect(await patch(third, {})).toMatchObject({ primary_email: email, primary_email_auth_enabled: false })
  })

  test('is also taken by an address that is not the primary one', async () => {
    const { create, addChannel } = actions(await testProject())
    const email = newEmail()
    await addChannel(await create(), email, true)
    await expect(create({ primary_email: email, primary_email_auth_enabled: true })).rejects.toMatchObject(taken(email))
  })

  test('is free again when its user stops using it, or goes', async () => {
    const project = await testProject()
    const { create, patch } = actions(project)
    const email = newEmail()
    const body = { primary_email: email, primary_email_auth_enabled: true }
    const first = await create(body)
    await patch(first, { primary_email_auth_enabled: false })
    const second = await create(body)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: second } })
    await patch(first, { primary_email_auth_enabled: true })
  })

  test('does not concern other projects', async () => {
    const body = { primary_email: newEmail(), primary_email_auth_enabled: true }
    await actions(await testProject()).create(body)
    await actions(await testProject()).create(body)
  })

  test('is won by one of twenty parallel creations', async () => {
    const project = await testProject()
    const { create } = actions(project)
    const email = newEmail()
    const { succeeded, failed } = await race(20, () =>
      create({ primary_email: email, primary_email_auth_enabled: true }),
    )
    expect(succeeded).toHaveLength(1)
    for (const error of failed) expect(error).toMatchObject(taken(email))
    expect((await project.call('GET /users', { as: 'server' })).items).toHaveLength(1)
  })

  test('is won by one of twenty parallel changes', async () => {
    const { create, patch } = actions(await testProject())
    const email = newEmail()
    const ids = await Promise.all(Array.from({ length: 20 }, () => create()))
    const { succeeded, failed } = await race(20, (index) =>
      patch(ids[index]!, { primary_email: email, primary_email_auth_enabled: true, display_name: 'won' }),
    )
    expect(succeeded).toHaveLength(1)
    for (const error of failed) expect(error).toMatchObject(taken(email))
    const users = await Promise.all(ids.map((id) => patch(id, {})))
    expect(users.filter((user) => user.display_name === 'won')).toHaveLength(1)
  })

  test('is won by one of twenty who switch it on at once', async () => {
    const { create, patch } = actions(await testProject())
    const email = newEmail()
    const ids = await Promise.all(Array.from({ length: 20 }, () => create({ primary_email: email })))
    const { succeeded, failed } = await race(20, (index) => patch(ids[index]!, { primary_email_auth_enabled: true }))
    expect(succeeded).toHaveLength(1)
    for (const error of failed) expect(error).toMatchObject(taken(email))
  })
})
