import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestProject, newEmail, openMailServer, type TestMail } from '../../testing/index.ts'
import { ownMailServer } from '../../testing/mail.ts'

let mail: TestMail
let tarpit: Server
let open = 0
let most = 0
beforeAll(async () => {
  mail = await openMailServer(inject('databaseUrl'))
  tarpit = createServer((socket) => {
    most = Math.max(most, ++open)
    socket.on('error', () => undefined).on('close', () => open--)
    // Whoever gives up is noticed only by somebody who reads.
    socket.resume()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => tarpit.once('listening', resolve))
})
afterAll(async () => {
  tarpit.close()
  await mail.close()
})

test('a mail server that never says anything delays only the mails of its project', async () => {
  const { port } = tarpit.address() as { port: number }
  const slow = await createTestProject(mail.server, { 'emails.server': { ...ownMailServer, port } })
  const quick = await createTestProject(mail.server)
  const verification = { verification_callback_url: 'http://localhost:3000/verify' }
  for (let n = 0; n < 20; n++) {
    const body = { email: newEmail(), password: 'correct horse battery', ...verification }
    await slow.call('POST /auth/password/sign-up', { body })
  }
  await expect.poll(() => most).toBeGreaterThan(0)
  for (let n = 0; n < 3; n++) {
    const { email } = await quick.signUp()
    await mail.waitForMail(email, 'email_verification')
  }
  // Two of its mails at most are on their way, however many wait.
  expect(most).toBeLessThanOrEqual(2)
})
