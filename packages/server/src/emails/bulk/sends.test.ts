import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ownEmailServer } from '../../testing/email.ts'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  race,
  type TestEmail,
  type TestProject,
} from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const as = 'admin' as const
const hour = 3_600_000

const sender = (port = emailServer.inbox.smtp.port) =>
  createTestProject(emailServer.server, { 'emails.server': { ...ownEmailServer, port } })

async function addUsers({ call }: TestProject, count: number) {
  const users = []
  for (let n = 0; n < count; n++) {
    const email = newEmail()
    const { id } = await call('POST /users', { as, body: { primary_email: email, display_name: `User ${n}` } })
    users.push({ id, email })
  }
  return users
}

async function send(project: TestProject, ids: string[], more: { scheduled_at_millis?: number } = {}) {
  const draft = await project.call('POST /internal/email-drafts', { as, body: { display_name: 'News' } })
  await project.call('POST /emails/send-email', { as, body: { draft_id: draft.id, user_ids: ids, ...more } })
  return draft.id
}

const list = (project: TestProject, query: { draft_id?: string; cursor?: string } = {}) =>
  project.call('GET /internal/email-sends', { as, query })

test('the progress of a bulk email is listed until everybody has it, also by draft', async () => {
  const project = await sender()
  const users = await addUsers(project, 2)
  const draftId = await send(
    project,
    users.map(({ id }) => id),
  )
  await expect
    .poll(async () => (await list(project)).items[0])
    .toMatchObject({
      title: 'News',
      draft_id: draftId,
      recipient_count: 2,
      waiting_count: 0,
      failed_count: 0,
      stopped_count: 0,
      stopped_at_millis: null,
    })
  expect((await list(project, { draft_id: draftId })).items).toHaveLength(1)
  expect((await list(project, { draft_id: users[0]!.id })).items).toEqual([])
  expect((await list(await sender())).items).toEqual([])
})

test('pages follow one another without gaps', async () => {
  const project = await sender()
  const [user] = await addUsers(project, 1)
  const scheduled_at_millis = Date.now() + hour
  for (let n = 0; n < 23; n++) await send(project, [user!.id], { scheduled_at_millis })
  const first = await list(project)
  expect(first.items).toHaveLength(20)
  const second = await list(project, { cursor: first.pagination.next_cursor! })
  expect(second.pagination.next_cursor).toBeNull()
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(23)
})

test('a scheduled email waits, and is not sent if it is cancelled', async () => {
  const project = await sender()
  const [user] = await addUsers(project, 1)
  const scheduled_at_millis = Date.now() + hour
  await send(project, [user!.id], { scheduled_at_millis })
  const [scheduled] = (await list(project)).items
  expect(scheduled).toMatchObject({ scheduled_at_millis, waiting_count: 1, stopped_at_millis: null })
  const stop = (of: TestProject) =>
    of.send('POST /internal/email-sends/{id}/stop', { as, params: { id: scheduled!.id }, body: {} })
  expect((await stop(await sender())).status).toBe(404)
  await race(2, () => stop(project))
  expect((await list(project)).items[0]).toMatchObject({ waiting_count: 0, stopped_count: 1 })
  expect((await list(project)).items[0]!.stopped_at_millis).not.toBeNull()
  expect(await listAuditEntries(project, 'email_send.stopped')).toMatchObject([
    { target_id: scheduled!.id, details: { recipient_count: 1 } },
  ])
})

test('a draft whose scheduled email is cancelled counts as not sent, and can be sent at once', async () => {
  const project = await sender()
  const [user, other] = await addUsers(project, 2)
  const draft_id = await send(project, [user!.id], { scheduled_at_millis: Date.now() + hour })
  const sendTo = (id: string, more: { scheduled_at_millis?: number } = {}) =>
    project.send('POST /emails/send-email', { as, body: { draft_id, user_ids: [id], ...more } })
  const stopNewest = async () => {
    const { id } = (await list(project)).items[0]!
    return project.call('POST /internal/email-sends/{id}/stop', { as, params: { id }, body: {} })
  }
  const sentAt = async () =>
    (await project.call('GET /internal/email-drafts/{id}', { as, params: { id: draft_id } })).sent_at_millis
  expect((await sendTo(user!.id, { scheduled_at_millis: Date.now() + hour })).status).toBe(400)
  await stopNewest()
  expect(await sentAt()).toBeNull()
  expect((await sendTo(user!.id)).status).toBe(200)
  await emailServer.waitForEmail(user!.email)
  const sent = await sentAt()
  expect(sent).not.toBeNull()

  // One that is cancelled does not hide that another was sent, nor let that one be sent twice by a double click.
  expect((await sendTo(other!.id, { scheduled_at_millis: Date.now() + hour })).status).toBe(200)
  await stopNewest()
  expect(await sentAt()).toBe(sent)
})

