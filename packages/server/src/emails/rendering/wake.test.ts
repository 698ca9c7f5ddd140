import { once } from 'node:events'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  type TestEmail,
  type TestProject,
  testProject,
} from '../../testing/index.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

/** Nobody signs in with this address, so that no email follows. */
const askForReset = ({ call }: TestProject) =>
  call('POST /auth/password/send-reset-code', {
    body: { email: newEmail(), callback_url: 'http://localhost:3000/reset' },
  })

test('a request that may cause an email starts the renderer, if emails can be sent', async () => {
  let started = 0
  const count = () => {
    started++
  }
  process.on('worker', count)
  await askForReset(await testProject())
  expect(started).toBe(0)
  const begins = once(process, 'worker')
  await askForReset(await createTestProject(emailServer.server))
  await begins
  expect(started).toBe(1)
  process.off('worker', count)
})
