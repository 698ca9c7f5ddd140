import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { type Inbox, startInbox } from '../../site/inbox/inbox.ts'
import { killPrograms } from '../../testing/child-program.ts'
import { createDatabase } from '../../testing/database.ts'
import { ownEmailServer } from '../../testing/email.ts'
import { type EmailWorkers, prepareEmailWorkers } from '../../testing/email-worker.ts'
import { createTestProject, newEmail } from '../../testing/project.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { enqueueEmail } from '../outbox/outbox.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const soon = { timeout: 120_000, interval: 50 }

let workers: EmailWorkers
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let inbox: Inbox
beforeAll(async () => {
  workers = await prepareEmailWorkers()
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url)
  inbox = await startInbox(server.platform.log)
})
afterAll(async () => {
  await killPrograms()
  await inbox.close()
  await server.close()
  await database.drop()
  await workers.remove()
})

const emailsTo = (emails: string[]) => inbox.list().flatMap(({ to }) => to.filter((email) => emails.includes(email)))

/** Starts a worker and kills it when the inbox has so many emails, again and again; the last one lives. */
async function killAt(counts: number[], emails: string[]): Promise<void> {
  for (const enough of counts) {
    const program = workers.start(database.url, inbox.smtp)
    await program.waitFor(/ready/)
    await expect.poll(() => emailsTo(emails).length, { ...soon, interval: 2 }).toBeGreaterThanOrEqual(enough)
    program.kill('SIGKILL')
    await program.exited
    await letAMinutePass()
  }
  workers.start(database.url, inbox.smtp)
}

/** For what a process leaves behind that is gone: then its claims end, and somebody looks for what is overdue. */
async function letAMinutePass(): Promise<void> {
  const { db } = server.platform
  await sql`UPDATE outgoing_emails SET claimed_until = now(), next_attempt_at = next_attempt_at - interval '1 minute'`.execute(
    db,
  )
  await enqueueJob(db, 'wake-deliveries', {})
}

test('whatever is killed during a bulk email, everybody gets it', async () => {
  const project = await createTestProject(server, { 'emails.server': { ...ownEmailServer, port: inbox.smtp.port } })
  const emails = Array.from({ length: 90 }, () => newEmail())
  for (const primary_email of emails) await project.call('POST /users', { as: 'server', body: { primary_email } })
  await project.call('POST /emails/send-email', { as: 'server', body: { all_users: true, html: 'x', subject: 'News' } })
  await killAt([15, 50], emails)
  const waiting = () => server.platform.db.selectFrom('outgoing_emails').select('id').execute()
  await expect.poll(waiting, soon).toEqual([])
  const received = emailsTo(emails)
  expect(new Set(received)).toEqual(new Set(emails))
  // Only what the email server was taking at the very moment can come twice.
  expect(received.length).toBeLessThanOrEqual(emails.length + 2)
  await killPrograms()
})

test('whatever is killed while it sends, every email of the outbox is sent and no attempt is used up', async () => {
  const { db, secrets } = server.platform
  const projects = [await createTestProject(server), await createTestProject(server)]
  const emails = Array.from({ length: 120 }, () => newEmail())
  const now = new Date()
  const discardAfter = new Date(now.getTime() + 3_600_000)
  const variables = { projectDisplayName: 'App', userDisplayName: '', changedAt: now, subject: '', undoLink: '' }
  for (const [n, to] of emails.entries()) {
    const email = { kind: 'password_changed' as const, to, locale: null, variables, discardAfter, now }
    await enqueueEmail(db, projects[n % 2]!, email, secrets)
  }
  const kills = [5, 20, 35, 50, 65, 80]
  await killAt(kills, emails)
  const waiting = () => db.selectFrom('outgoing_emails').select(['attempts', 'claimed_until']).execute()
  await expect.poll(waiting, soon).toEqual([])
  const received = emailsTo(emails)
  expect(new Set(received)).toEqual(new Set(emails))
  // Two of each project can be on their way.
  expect(received.length).toBeLessThanOrEqual(emails.length + 4 * kills.length)
  const failed = await db.selectFrom('sent_emails').selectAll().where('error', 'is not', null).execute()
  expect(failed).toEqual([])
})
