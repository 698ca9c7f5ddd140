import { expect, test } from 'vitest'
import { goodPassword, newEmail, separateServer, testProject } from '../../testing/index.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'
import { passwordDecoys } from './decoys.ts'
import { passwordHasher } from './hash.ts'

const hashes = ['$2a$04$', '$2b$05$'].map((prefix) => `${prefix}abcdefghijklmnopqrstuuMvCPnYQEvyyaHdkpIqVIlh3Xn3XNkjO`)

async function importUsers({ call }: TestProject, count: number, password_hash: string) {
  for (let each = 0; each < count; each++) {
    const body = { primary_email: newEmail(), primary_email_auth_enabled: true, password_hash }
    await call('POST /users', { as: 'server', body })
  }
}

async function countDecoys({ id, server }: TestProject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let each = 0; each < 2_000; each++) {
    const prefix = (await passwordDecoys(server.platform)(id, newEmail())).slice(0, 7)
    counts[prefix] = (counts[prefix] ?? 0) + 1
  }
  return counts
}

test('unknown addresses are checked like the passwords of the project, in the same proportions', async () => {
  const project = await testProject()
  await importUsers(project, 2, hashes[0]!)
  await importUsers(project, 1, hashes[1]!)
  await createPerson(project, { password: goodPassword })
  const { $2a$04$: half = 0, $2b$05$: quarter = 0, $argon2: rest = 0 } = await countDecoys(project)
  expect(half + quarter + rest).toBe(2_000)
  expect(half).toBeGreaterThan(850)
  expect(half).toBeLessThan(1_150)
  expect(quarter).toBeGreaterThan(380)
  expect(quarter).toBeLessThan(620)
})

test('an address is always checked in the same way, and no password matches it', async () => {
  const project = await testProject()
  await importUsers(project, 1, hashes[0]!)
  await createPerson(project, { password: goodPassword })
  const findPasswordDecoy = passwordDecoys(project.server.platform)
  const passwords = passwordHasher(project.server.platform)
  for (let each = 0; each < 5; each++) {
    const email = newEmail()
    const decoy = await findPasswordDecoy(project.id, email)
    expect(await findPasswordDecoy(project.id, email)).toBe(decoy)
    expect(await passwords.verify(goodPassword, null, undefined, decoy)).toBe(false)
    const body = { email, password: goodPassword }
    expect(await project.send('POST /auth/password/sign-in', { body })).toMatchObject({
      body: { code: 'EMAIL_PASSWORD_MISMATCH' },
    })
  }
})

test('without passwords and without imports, the decoy is like a hash of ours, and an import counts within a minute', async () => {
  let now = Date.now()
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server)
  expect(await countDecoys(project)).toEqual({ $argon2: 2_000 })
  await importUsers(project, 1, hashes[1]!)
  now += 61_000
  expect(await countDecoys(project)).toEqual({ $2b$05$: 2_000 })
})
