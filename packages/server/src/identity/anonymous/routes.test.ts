import { expect, test } from 'vitest'
import { goodPassword, newEmail, race, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'

const allowed = { 'x-stack-allow-anonymous-user': 'true' }

function signUpAnonymously({ call }: TestProject) {
  return call('POST /auth/anonymous/sign-up')
}

function signUp({ call }: TestProject, user: { access_token: string }, email = newEmail()) {
  const body = { email, password: goodPassword, verification_callback_url: 'http://localhost:3000/verify' }
  return call('POST /auth/password/sign-up', { user, headers: allowed, body })
}

test('an anonymous user is a user without anything, even while sign-up is off', async () => {
  const project = await testProject({ 'auth.allowSignUp': false })
  const user = await signUpAnonymously(project)
  expect(await project.call('GET /users/me', { user, headers: allowed })).toMatchObject({
    id: user.user_id,
    is_anonymous: true,
    primary_email: null,
    auth_with_email: false,
  })
  await expect(project.call('GET /users/me', { user })).rejects.toMatchObject({
    status: 401,
    code: 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
  })
})

test('an anonymous user who signs up keeps id, data and team', async () => {
  const project = await testProject({ 'teams.createPersonalTeamOnSignUp': true })
  const anonymous = await signUpAnonymously(project)
  const headers = allowed
  await project.call('PATCH /users/me', { user: anonymous, headers, body: { client_metadata: { cart: [1] } } })
  const email = newEmail()
  const session = await signUp(project, anonymous, email)
  expect(session.user_id).toBe(anonymous.user_id)
  expect(await project.call('GET /users/me', { user: session })).toMatchObject({
    is_anonymous: false,
    primary_email: email,
    has_password: true,
    client_metadata: { cart: [1] },
    selected_team: { display_name: `${email}'s Team` },
  })
  const found = await project.call('GET /users', { as: 'server', query: { query: email } })
  expect(found.items.map((user) => user.id)).toEqual([anonymous.user_id])
})

test('the anonymous session does not give access to the account', async () => {
  const project = await testProject()
  const anonymous = await signUpAnonymously(project)
  await signUp(project, anonymous)
  const headers = { 'x-stack-refresh-token': anonymous.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
    code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  })
})

test('the anonymous session does not give access to the account after a sign-in with a code either', async () => {
  const project = await testProject({ 'auth.otp.allowSignIn': true })
  const anonymous = await signUpAnonymously(project)
  const email = newEmail()
  const callback_url = 'http://localhost:3000/magic'
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  const body = { code: await codeEmailedTo(project, email, 'magic_link') }
  const session = await project.call('POST /auth/otp/sign-in', { user: anonymous, headers: allowed, body })
  expect(session).toMatchObject({ user_id: anonymous.user_id, is_new_user: true })
  expect(session.refresh_token).not.toBe(anonymous.refresh_token)
  const headers = { 'x-stack-refresh-token': anonymous.refresh_token }
  await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
    code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  })
  const takeOver = { body: { password: goodPassword }, user: anonymous, headers: allowed }
  await expect(project.call('POST /auth/password/set', takeOver)).rejects.toMatchObject({
    code: 'ACCESS_TOKEN_EXPIRED',
  })
})

test.each([
  ['only', []],
  ['second', [{ value: 'first@example.com', is_primary: true, used_for_auth: true }]],
])('an anonymous user may sign up with an address that is its own already, as its %s one', async (_, others) => {
  const project = await testProject({ 'auth.otp.allowSignIn': true })
  const value = newEmail()
  const add = async (user: { access_token: string }, channel: object) => {
    const body = { user_id: 'me', type: 'email' as const, value, used_for_auth: false, ...channel }
    return project.call('POST /contact-channels', { user, headers: allowed, body })
  }
  const upgrades = {
    password: (user: { access_token: string }) => signUp(project, user, value),
    code: async (user: { access_token: string }) => {
      const body = { email: value, callback_url: 'http://localhost:3000/magic' }
      await project.call('POST /auth/otp/send-sign-in-code', { body })
      const code = await codeEmailedTo(project, value, 'magic_link')
      return project.call('POST /auth/otp/sign-in', { user, headers: allowed, body: { code } })
    },
  }
  for (const [method, upgrade] of Object.entries(upgrades)) {
    const anonymous = await signUpAnonymously(project)
    for (const other of others) await add(anonymous, other)
    const { id } = await add(anonymous, {})
    expect((await upgrade(anonymous)).user_id, method).toBe(anonymous.user_id)
    const query = { user_id: anonymous.user_id }
    const { items } = await project.call('GET /contact-channels', { as: 'server', query })
    const isVerified = method === 'code'
    expect(items.find((channel) => channel.id === id)).toMatchObject({
      value,
      is_primary: true,
      is_verified: isVerified,
      used_for_auth: true,
    })
    expect(items).toHaveLength(others.length + 1)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: anonymous.user_id } })
  }
})

test('an anonymous user may sign up with an address that it signs in with already', async () => {
  const project = await testProject()
  const anonymous = await signUpAnonymously(project)
  const value = newEmail()
  const body = { user_id: anonymous.user_id, type: 'email' as const, value, used_for_auth: true, is_verified: true }
  await project.call('POST /contact-channels', { as: 'server', body })
  expect(await signUp(project, anonymous, value)).toMatchObject({ user_id: anonymous.user_id })
  const signedIn = await project.call('POST /auth/password/sign-in', { body: { email: value, password: goodPassword } })
  expect(await project.call('GET /users/me', { user: signedIn })).toMatchObject({
    id: anonymous.user_id,
    is_anonymous: false,
    primary_email: value,
    primary_email_verified: true,
  })
  const stranger = await signUpAnonymously(project)
  await expect(signUp(project, stranger, value)).rejects.toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
})

test('a used email address or disabled sign-up leaves the anonymous user unchanged', async () => {
  const project = await testProject()
  const taken = await project.signUp()
  const anonymous = await signUpAnonymously(project)
  await expect(signUp(project, anonymous, taken.email)).rejects.toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
  await project.call('PATCH /internal/projects/current', { as: 'admin', body: { config: { sign_up_enabled: false } } })
  await expect(signUp(project, anonymous)).rejects.toMatchObject({ code: 'SIGN_UP_NOT_ENABLED' })
  const own = await project.call('GET /users/me', { user: anonymous, headers: allowed })
  expect(own).toMatchObject({ is_anonymous: true, primary_email: null })
})

test('a regular user who signs up gets a second account', async () => {
  const project = await testProject()
  const first = await project.signUp()
  expect((await signUp(project, first)).user_id).not.toBe(first.user_id)
})

test('of many sign-ups of one anonymous user at once, one keeps the account and the others get their own', async () => {
  const project = await testProject()
  const anonymous = await signUpAnonymously(project)
  const { succeeded, failed } = await race(10, () => signUp(project, anonymous))
  expect(failed).toEqual([])
  expect(succeeded.filter((session) => session.user_id === anonymous.user_id)).toHaveLength(1)
  expect(new Set(succeeded.map((session) => session.user_id)).size).toBe(10)
})
