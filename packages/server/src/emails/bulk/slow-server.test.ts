import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { ownEmailServer } from '../../testing/email.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail } from '../../testing/index.ts'
import { enqueueEmail } from '../outbox/outbox.ts'

let emailServer: TestEmail
let tarpit: Server
const open = new Set<Socket>()
let most = 0
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
  tarpit = createServer((socket) => {
    open.add(socket)
    most = Math.max(most, open.size)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    // Whoever gives up is noticed only by somebody who reads.
    socket.resume()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => tarpit.once('listening', resolve))
})
afterAll(async () => {
  await emailServer.close()
})
beforeEach(() => {
  most = 0
})

function createSlowProject() {
  const { port } = tarpit.address() as { port: number }
  return createTestProject(emailServer.server, { 'emails.server': { ...ownEmailServer, port } })
}

test('an email server that never responds delays only the emails of its project', async () => {
  const slow = await createSlowProject()
  const quick = await createTestProject(emailServer.server)
  const verification = { verification_callback_url: 'http://localhost:3000/verify' }
  for (let n = 0; n < 20; n++) {
    const body = { email: newEmail(), password: 'correct horse battery', ...verification }
    await slow.call('POST /auth/password/sign-up', { body })
  }
  await expect.poll(() => most).toBeGreaterThan(0)
  for (let n = 0; n < 3; n++) {
    const { email } = await quick.signUp()
    await emailServer.waitForEmail(email, 'email_verification')
  }
  // Two of its emails at most are on their way, however many wait.
  expect(most).toBeLessThanOrEqual(2)
})

test('more slow email servers than there are workers delay nobody else', async () => {
  const { db, secrets } = emailServer.server.platform
  const now = new Date()
  const kind = 'password_changed'
  const variables = { projectDisplayName: 'App', userDisplayName: '', changedAt: now, subject: '', undoLink: '' }
  const discardAfter = new Date(now.getTime() + 3_600_000)
  for (let n = 0; n < 10; n++) {
    const project = await createSlowProject()
    for (let m = 0; m < 6; m++) {
      const email = { kind, to: newEmail(), locale: null, variables, discardAfter, now } as const
      await enqueueEmail(db, project, email, secrets)
    }
  }
  // As many as there are workers in the beginning.
  await expect.poll(() => open.size).toBeGreaterThanOrEqual(16)
  const quick = await createTestProject(emailServer.server)
  const { email } = await quick.signUp()
  await emailServer.waitForEmail(email, 'email_verification')
  // What is left need not be waited for.
  tarpit.close()
  for (const socket of open) socket.destroy()
})
