import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/db/embedded.ts'
import { removeFolder } from '../../testing/child-program.ts'
import { goodPassword, openTestServer, type TestServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

// A database is created and killed here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder: string
let postgres: EmbeddedPostgres
let server: TestServer
const crashes: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-limits-'))
  postgres = await startEmbeddedPostgres({ folder, onCrash: (reason) => void crashes.push(reason) })
  server = await openTestServer(postgres.connectionString, { config: { rateLimits: true } })
})
afterEach(async () => {
  await server?.close()
  await postgres?.stop()
  await removeFolder(folder)
})

test('whoever guesses a password stays slowed down when the database crashes', async () => {
  const project = await createTestProject(server)
  const { email } = await createPerson(project, { password: goodPassword })
  const signIn = (password: string, address = '198.18.0.1') =>
    project.send('POST /auth/password/sign-in', { body: { email, password }, address })
  for (let round = 0; round < 10; round++) {
    expect(await signIn('wrong password')).toMatchObject({ body: { code: 'EMAIL_PASSWORD_MISMATCH' } })
  }
  process.kill(postgres.pid, 'SIGKILL')
  await expect.poll(() => crashes.length).toBe(1)

  const statuses: number[] = []
  const tryAgain = async () => {
    statuses.push((await signIn(goodPassword)).status)
    return statuses.at(-1)
  }
  await expect.poll(tryAgain, { timeout: 60_000 }).not.toBe(503)
  expect(statuses.at(-1)).toBe(429)
  expect(await signIn(goodPassword, '198.18.0.2')).toMatchObject({ status: 200 })
})
