import { describe, expect, inject, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import { internalProject, openTestServer, testProject, testServer } from '../../testing/index.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { createAdminKey, revokeKey } from '../../testing/project-keys.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createOwner, createPerson, sessionIdOf } from '../../testing/world.ts'

const callback_url = 'http://localhost:3000/handler/impersonation'
const noKeys = {
  'x-stack-publishable-client-key': '',
  'x-stack-secret-server-key': '',
  'x-stack-super-secret-admin-key': '',
}

/** A project with a user, and an owner who can sign in as that user. */
async function ownedProject() {
  const server = await testServer()
  const owner = await createOwner(server)
  const project = await createTestProject(server)
  const { db } = server.platform
  const projects = projectCache(server.platform)
  await db.updateTable('projects').set({ owner_team_id: owner.teamId }).where('id', '=', project.id).execute()
  projects.forget(project.id)
  const headers = { ...noKeys, 'x-stack-admin-access-token': owner.access_token }
  return { project, owner, headers, person: await createPerson(project) }
}

async function createLink(project: TestProject, user_id: string, headers: Record<string, string> = {}) {
  const request = { as: 'admin' as const, headers, params: { user_id }, body: { callback_url } }
  return project.call('POST /internal/users/{user_id}/impersonation', request)
}

async function createCode(...given: Parameters<typeof createLink>): Promise<string> {
  return new URL((await createLink(...given)).url).hash.replace('#code=', '')
}

const spend = (project: TestProject, code: string) =>
  project.send('POST /auth/impersonation/sign-in', { body: { code } })

async function signInAs(...[project, ...given]: Parameters<typeof createLink>) {
  const body = { code: await createCode(project, ...given) }
  return project.call('POST /auth/impersonation/sign-in', { body })
}

describe('a link that signs in as a user', () => {
  test('carries a code in its fragment that works once, for an hour, and says who used it', async () => {
    const { project, owner, headers, person } = await ownedProject()
    const { url, expires_at_millis } = await createLink(project, person.id, headers)
    expect(url).toMatch(/^http:\/\/localhost:3000\/handler\/impersonation#code=[a-z0-9]{45}$/)
    expect(expires_at_millis - Date.now()).toBeLessThanOrEqual(120_000)

    const code = new URL(url).hash.replace('#code=', '')
    const session = await project.call('POST /auth/impersonation/sign-in', { body: { code } })
    expect(session.user_id).toBe(person.id)
    expect((await project.call('GET /users/me', { user: session })).id).toBe(person.id)
    expect(await spend(project, code)).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    expect(await listAuditEntries(project, 'impersonation.')).toMatchObject([
      { actor_id: owner.id, target_id: person.id },
    ])

    const { db } = project.server.platform
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionIdOf(session))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_impersonation: true, authenticated_at: null, impersonator_id: owner.id })
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(3_600_000)
    expect((await listAuditEntries(project, 'session.created')).at(-1)).toMatchObject({
      actor_type: 'owner',
      actor_id: owner.id,
      target_id: person.id,
      details: { session_id: sessionIdOf(session), is_impersonation: true },
    })
  })

  test('is used by one of many who try at once', async () => {
    const { project, headers, person } = await ownedProject()
    const code = await createCode(project, person.id, headers)
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await spend(project, code)).status))
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('expires after two minutes', async () => {
    let now = new Date()
    const server = await openTestServer(inject('databaseUrl'), { now: () => now })
    try {
      const project = await createTestProject(server)
      const person = await createPerson(project)
      const code = await createCode(project, person.id)
      now = new Date(now.getTime() + 121_000)
      expect(await spend(project, code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    } finally {
      await server.close()
    }
  })

  test('leads to trusted addresses only', async () => {
    const { project, person } = await ownedProject()
    for (const url of ['https://evil.example/handler/impersonation', 'http://localhost.evil.example/']) {
      const request = { as: 'admin' as const, params: { user_id: person.id }, body: { callback_url: url } }
      expect(await project.send('POST /internal/users/{user_id}/impersonation', request)).toMatchObject({
        body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
      })
    }
  })

  test('is refused for users of other projects, restricted users and project owners', async () => {
    const { project, owner, person } = await ownedProject()
    const other = await testProject()
    const ask = (asked: TestProject, user_id: string) =>
      asked.send('POST /internal/users/{user_id}/impersonation', {
        as: 'admin',
        params: { user_id },
        body: { callback_url },
      })
    expect(await ask(other, person.id)).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
    expect(await ask(await internalProject(), owner.id)).toMatchObject({ status: 403 })
    const restriction = { as: 'server' as const, params: { user_id: person.id }, body: { reason: 'Spam' } }
    await project.call('PUT /users/{user_id}/restriction', restriction)
    expect(await ask(project, person.id)).toMatchObject({ body: { code: 'USER_IS_RESTRICTED' } })
  })

  test('is invalid in another project, or as a code of another kind', async () => {
    const { project, headers, person } = await ownedProject()
    const code = await createCode(project, person.id, headers)
    expect(await spend(await testProject(), code)).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    for (const route of ['POST /auth/otp/sign-in', 'POST /auth/password/reset', 'POST /contact-channels/verify']) {
      const body = { code, ...(route.endsWith('reset') && { password: 'a good new password' }) }
      expect(await project.send(route, { body }), route).toMatchObject({
        body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
      })
    }
    expect(await spend(project, code)).toMatchObject({ status: 200 })
  })

  test('dies with the user, and is refused once the user is restricted', async () => {
    const { project, headers, person } = await ownedProject()
    const code = await createCode(project, person.id, headers)
    const params = { user_id: person.id }
    await project.call('PUT /users/{user_id}/restriction', { as: 'server', params, body: { reason: 'Spam' } })
    expect(await spend(project, code)).toMatchObject({ body: { code: 'USER_IS_RESTRICTED' } })

    const leaving = await createPerson(project)
    const late = await createCode(project, leaving.id, headers)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: leaving.id } })
    expect(await spend(project, late)).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  })
})

