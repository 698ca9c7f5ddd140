import { expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../../platform/jobs/workers.ts'
import { createCodeResolver } from '../../requested-codes.ts'
import { createDatabase, lockOut } from '../../testing/database.ts'
import { createTestProject, newEmail, openTestServer } from '../../testing/index.ts'
import { openScriptedSmtp } from '../../testing/smtp-script.ts'
import { createEmailJobs } from '../jobs.ts'
import { enqueueEmail } from './outbox.ts'

const timeout = 40_000

test('a node that loses its database while sending sends nothing twice, and continues', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const held: (() => void)[] = []
  let isHolding = true
  const smtp = await openScriptedSmtp({
    endOfData: ({ goOn }) => {
      if (isHolding) held.push(goOn)
      else goOn()
    },
  })
  onTestFinished(() => smtp.close())
  const openNode = async () => {
    const server = await openTestServer(database.url, {
      smtp: { host: '127.0.0.1', port: smtp.port, from: 'a@example.com' },
      logLines: [],
    })
    const { platform } = server
    const handlers = createEmailJobs(platform, createCodeResolver(platform))
    const jobs = startJobs({ ...platform, handlers })
    onTestFinished(async () => {
      await jobs.stop()
      await server.close()
    })
    return server
  }
  const server = await openNode()
  await openNode()
  const project = await createTestProject(server)
  const { db, secrets } = server.platform
  const now = new Date()
  const email = {
    kind: 'password_changed',
    locale: null,
    variables: { projectDisplayName: 'App', userDisplayName: '', changedAt: now, subject: '', undoLink: '' },
    discardAfter: new Date(now.getTime() + 3_600_000),
    now,
  } as const
  const emails = Array.from({ length: 5 }, () => newEmail())
  for (const to of emails) await enqueueEmail(db, project, { ...email, to }, secrets)
  // Two of a project at a time, on all nodes together.
  await expect.poll(() => held.length, { timeout }).toBe(2)

  const letIn = await lockOut(database.url)
  isHolding = false
  for (const goOn of held) goOn()
  // Whoever sent them has tried to say so in vain.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await letIn()
  const waiting = () => db.selectFrom('outgoing_emails').select('id').execute()
  await expect.poll(() => waiting().catch(() => undefined), { timeout }).toEqual([])
  const recipients = smtp.emails.map((text) => /^To: (.*)$/im.exec(text)?.[1])
  expect(recipients.sort()).toEqual([...emails].sort())
  const log = await db.selectFrom('sent_emails').select('error').execute()
  expect(log).toEqual(emails.map(() => ({ error: null })))
})