test('an email cannot be scheduled more than a year ahead; a time in the past means now', async () => {
  const project = await sender()
  const [user] = await addUsers(project, 1)
  const tooFar = project.send('POST /emails/send-email', {
    as,
    body: { user_ids: [user!.id], html: '<p>Hi</p>', scheduled_at_millis: Number.MAX_SAFE_INTEGER },
  })
  expect((await tooFar).status).toBe(400)
  await send(project, [user!.id], { scheduled_at_millis: 0 })
  await emailServer.waitForEmail(user!.email)
})

test('those who had no email yet when it was stopped get none; failed ones can still be resent', async () => {
  // Nothing listens on this port, so every attempt fails and is retried later.
  const project = await sender(1)
  const users = await addUsers(project, 3)
  await send(
    project,
    users.map(({ id }) => id),
  )
  await expect.poll(async () => (await project.call('GET /internal/emails', { as })).items.length).toBeGreaterThan(0)
  const [running] = (await list(project)).items
  const stopped = await project.call('POST /internal/email-sends/{id}/stop', {
    as,
    params: { id: running!.id },
    body: {},
  })
  expect(stopped).toMatchObject({ waiting_count: 0 })
  expect(stopped.stopped_count + stopped.failed_count).toBe(3)
})

test('counts whom an email to all users reaches', async () => {
  const project = await sender()
  await addUsers(project, 2)
  await project.call('POST /users', { as, body: { display_name: 'No address' } })
  expect(await project.call('GET /internal/email-audience', { as, query: {} })).toEqual({
    user_count: 3,
    reachable_count: 2,
  })
})

test('all failed recipients of a bulk email are sent to again at once', async () => {
  const project = await sender()
  const users = await addUsers(project, 2)
  await send(
    project,
    users.map(({ id }) => id),
    { scheduled_at_millis: Date.now() + hour },
  )
  const { db } = project.server.platform
  const [waiting] = (await list(project)).items
  const params = { id: waiting!.id }
  await db
    .updateTable('outgoing_emails')
    .set({ given_up_at: new Date(), next_attempt_at: null, attempts: 9 })
    .where('project_id', '=', project.id)
    .execute()
  expect((await list(project)).items[0]).toMatchObject({ waiting_count: 0, failed_count: 2 })
  const resend = () => project.call('POST /internal/email-sends/{id}/resend-failed', { as, params, body: {} })
  expect(await resend()).toMatchObject({ failed_count: 0 })
  for (const { email } of users) await emailServer.waitForEmail(email)
  await expect.poll(resend).toMatchObject({ failed_count: 0, waiting_count: 0 })
  const { items } = await project.call('GET /internal/audit-entries', {
    as,
    query: { action: 'email_send.failed_resent' },
  })
  expect(items).toMatchObject([{ details: { recipient_count: 2 } }])
})

test('an email goes to the users of a filter, who are counted before', async () => {
  const project = await sender()
  const [one, two] = await addUsers(project, 2)
  await project.call('POST /users', { as, body: { display_name: 'No address' } })
  const count = (query: object) => project.call('GET /internal/email-audience', { as, query } as never)
  expect(await count({})).toEqual({ user_count: 3, reachable_count: 2 })
  expect(await count({ query: one!.email })).toEqual({ user_count: 1, reachable_count: 1 })
  expect(await count({ restricted: 'true' })).toEqual({ user_count: 0, reachable_count: 0 })
  const body = { filter: { query: one!.email }, html: '<p>Hi</p>', subject: 'For one' }
  expect(await project.call('POST /internal/email-sends', { as, body })).toEqual({ user_count: 1, reachable_count: 1 })
  await emailServer.waitForEmail(one!.email)
  expect(emailServer.inbox.list().filter(({ to }) => to.includes(two!.email))).toEqual([])
  const { status } = await project.send('POST /internal/email-sends', {
    as,
    body: { ...body, filter: { role: 'x' } },
  } as never)
  expect(status).toBe(400)
})
