import { expect, test } from 'vitest'
import { race, testProject } from '../../testing/index.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import type { TestProject } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { personWithTrustedDevice, signInOn } from '../../testing/trusted-device.ts'
import { createPerson, sessionIdOf } from '../../testing/world.ts'

const signIn = (project: TestProject, user_id: string) =>
  project.call('POST /auth/sessions', { as: 'server', body: { user_id } })

async function sessionsOf({ id, server }: TestProject, userId: string): Promise<string[]> {
  const { db } = server.platform
  const sessions = db.selectFrom('sessions').select('id').where('project_id', '=', id)
  return (await sessions.where('user_id', '=', userId).execute()).map((session) => session.id)
}

test('a user keeps only the session of the request: other sessions, apps and trusted devices end', async () => {
  const project = await testProject()
  const { person, session, token } = await personWithTrustedDevice(project)
  const { user_id: id } = person
  await signIn(project, id)
  await giveAccess(project, id)
  const other = await createPerson(project)
  const otherGrant = await giveAccess(project, other.id)
  await listenToEvents(project, ['session.ended', 'oauth_grant.revoked'])
  expect((await signInOn(project, person, token)).status).toBe(200)

  await project.call('DELETE /auth/sessions', { user: session, query: { user_id: 'me' } })
  expect(await sessionsOf(project, id)).toEqual([sessionIdOf(session)])
  expect(await liveGrants(project, id)).toEqual([])
  expect((await signInOn(project, person, token)).status).toBe(400)
  const reasons = (await listEvents(project)).map(({ type, data }) => [type, (data as { reason: string }).reason])
  expect(new Set(reasons.map(String))).toEqual(
    new Set(['session.ended,ended_by_user', 'oauth_grant.revoked,ended_by_user']),
  )
  expect(await listAuditEntries(project, 'session.revoked')).toMatchObject([{ details: { is_everywhere: true } }])

  expect(await sessionsOf(project, other.id)).toEqual([sessionIdOf(other)])
  expect(await liveGrants(project, other.id)).toEqual([otherGrant])
})

test.each(['server', 'admin'] as const)('with a %s key, all sessions of a user end', async (as) => {
  const project = await testProject()
  const person = await createPerson(project)
  await giveAccess(project, person.id)
  const query = { user_id: person.id }
  await project.call('DELETE /auth/sessions', { as, query })
  expect(await sessionsOf(project, person.id)).toEqual([])
  expect(await liveGrants(project, person.id)).toEqual([])
  const elsewhere = await testProject()
  const unknown = { status: 404, body: { code: 'USER_NOT_FOUND' } }
  expect(await elsewhere.send('DELETE /auth/sessions', { as, query })).toMatchObject(unknown)
})

test('nobody signs out somebody else, and an impersonator not the user', async () => {
  const project = await testProject()
  const [person, other] = [await createPerson(project), await createPerson(project)]
  const query = { user_id: person.id }
  expect((await project.send('DELETE /auth/sessions', { user: other, query })).status).toBe(403)
  expect((await project.send('DELETE /auth/sessions', { query })).status).toBe(401)
  const body = { user_id: person.id, is_impersonation: true }
  const impersonator = await project.call('POST /auth/sessions', { as: 'admin', body })
  expect((await project.send('DELETE /auth/sessions', { user: impersonator, query })).status).toBe(403)
  expect(await sessionsOf(project, person.id)).toContain(sessionIdOf(person))
})

test('of twenty sessions that sign each other out at once, one stays', async () => {
  const project = await testProject()
  const { id } = await createPerson(project)
  const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(project, id)))
  const { succeeded, failed } = await race(20, async (index) => {
    const user = sessions[index]!
    await project.call('DELETE /auth/sessions', { user, query: { user_id: 'me' } })
    return sessionIdOf(user)
  })
  expect(await sessionsOf(project, id)).toEqual(succeeded)
  expect(succeeded).toHaveLength(1)
  expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['ACCESS_TOKEN_EXPIRED']))
})
