import { expect, test } from 'vitest'
import { goodPassword, type TestProject, testProject } from '../../testing/index.ts'
import { withPasskeys } from '../../testing/passkeys.ts'
import { ageProof, withStepUp } from '../../testing/step-up.ts'
import { personWithTrustedDevice, signInOn } from '../../testing/trusted-device.ts'

const start = ({ call }: TestProject, body = {}) => call('POST /auth/cli', { body })
const poll = ({ send }: TestProject, polling_code: string) => send('POST /auth/cli/poll', { body: { polling_code } })
const complete = ({ send }: TestProject, login_code: string, refresh_token: string) =>
  send('POST /auth/cli/complete', { body: { login_code, refresh_token } })

test('a command line waits, is confirmed, and gets a session of its own, once', async () => {
  const project = await testProject()
  const person = await project.signUp()
  const login = await start(project)
  expect(Date.parse(login.expires_at) - Date.now()).toBeGreaterThan(7_100_000)
  expect(await poll(project, login.polling_code)).toMatchObject({ status: 200, body: { status: 'waiting' } })

  expect(await complete(project, login.login_code, person.refresh_token)).toMatchObject({
    status: 200,
    body: { success: true },
  })
  const answer = await poll(project, login.polling_code)
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } })
  const { refresh_token } = answer.body as { refresh_token: string }
  expect(refresh_token).not.toBe(person.refresh_token)
  expect(await poll(project, login.polling_code)).toMatchObject({ status: 200, body: { status: 'used' } })

  const headers = { 'x-stack-refresh-token': refresh_token }
  const { access_token } = await project.call('POST /auth/sessions/current/refresh', { headers })
  expect((await project.call('GET /users/me', { user: { access_token } })).id).toBe(person.user_id)
  await project.call('DELETE /auth/sessions/current', { user: { access_token } })
  const own = { 'x-stack-refresh-token': person.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers: own })).resolves.toBeDefined()
})

test('the two codes do not stand for each other', async () => {
  const project = await testProject()
  const person = await project.signUp()
  const login = await start(project)
  expect((await complete(project, login.polling_code, person.refresh_token)).status).toBe(400)
  expect(await poll(project, login.login_code)).toMatchObject({ status: 400, body: { code: 'INVALID_POLLING_CODE' } })
})

test('only a living session of a regular user of the project can confirm', async () => {
  const project = await testProject()
  const other = await testProject()
  const login = await start(project)
  const foreign = await other.signUp()
  const anonymous = await project.call('POST /auth/anonymous/sign-up')
  const ended = await project.signUp()
  await project.call('DELETE /auth/sessions/current', { user: ended })
  const person = await project.signUp()
  const body = { user_id: person.user_id, is_impersonation: true }
  const impersonated = await project.call('POST /auth/sessions', { as: 'server', body })
  for (const { refresh_token } of [foreign, anonymous, ended, impersonated]) {
    expect((await complete(project, login.login_code, refresh_token)).status).toBe(400)
  }
  expect(await poll(project, login.polling_code)).toMatchObject({ body: { status: 'waiting' } })
  expect((await complete(other, login.login_code, foreign.refresh_token)).status).toBe(400)
})

test('confirming needs a recent proof in the session of the refresh token, if the project requires it', async () => {
  const project = await testProject(withStepUp)
  const person = await project.signUp()
  const login = await start(project)
  await ageProof(project, person)
  expect(await complete(project, login.login_code, person.refresh_token)).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', details: { methods: ['password'] } },
  })
  expect(await poll(project, login.polling_code)).toMatchObject({ body: { status: 'waiting' } })
  await project.call('POST /auth/step-up', { user: person, body: { type: 'password', password: goodPassword } })
  expect(await complete(project, login.login_code, person.refresh_token)).toMatchObject({ status: 200 })
})

test.each([
  ['that does not', {}],
  ['that does', withStepUp],
])('in a project %s require proofs, approving a command line needs what adding a passkey does', async (_, settings) => {
  const project = await testProject({ ...settings, ...withPasskeys })
  const { person, session: proven, token } = await personWithTrustedDevice(project)
  const body = (await signInOn(project, person, token)).body as typeof proven
  for (const [user, status] of [
    [body, 403],
    [proven, 200],
  ] as const) {
    const { login_code } = await start(project)
    const approval = await project.send('POST /auth/cli/complete', {
      body: { login_code, refresh_token: user.refresh_token },
    })
    const passkey = await project.send('POST /auth/passkey/initiate-passkey-registration', { user })
    expect([approval.status, passkey.status]).toEqual([status, status])
  }
})

test('a proof in one session does not count for another one of the same user', async () => {
  const project = await testProject(withStepUp)
  const person = await project.signUp()
  const { email, password } = person
  const stolen = await project.call('POST /auth/password/sign-in', { body: { email, password } })
  await ageProof(project, stolen)
  const { login_code } = await start(project)
  const body = { login_code, refresh_token: stolen.refresh_token }
  expect(await project.send('POST /auth/cli/complete', { user: person, body })).toMatchObject({ status: 403 })
})

test('a confirmed login that waits to be picked up ends with the sessions of whoever confirmed it', async () => {
  const project = await testProject()
  const person = await project.signUp()
  const [stolen, untouched] = [await start(project), await start(project)]
  await complete(project, stolen.login_code, person.refresh_token)
  await complete(project, untouched.login_code, (await project.signUp()).refresh_token)
  const body = { old_password: goodPassword, new_password: 'staple for a battery' }
  await project.call('POST /auth/password/update', { user: person, body })
  expect(await poll(project, stolen.polling_code)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_POLLING_CODE' },
  })
  expect(await poll(project, untouched.polling_code)).toMatchObject({ status: 201 })
})

test('an expired login is reported as expired, and cannot be confirmed', async () => {
  const project = await testProject()
  const person = await project.signUp()
  const login = await start(project, { expires_in_millis: 1 })
  await expect.poll(async () => (await poll(project, login.polling_code)).body).toEqual({ status: 'expired' })
  expect((await complete(project, login.login_code, person.refresh_token)).status).toBe(400)
})

test.each([-1, 0, 1.5, 86_400_001, 1e12])('a lifetime of %d is refused', async (expires_in_millis) => {
  const project = await testProject()
  await expect(start(project, { expires_in_millis })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
})