describe('a link that was not used yet', () => {
  const expired = { body: { code: 'VERIFICATION_CODE_EXPIRED' } }

  test('ends when the owner who made it signs out', async () => {
    const { project, owner, headers, person } = await ownedProject()
    const code = await createCode(project, person.id, headers)
    await (await internalProject()).call('DELETE /auth/sessions/current', { user: owner })
    expect(await spend(project, code)).toMatchObject(expired)
  })

  test('ends when the owner who made it loses the project', async () => {
    const { project, owner, headers, person } = await ownedProject()
    const code = await createCode(project, person.id, headers)
    const { db } = project.server.platform
    await inTransaction(db, (trx) => trx.deleteFrom('team_memberships').where('user_id', '=', owner.id).execute())
    expect(await spend(project, code)).toMatchObject(expired)
  })

  test('ends when the key that made it is revoked', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const { id, headers } = await createAdminKey(project)
    const code = await createCode(project, person.id, headers)
    await revokeKey(project, id)
    expect(await spend(project, code)).toMatchObject(expired)
  })
})

describe('an impersonation', () => {
  const refresh = (project: TestProject, { refresh_token }: { refresh_token: string }) =>
    project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })
  const ended = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }

  test('gets new access tokens as long as the owner is signed in', async () => {
    const { project, owner, headers, person } = await ownedProject()
    const session = await signInAs(project, person.id, headers)
    expect(await refresh(project, session)).toMatchObject({ status: 200 })
    await (await internalProject()).call('DELETE /auth/sessions/current', { user: owner })
    expect(await refresh(project, session)).toMatchObject(ended)
  })

  test('ends when the owner loses the project', async () => {
    const { project, owner, headers, person } = await ownedProject()
    const session = await signInAs(project, person.id, headers)
    await inTransaction(project.server.platform.db, (trx) =>
      trx.deleteFrom('team_memberships').where('user_id', '=', owner.id).execute(),
    )
    expect(await refresh(project, session)).toMatchObject(ended)
  })

  test('is not in the list of the user, but in that of owners, who can end it', async () => {
    const { project, headers, person } = await ownedProject()
    const session = await signInAs(project, person.id, headers)
    const query = { user_id: person.id }
    const seen = await project.call('GET /auth/sessions', { user: person, query })
    expect(seen.items.some(({ is_impersonation }) => is_impersonation)).toBe(false)
    const { items } = await project.call('GET /auth/sessions', { as: 'admin', query })
    const found = items.find(({ is_impersonation }) => is_impersonation)
    await project.call('DELETE /auth/sessions/{id}', { as: 'admin', params: { id: found!.id } })
    expect(await refresh(project, session)).toMatchObject(ended)
  })

  test('by an admin key is recorded as that of the key', async () => {
    const { project, person } = await ownedProject()
    await signInAs(project, person.id)
    expect((await listAuditEntries(project, 'session.created')).at(-1)).toMatchObject({
      actor_type: 'admin-key',
      details: { is_impersonation: true },
    })
  })
})
