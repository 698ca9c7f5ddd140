import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { totpAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const currentStep = () => Math.floor(Date.now() / 30_000)

async function personWithSecondFactor(project: TestProject) {
  const person = await project.signUp()
  const body = { totp_secret_base64: secret.toString('base64') }
  expect((await project.call('PATCH /users/me', { user: person, body })).requires_totp_mfa).toBe(true)
  return person
}

async function attemptCode(project: TestProject, { email, password }: { email: string; password: string }) {
  const response = await project.send('POST /auth/password/sign-in', { body: { email, password } })
  expect(response).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
  expect(JSON.stringify(response.body)).not.toContain('token')
  return (response.body as { details: { attempt_code: string } }).details.attempt_code
}

function finish(project: TestProject, code: string, totp: string) {
  return project.call('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
}

test('a sign-in with a second factor is finished by its code, once', async () => {
  const project = await testProject()
  const person = await personWithSecondFactor(project)
  const code = await attemptCode(project, person)
  expect(code).toHaveLength(45)
  const totp = totpAt(secret, currentStep())
  const session = await finish(project, code, totp)
  expect(session).toMatchObject({ user_id: person.user_id, is_new_user: false })
  expect((await project.call('GET /users/me', { user: session })).id).toBe(person.user_id)
  await expect(finish(project, code, totp)).rejects.toMatchObject({ code: 'VERIFICATION_CODE_ALREADY_USED' })
})

test('a wrong code can be followed by the right one', async () => {
  const project = await testProject()
  const code = await attemptCode(project, await personWithSecondFactor(project))
  await expect(finish(project, code, '000000')).rejects.toMatchObject({
    code: 'INVALID_TOTP_CODE',
    message: 'The TOTP code is invalid. Please try again.',
  })
  await expect(finish(project, code, totpAt(secret, currentStep()))).resolves.toBeDefined()
})

// ASVS 6.5.1
test('neither a used time step nor an earlier one is accepted again', async () => {
  const project = await testProject()
  const person = await personWithSecondFactor(project)
  const step = currentStep()
  await finish(project, await attemptCode(project, person), totpAt(secret, step))
  for (const old of [step, step - 1]) {
    await expect(finish(project, await attemptCode(project, person), totpAt(secret, old))).rejects.toMatchObject({
      code: 'INVALID_TOTP_CODE',
    })
  }
})

test('a second factor that was removed meanwhile does not finish a sign-in', async () => {
  const project = await testProject()
  const person = await personWithSecondFactor(project)
  const code = await attemptCode(project, person)
  await project.call('PATCH /users/me', { user: person, body: { totp_secret_base64: null } })
  await expect(finish(project, code, totpAt(secret, currentStep()))).rejects.toMatchObject({
    code: 'INVALID_TOTP_CODE',
  })
  const { email, password } = person
  await expect(project.call('POST /auth/password/sign-in', { body: { email, password } })).resolves.toBeDefined()
})

/** Keeps what the statement locks or changes to itself until it is let go. */
async function hold(db: Db, statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute()
  await statement.execute(transaction)
  return () => transaction.commit().execute()
}

test('a second factor that is removed while its code is looked at starts no session', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  const person = await personWithSecondFactor(project)
  const code = await attemptCode(project, person)
  const ofPerson = sql`project_id = ${project.id} AND id = ${person.user_id}`
  const waiting = async (part: string) => {
    const isWaiting = async () => {
      const { rows } = await sql`
        SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE ${part}`.execute(db)
      return rows.length > 0
    }
    await expect.poll(isWaiting).toBe(true)
  }
  const letUserGo = await hold(db, sql`SELECT 1 FROM users WHERE ${ofPerson} FOR UPDATE`)
  const finished = finish(project, code, totpAt(secret, currentStep())).catch((error: unknown) => error)
  await waiting('update "users" set "last_totp_step"%')
  // The code was right. Now the factor goes, before the sign-in has the user to itself.
  const removed = sql`UPDATE users SET requires_totp = false, totp_secret_encrypted = NULL WHERE ${ofPerson}`.execute(
    db,
  )
  await waiting('UPDATE users SET requires_totp%')
  await letUserGo()
  await removed
  expect(await finished).toMatchObject({ code: 'INVALID_TOTP_CODE' })
  const sessions = await db.selectFrom('sessions').select('id').where('project_id', '=', project.id).execute()
  expect(sessions).toHaveLength(1)
})

// ASVS 6.6.3
test('after twenty wrong codes in an hour a user has to wait, whatever the attempts', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const person = await personWithSecondFactor(project)
  for (let round = 0; round < 20; round++) {
    const code = round % 5 === 0 ? await attemptCode(project, person) : lastCode
    lastCode = code
    await expect(finish(project, code, '000000')).rejects.toMatchObject({ code: 'INVALID_TOTP_CODE' })
  }
  const response = await project.send('POST /auth/mfa/sign-in', {
    body: { type: 'totp', totp: totpAt(secret, currentStep()), code: await attemptCode(project, person) },
  })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

let lastCode = ''

test('the secret is never shown and not readable in the database', async () => {
  const project = await testProject()
  const person = await personWithSecondFactor(project)
  const { db } = project.server.platform
  const row = await db.selectFrom('users').selectAll().where('id', '=', person.user_id).executeTakeFirstOrThrow()
  const shown = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: person.user_id } })
  expect(JSON.stringify([row, shown])).not.toContain(secret.toString('base64'))
})
