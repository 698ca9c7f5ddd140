import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertSentEmail } from '../mail/sent-log.ts'
import { openMailServer, separateServer, type TestMail } from '../testing/index.ts'
import { createTestProject, projectWithKeys, sendRequest } from '../testing/project.ts'
import { internalKeys, testCronSecret } from '../testing/server.ts'
import { createPerson } from '../testing/world.ts'

let mail: TestMail
beforeAll(async () => {
  mail = await openMailServer(inject('databaseUrl'))
})
afterAll(() => mail.close())

const route = 'POST /internal/failed-emails-digest'
const headers = { authorization: `Bearer ${testCronSecret}` }
const digest = async (query = {}) => (await sendRequest(mail.server, route, { headers, query })).body as Answer
interface Answer {
  failed_emails_by_tenancy: { project_id: string; emails: { subject: string }[]; tenant_owner_emails: string[] }[]
}

async function createOwnedProject(failures: string[], owners = 1) {
  const internal = projectWithKeys(mail.server, 'internal', internalKeys)
  const { id: teamId } = await internal.call('POST /teams', { as: 'server', body: { display_name: 'Owners' } })
  const people = []
  for (let n = 0; n < owners; n++) {
    const person = await createPerson(internal)
    await internal.call('POST /team-memberships/{team_id}/{user_id}', {
      as: 'server',
      params: { team_id: teamId, user_id: person.id },
      body: {},
    })
    people.push(person)
  }
  const project = await createTestProject(mail.server)
  const { db } = mail.server.services
  await db.updateTable('projects').set({ owner_team_id: teamId }).where('id', '=', project.id).execute()
  const sender = { type: 'shared', host: 'x', port: 1, username: '', sender_name: '', sender_email: '' } as const
  const failure = { errorType: 'REJECTED', isPassing: false, message: 'no' } as const
  for (const [index, subject] of failures.entries()) {
    const now = new Date(Date.now() - index * 1000)
    await insertSentEmail(db, project.id, { template: 'bulk', subject, to: 'ada@example.com', sender, failure, now })
  }
  return { project, people }
}

test('every owner of a project gets one mail about what failed in the last day', async () => {
  const subjects = Array.from({ length: 12 }, (_, n) => `News ${n} <b>${'x'.repeat(60)}`)
  const { project, people } = await createOwnedProject(subjects, 2)
  const untouched = await createOwnedProject([])
  const find = (answer: Answer) => answer.failed_emails_by_tenancy.filter(({ project_id }) => project_id === project.id)

  const [dry] = find(await digest({ dry_run: 'true' }))
  expect(dry!.emails.map(({ subject }) => subject)).toEqual(subjects)
  expect(dry!.tenant_owner_emails).toEqual(people.map(({ email }) => email).sort())
  expect(mail.inbox.list()).toEqual([])

  const answer = await digest()
  expect(answer).toMatchObject({ success: true })
  expect(answer.failed_emails_by_tenancy.map(({ project_id }) => project_id)).not.toContain(untouched.project.id)
  for (const { email } of people) {
    const received = await mail.waitForMail(email, 'failed_emails_digest')
    expect(received.subject).toBe('12 mails of Test project could not be sent')
    expect(received.text).toContain(`/projects/${project.id}/emails`)
    expect(received.html).toContain('News 9 &lt;b&gt;')
    expect(received.html).not.toContain('News 10')
    expect(received.html).not.toContain('x'.repeat(50))
  }
})

describe('nothing comes of it', () => {
  test('for old failures, projects without owners, and deleted ones', async () => {
    const { db } = mail.server.services
    const old = await createOwnedProject(['Old'])
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    await db.updateTable('sent_emails').set({ sent_at: yesterday }).where('project_id', '=', old.project.id).execute()
    const unowned = await createOwnedProject(['x'])
    await db.updateTable('projects').set({ owner_team_id: null }).where('id', '=', unowned.project.id).execute()
    const deleted = await createOwnedProject(['x'])
    await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', deleted.project.id).execute()
    const alone = await createOwnedProject(['x'], 0)
    const ids = (await digest({ dry_run: 'true' })).failed_emails_by_tenancy.map(({ project_id }) => project_id)
    for (const { project } of [old, unowned, deleted, alone]) expect(ids).not.toContain(project.id)
  })

  test('without the secret, and in a deployment that has none', async () => {
    expect((await sendRequest(mail.server, route)).status).toBe(400)
    const wrong = { authorization: 'Bearer wrong' }
    expect((await sendRequest(mail.server, route, { headers: wrong })).status).toBe(401)
    const server = await separateServer({ config: { cronSecret: undefined } })
    for (const authorization of ['Bearer undefined', 'Bearer ', headers.authorization]) {
      expect((await sendRequest(server, route, { headers: { authorization } })).status).toBe(401)
    }
  })
})
