import { symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Inbox, startInbox } from '../../inbox/inbox.ts'
import { compileSources, killPrograms, removeFolder, startProgram } from '../../testing/child-program.ts'
import { createDatabase } from '../../testing/database.ts'
import { ownMailServer } from '../../testing/mail.ts'
import { createTestProject, newEmail } from '../../testing/project.ts'
import { internalKeys, openTestServer, type TestServer, testSecret } from '../../testing/server.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

/** A process that sends mails and nothing else. */
const script = `
import { createBulkMailer } from './emails/send/bulk.js'
import { startJobs } from './jobs/jobs.js'
import { createLog } from './log.js'
import { openServices } from './services.js'

const log = createLog({ level: 'error', isProduction: false })
const { databaseUrl, secret, internalKeys } = JSON.parse(process.env.OPTIONS)
const config = { url: 'http://localhost:8102', isProduction: false, trustedProxies: [], accessTokenSeconds: 600, sharedOAuth: { keys: {} } }
const services = await openServices({ config, secret, internalKeys, databaseUrl, log })
await startJobs(databaseUrl, { 'send-bulk-mail': createBulkMailer(services) }, log)
console.log('ready')
`

const root = fileURLToPath(new URL('../../../', import.meta.url))
let build: string
let database: Awaited<ReturnType<typeof createDatabase>>
let server: TestServer
let inbox: Inbox
beforeAll(async () => {
  build = await compileSources()
  await writeFile(join(build, 'sender.js'), script)
  // What the compiler does not copy is looked for beside the compiled files.
  for (const name of ['src', 'dist', 'migrations', 'package.json']) {
    await symlink(join(root, name), join(dirname(build), name)).catch(() => undefined)
  }
  database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url)
  inbox = await startInbox(server.services.log)
})
afterAll(async () => {
  await killPrograms()
  await inbox.close()
  await server.close()
  await database.drop()
  await removeFolder(build)
})

test('whatever is killed while it sends to many, everybody gets the mail', async () => {
  const project = await createTestProject(server, { 'emails.server': { ...ownMailServer, port: inbox.smtp.port } })
  const emails = Array.from({ length: 90 }, () => newEmail())
  for (const primary_email of emails) await project.call('POST /users', { as: 'server', body: { primary_email } })
  await project.call('POST /emails/send-email', { as: 'server', body: { all_users: true, html: 'x', subject: 'News' } })
  const options = JSON.stringify({ databaseUrl: database.url, secret: testSecret, internalKeys })
  const start = () => startProgram(join(build, 'sender.js'), [], { OPTIONS: options })

  let kills = 0
  for (const enough of [15, 50]) {
    const program = start()
    await program.waitFor(/ready/)
    await expect.poll(() => inbox.list().length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough)
    program.kill('SIGKILL')
    await program.exited
    kills++
  }
  start()
  const waiting = () => server.services.db.selectFrom('email_sends').selectAll().execute()
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
  const received = inbox.list().flatMap(({ to }) => to)
  expect(new Set(received)).toEqual(new Set(emails))
  // Only what the mail server was taking at the very moment can come twice.
  expect(received.length).toBeLessThanOrEqual(emails.length + kills)
})
