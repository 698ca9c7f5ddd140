import { expect, test } from 'vitest'
import { separateServer, type TestProject, testProject } from '../testing/index.ts'
import { createTestProject } from '../testing/project.ts'
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
  const answer = await project.send('POST /auth/password/sign-in', { body: { email, password } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
  expect(JSON.stringify(answer.body)).not.toContain('token')
  return (answer.body as { details: { attempt_code: string } }).details.attempt_code
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

test('after twenty wrong codes in an hour a user has to wait, whatever the attempts', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const person = await personWithSecondFactor(project)
  for (let round = 0; round < 20; round++) {
    const code = round % 5 === 0 ? await attemptCode(project, person) : lastCode
    lastCode = code
    await expect(finish(project, code, '000000')).rejects.toMatchObject({ code: 'INVALID_TOTP_CODE' })
  }
  const answer = await project.send('POST /auth/mfa/sign-in', {
    body: { type: 'totp', totp: totpAt(secret, currentStep()), code: await attemptCode(project, person) },
  })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

let lastCode = ''

test('the secret is never shown and not readable in the database', async () => {
  const project = await testProject()
  const person = await personWithSecondFactor(project)
  const { db } = project.server.services
  const row = await db.selectFrom('users').selectAll().where('id', '=', person.user_id).executeTakeFirstOrThrow()
  const shown = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: person.user_id } })
  expect(JSON.stringify([row, shown])).not.toContain(secret.toString('base64'))
})
