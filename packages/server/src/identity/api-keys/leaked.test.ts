import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmailServer, race, type TestEmail, type TestProject } from '../../testing/index.ts'
import { createTestProject, sendRequest, WireError } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const asServer = { as: 'server' as const }
const keyProject = () => createTestProject(emailServer.server, { 'apiKeys.enabled': { user: true, team: true } })

async function report(api_key: string) {
  const answer = await sendRequest(emailServer.server, 'POST /integrations/credential-scanning/revoke', {
    body: { api_key },
  })
  if (answer.status >= 400) throw new WireError(answer)
  return answer.body
}

function createUserKey({ call }: TestProject, user_id: string, more = {}) {
  const body = { description: 'Deploy <script>', expires_at_millis: null, user_id, ...more }
  return call('POST /user-api-keys', { ...asServer, body })
}

test('a leaked key is revoked without any credentials, and its user gets one email', async () => {
  const project = await keyProject()
  const person = await createPerson(project)
  const { id, value } = await createUserKey(project, person.id)
  const check = () => project.call('POST /user-api-keys/check', { ...asServer, body: { api_key: value } })
  // Opens as many connections as the reports need to be at work at once.
  await race(20, check)
  const { failed } = await race(20, () => report(value))
  expect(failed).toEqual([])
  await expect(report(value)).resolves.toEqual({ success: true })
  await expect(check()).rejects.toMatchObject({ code: 'API_KEY_REVOKED' })

  const received = await emailServer.waitForEmail(person.email)
  expect(received).toMatchObject({ template: 'api_key_revoked', subject: expect.stringContaining('Test project') })
  expect(received.text).toContain(value.slice(-4))
  expect(received.html).toContain('Deploy &lt;script&gt;')
  expect(received.text + received.html).not.toContain(value.slice(3, 48))
  const { db } = emailServer.server.platform
  await expect
    .poll(() => db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', project.id).execute())
    .toEqual([])
  expect(emailServer.inbox.list().filter(({ to }) => to.includes(person.email))).toHaveLength(1)
  expect(await listAuditEntries(project, 'api_key.revoked')).toMatchObject([
    { actor_type: 'unknown', actor_id: null, target_id: id, details: { user_id: person.id, was_leaked: true } },
  ])
})

test('of a team, every member who manages its keys gets an email', async () => {
  const project = await keyProject()
  const person = await createPerson(project)
  const { createTeam, createMember, grant } = teamActions(project)
  const teamId = await createTeam(person)
  const [manager, member] = [await createMember(teamId), await createMember(teamId)]
  await grant(teamId, manager, '$manage_api_keys')
  await grant(teamId, manager, 'team_admin')
  const body = { description: 'Team', expires_at_millis: null, team_id: teamId }
  const { value } = await project.call('POST /team-api-keys', { ...asServer, body })
  await report(value)
  await emailServer.waitForEmail(person.email)
  await emailServer.waitForEmail(manager.email)
  const { db } = emailServer.server.platform
  await expect
    .poll(() => db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', project.id).execute())
    .toEqual([])
  const recipients = emailServer.inbox.list().flatMap(({ to }) => to)
  expect(recipients.filter((to) => to === manager.email)).toHaveLength(1)
  expect(recipients).not.toContain(member.email)
})

test('unknown, public and expired keys are refused', async () => {
  const project = await keyProject()
  const person = await createPerson(project)
  const open = await createUserKey(project, person.id, { is_public: true })
  const expired = await createUserKey(project, person.id, { expires_at_millis: 1 })
  await expect(report('sk_whatever')).rejects.toMatchObject({ status: 404, code: 'API_KEY_NOT_FOUND' })
  await expect(report(open.value)).rejects.toMatchObject({ status: 400, code: 'PUBLIC_API_KEY_CANNOT_BE_REVOKED' })
  await expect(report(expired.value)).rejects.toMatchObject({ status: 401, code: 'API_KEY_EXPIRED' })
})
