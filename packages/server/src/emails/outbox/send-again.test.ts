import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { ownEmailServer } from '../../testing/email.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { openScriptedSmtp, type ScriptedSmtp } from '../../testing/smtp-script.ts'
import { enqueueEmail } from './outbox.ts'

const route = 'POST /internal/emails/{id}/resend'
const asAdmin = { as: 'admin' as const }
const timeout = 60_000

let emailServer: TestEmail
let smtp: ScriptedSmtp
let isRefusing: boolean
let project: TestProject
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'), { logLines: [] })
})
afterAll(() => emailServer.close())
beforeEach(async () => {
  isRefusing = true
  smtp = await openScriptedSmtp({ rcpt: ({ say, goOn }) => (isRefusing ? say('554 no') : goOn()) })
  project = await createTestProject(emailServer.server, { 'emails.server': { ...ownEmailServer, port: smtp.port } })
})
afterEach(() => smtp.close())

const listLog = async () => (await project.call('GET /internal/emails', asAdmin)).items
const resend = (id: string) => project.send(route, { ...asAdmin, params: { id }, body: {} })

/** An email that the server has refused. */
async function giveUp() {
  const { db, secrets } = emailServer.server.platform
  const now = new Date()
  const url = 'https://app.example.com'
  const names = { projectDisplayName: 'App', userDisplayName: '', accountName: 'Ada' }
  const variables = { ...names, emailVerificationLink: url, notMeLink: url }
  const discardAfter = new Date(now.getTime() + 3_600_000)
  const given = { kind: 'email_verification', to: newEmail(), locale: null, variables, discardAfter, now } as const
  await enqueueEmail(db, project, given, secrets)
  await expect.poll(listLog, { timeout }).toMatchObject([{ to: [given.to], error: { errorType: 'REJECTED' } }])
  return (await listLog())[0]!.id
}

const changeEmail = (change: object) =>
  emailServer.server.platform.db
    .updateTable('outgoing_emails')
    .set(change)
    .where('project_id', '=', project.id)
    .execute()

test('an email that was given up is in the log with its reason, and can be sent again', async () => {
  const id = await giveUp()
  isRefusing = false
  expect(await resend(id)).toMatchObject({ status: 200, body: { success: true } })
  await expect.poll(() => smtp.emails.length, { timeout }).toBe(1)
  await expect.poll(listLog, { timeout }).toMatchObject([{ error: null }, { error: { errorType: 'REJECTED' } }])
  expect(await resend(id)).toMatchObject({ status: 400, body: expect.stringContaining('This email was sent.') })
})

test('what is still being tried, has expired or is gone is refused with a reason', async () => {
  const id = await giveUp()
  await changeEmail({ given_up_at: null, next_attempt_at: new Date(Date.now() + 3_600_000) })
  expect(await resend(id)).toMatchObject({ status: 400, body: expect.stringContaining('still being retried') })
  await changeEmail({ given_up_at: new Date(), next_attempt_at: null, discard_after: new Date(0) })
  expect(await resend(id)).toMatchObject({ status: 400, body: expect.stringContaining('has expired') })
  await changeEmail({ given_up_at: new Date(Date.now() - 8 * 24 * 3_600_000) })
  await createHousekeeping(emailServer.server.platform)['clean-up']({}, firstAttempt)
  expect(await resend(id)).toMatchObject({ status: 400, body: expect.stringContaining('has been deleted') })
  for (const unknown of [randomUUID(), 'x']) expect(await resend(unknown)).toMatchObject({ status: 404 })
  expect(smtp.emails).toEqual([])
})

test('an attempt of another project does not exist', async () => {
  const id = await giveUp()
  project = await createTestProject(emailServer.server)
  expect(await resend(id)).toMatchObject({ status: 404 })
})

test('a recipient whom a bulk email did not reach gets it once when it is resent', async () => {
  const emails = [newEmail(), newEmail()]
  for (const primary_email of emails) await project.call('POST /users', { as: 'server', body: { primary_email } })
  const body = { all_users: true as const, html: 'x', subject: 'News' }
  await project.call('POST /emails/send-email', { as: 'server', body })
  await expect.poll(async () => (await listLog()).length, { timeout }).toBe(2)
  isRefusing = false
  const { id, to } = (await listLog())[0]!
  await expect.poll(async () => (await resend(id)).status, { timeout }).toBe(200)
  await expect.poll(() => smtp.emails.length, { timeout }).toBe(1)
  expect(smtp.emails[0]).toContain(to[0])
  await expect.poll(async () => (await listLog()).length, { timeout }).toBe(3)
  expect(await resend(id)).toMatchObject({ status: 400 })
  const { rows } = await sql`SELECT FROM outgoing_emails WHERE project_id = ${project.id}`.execute(
    emailServer.server.platform.db,
  )
  expect(rows).toHaveLength(1)
})
