import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { ownEmailServer } from '../testing/email.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../testing/index.ts'
import { listEvents, listenToEvents } from '../testing/records.ts'
import { openScriptedSmtp } from '../testing/smtp-script.ts'

const timeout = 30_000
let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const as = 'admin' as const

async function listeningSender(port = emailServer.inbox.smtp.port) {
  const project = await createTestProject(emailServer.server, {
    'emails.server': { ...ownEmailServer, port },
    'auth.otp.allowSignIn': true,
  })
  await listenToEvents(project)
  return project
}

/** An email server that rejects the address, for good or for now. */
async function rejectingServer(reply: string) {
  const smtp = await openScriptedSmtp({ rcpt: ({ say }) => say(reply) })
  onTestFinished(() => smtp.close())
  return smtp.port
}

const requestCode = (project: TestProject, email: string) =>
  project.call('POST /auth/otp/send-sign-in-code', {
    body: { email, callback_url: 'http://localhost:3000/sign-in' },
  })
const emailEvents = (project: TestProject) => listEvents(project, 'email.')
const listLog = async (project: TestProject) =>
  (await project.call('GET /internal/emails', { as, query: { limit: 10 } })).items

test('a sent email is an event with its place in the log, and without its code, link, subject or text', async () => {
  const project = await listeningSender()
  const email = newEmail()
  await requestCode(project, email)
  const arrived = await emailServer.waitForEmail(email)
  await expect.poll(() => emailEvents(project), { timeout }).toHaveLength(1)
  const [logged] = await listLog(project)
  const { id, sent_at_millis } = logged!
  const events = await emailEvents(project)
  expect(events).toEqual([{ type: 'email.sent', data: { id, template: 'magic_link', to: [email], sent_at_millis } }])
  const code = /code is (\w{6})/.exec(arrived.subject)![1]!
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${code}|code=|http`))
})

test('an email that is given up is an event, with the reason that the log shows', async () => {
  const project = await listeningSender(await rejectingServer('550 no such user'))
  const email = newEmail()
  await requestCode(project, email)
  await expect.poll(() => emailEvents(project), { timeout }).toHaveLength(1)
  const [logged] = await listLog(project)
  const error = 'The email server rejected the email.'
  expect(logged!.error).toMatchObject({ message: error })
  expect(await emailEvents(project)).toMatchObject([{ type: 'email.failed', data: { to: [email], error } }])
})

test('an attempt that is repeated later is no event', async () => {
  const project = await listeningSender(await rejectingServer('450 try later'))
  await requestCode(project, newEmail())
  await expect.poll(() => listLog(project), { timeout }).toHaveLength(1)
  expect(await emailEvents(project)).toEqual([])
})

test('an email to many users is an event for each of them', async () => {
  const project = await listeningSender()
  const emails = [newEmail(), newEmail()]
  const user_ids = []
  for (const primary_email of emails) {
    user_ids.push((await project.call('POST /users', { as, body: { primary_email } })).id)
  }
  await project.call('POST /emails/send-email', { as, body: { user_ids, html: '<p>Secret news</p>', subject: 'Hi' } })
  await expect.poll(() => emailEvents(project), { timeout }).toHaveLength(2)
  const events = await emailEvents(project)
  expect(events.flatMap(({ data }) => (data as { to: string[] }).to).sort()).toEqual([...emails].sort())
  expect(JSON.stringify(events)).not.toContain('news')
})

test('a test email that fails is an event without the settings of its server', async () => {
  const project = await listeningSender()
  const recipient_email = newEmail()
  await project.call('POST /internal/send-test-email', {
    as,
    body: {
      recipient_email,
      email_config: {
        host: '127.0.0.1',
        port: 1,
        username: 'user',
        password: 'hunter2-secret',
        sender_name: 'S',
        sender_email: 's@example.com',
      },
    },
  })
  const events = await emailEvents(project)
  expect(events).toMatchObject([{ type: 'email.failed', data: { template: 'test', to: [recipient_email] } }])
  expect(JSON.stringify(events)).not.toContain('hunter2')
})
