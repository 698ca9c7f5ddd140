import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { ownEmailServer } from '../../testing/email.ts'
import { createTestProject, newEmail, separateServer } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { openScriptedSmtp } from '../../testing/smtp-script.ts'
import { createBulkEmailSender } from './bulk.ts'

test('refusals of a bulk email do not count as unconfirmed attempts, and three of those are the last', async () => {
  const server = await separateServer({})
  let isRefusing = true
  const smtp = await openScriptedSmtp({
    endOfData: ({ say, socket }) => (isRefusing ? say('451 try later') : socket.resetAndDestroy()),
  })
  onTestFinished(() => smtp.close())
  const project = await createTestProject(server, { 'emails.server': { ...ownEmailServer, port: smtp.port } })
  await project.call('POST /users', { as: 'server', body: { primary_email: newEmail() } })
  const body = { all_users: true as const, html: '<p>News</p>', subject: 'News' }
  await project.call('POST /emails/send-email', { as: 'server', body })

  const send = createBulkEmailSender({ ...server.platform, log: createLog({ level: 'silent', isProduction: false }) })
  const { db } = server.platform
  const isWaiting = async () => {
    const email = db.selectFrom('outgoing_emails').select('given_up_at').where('project_id', '=', project.id)
    return (await email.executeTakeFirstOrThrow()).given_up_at === null
  }
  const attempt = async () => {
    await db
      .updateTable('outgoing_emails')
      .set({ next_attempt_at: new Date(0) })
      .where('project_id', '=', project.id)
      .execute()
    await send({ project_id: project.id }, firstAttempt)
  }
  for (const isRefused of [true, true, true, false, true, false]) {
    isRefusing = isRefused
    await attempt()
    expect(await isWaiting()).toBe(true)
  }
  await attempt()
  expect(await isWaiting()).toBe(false)
  expect(smtp.emails).toHaveLength(7)
})
