import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import {
  newEmail,
  openEmailServer,
  separateServer,
  type TestEmail,
  type TestProject,
  testProject,
} from '../../testing/index.ts'
import { createTestProject, goodPassword, type SignedUp } from '../../testing/project.ts'
import { refreshWith, TestSessionKey } from '../../testing/session-key.ts'
import { createPerson } from '../../testing/world.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const newPassword = 'staple for a battery'
const secret = Buffer.alloc(20, 7).toString('base64')
const origin = 'http://localhost:3000'

async function registerPasskey({ call }: TestProject, user: { access_token: string }) {
  const { options_json, code } = await call('POST /auth/passkey/initiate-passkey-registration', { user })
  const credential = new TestAuthenticator().register({ challenge: options_json.challenge, origin })
  await call('POST /auth/passkey/register', { user, body: { credential, code } })
}

function addAddress({ call }: TestProject, user: { access_token: string }) {
  const body = { user_id: 'me', type: 'email' as const, value: newEmail('further'), used_for_auth: true }
  return call('POST /contact-channels', { user, body })
}

/** The kinds of emails that wait in the outbox of a project whose emails nobody sends. */
async function outboxOf({ id, server }: TestProject): Promise<string[]> {
  const { db } = server.platform
  const rows = await db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', id).execute()
  return rows.map((row) => row.kind).filter((kind) => kind !== 'email_verification')
}

const withPasskeys = { 'auth.passkey.allowSignIn': true }

type Change = (project: TestProject, person: SignedUp) => Promise<unknown>

const changes: Record<string, Change> = {
  password_changed: ({ call }, user) =>
    call('POST /auth/password/update', {
      user,
      body: { old_password: goodPassword, new_password: newPassword },
    }),
  second_factor_enabled: ({ call }, user) => call('PATCH /users/me', { user, body: { totp_secret_base64: secret } }),
  second_factor_disabled: async ({ call }, user) => {
    await call('PATCH /users/me', { user, body: { totp_secret_base64: secret } })
    await call('PATCH /users/me', { user, body: { totp_secret_base64: null } })
  },
  passkey_added: registerPasskey,
  passkey_removed: async (project, user) => {
    await registerPasskey(project, user)
    await project.call('PATCH /users/me', { user, body: { passkey_auth_enabled: false } })
  },
  email_added: addAddress,
  email_changed: async (project, user) => {
    const params = { user_id: 'me', id: (await addAddress(project, user)).id }
    await project.call('PATCH /contact-channels/{user_id}/{id}', { user, params, body: { is_primary: true } })
  },
  email_removed: async (project, user) => {
    const params = { user_id: 'me', id: (await addAddress(project, user)).id }
    await project.call('DELETE /contact-channels/{user_id}/{id}', { user, params })
  },
  cli_login_approved: async ({ call }, { refresh_token }) => {
    const { login_code } = await call('POST /auth/cli')
    await call('POST /auth/cli/complete', { body: { login_code, refresh_token } })
  },
  session_copy_refused: async (project, { email }) => {
    const { headers } = new TestSessionKey()
    const body = { email, password: goodPassword }
    const { refresh_token } = await project.call('POST /auth/password/sign-in', { headers, body })
    await refreshWith(project, refresh_token)
  },
}

test.each(Object.entries(changes))('the email %s describes the change', async (template, change) => {
  const project = await createTestProject(emailServer.server, withPasskeys)
  const person = await project.signUp()
  await change(project, person)
  const received = await emailServer.waitForEmail(person.email, template as never)
  expect(received.to).toEqual([person.email])
  expect(received.text).toContain('If it wasn’t')
  expect(received.link).toMatch(/^http:\/\/localhost:\d+\/api\/v1\/auth\/undo-change#code=[0-9a-z]{45}$/)
})

test('a password that was reset, or set for the first time, is announced', async () => {
  const project = await createTestProject(emailServer.server)
  const person = await project.signUp()
  const { email } = person
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url: origin } })
  const { link } = await emailServer.waitForEmail(email, 'password_reset')
  const code = new URL(link!).searchParams.get('code')!
  await project.call('POST /auth/password/reset', { body: { code, password: newPassword } })
  await emailServer.waitForEmail(email, 'password_changed')

  const without = await createPerson(project)
  await project.call('POST /auth/password/set', { user: without, body: { password: newPassword } })
  await emailServer.waitForEmail(without.email, 'password_changed')
})

describe('no email is sent', () => {
  test('for a change that was refused, or that changes nothing', async () => {
    const project = await testProject(withPasskeys)
    const person = await project.signUp()
    const update = { old_password: 'wrong', new_password: newPassword }
    await project.send('POST /auth/password/update', { user: person, body: update })
    await project.send('POST /auth/password/set', { user: person, body: { password: newPassword } })
    await project.call('PATCH /users/me', {
      user: person,
      body: { totp_secret_base64: null, passkey_auth_enabled: false },
    })
    await project.call('PATCH /users/me', { user: person, body: { display_name: 'Ada' } })
    const { code } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })
    const credential = new TestAuthenticator().register({ challenge: 'AAAA', origin })
    await project.send('POST /auth/passkey/register', { user: person, body: { credential, code } })
    expect(await outboxOf(project)).toEqual([])
  })

  test('for what an app changes about its users with its own keys', async () => {
    const project = await testProject(withPasskeys)
    const person = await project.signUp()
    await registerPasskey(project, person)
    const params = { user_id: person.user_id }
    const body = { password: newPassword, totp_secret_base64: secret, passkey_auth_enabled: false }
    for (const as of ['server', 'admin'] as const) await project.call('PATCH /users/{user_id}', { as, params, body })
    expect(await outboxOf(project)).toEqual(['passkey_added'])
  })

  test('to a user without an email address', async () => {
    const project = await testProject()
    const user = await project.call('POST /auth/anonymous/sign-up')
    const headers = { 'x-stack-allow-anonymous-user': 'true' }
    await project.call('PATCH /users/me', { user, headers, body: { totp_secret_base64: secret } })
    expect(await outboxOf(project)).toEqual([])
  })
})

test('repeated changes do not flood an inbox, and nothing else uses up the limit', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const person = await createPerson(project)
  const set = (totp_secret_base64: string | null) =>
    project.call('PATCH /users/me', { user: person, body: { totp_secret_base64 } })
  for (let round = 0; round < 25; round++) await set(null)
  expect(await outboxOf(project)).toHaveLength(0)
  for (let round = 0; round < 25; round++) await set(secret)
  expect(await outboxOf(project)).toHaveLength(20)
})
