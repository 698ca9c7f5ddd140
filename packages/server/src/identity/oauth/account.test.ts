import { describe, expect, test } from 'vitest'
import { randomCode } from '../../platform/random-code.ts'
import { newEmail, race, type TestProject } from '../../testing/index.ts'
import type { ProviderPerson } from '../../testing/oidc-server.ts'
import { goodPassword, readResponse } from '../../testing/project.ts'
import {
  exchangeCode,
  type FlowOptions,
  newPerson,
  openCallback,
  providerForTests,
  type StartedFlow,
  signInAt,
  signInWithProvider,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson } from '../../testing/world.ts'

const provider = providerForTests()
const { newProject } = provider

const signIn = (project: TestProject, person: ProviderPerson, options?: FlowOptions) =>
  signInWithProvider(provider.idp, project, person, options)

async function refusal(project: TestProject, person: ProviderPerson, options?: FlowOptions) {
  const { response } = await signInAt(provider.idp, project, person, options)
  return readResponse(response)
}

async function listUsers(project: TestProject) {
  return (await project.call('GET /users', { as: 'server' })).items
}

const taken = (email: unknown, wouldWork: boolean) => ({
  status: 409,
  body: {
    code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    details: { type: 'email', contact_channel_value: email, would_work_if_email_was_verified: wouldWork },
  },
})

describe('a new account', () => {
  test('comes with default permissions and a personal team, like every other', async () => {
    const project = await newProject({
      'teams.createPersonalTeamOnSignUp': true,
      'rbac.permissions.member': { scope: 'project' },
      'rbac.defaultPermissions.signUp': { member: true },
    })
    const { user, is_new_user } = await signIn(project, newPerson())
    expect(is_new_user).toBe(true)
    expect(user.selected_team).toMatchObject({ display_name: "Ada Lovelace's Team" })
    const snapshot = await takeSnapshot(provider.server.platform.db, project.id)
    expect(snapshot.project_permissions).toMatchObject([{ user_id: user.id, permission_id: 'member' }])
    const found = await project.call('GET /users', { as: 'server', query: { query: 'lovelace' } })
    expect(found.items.map(({ id }) => id)).toEqual([user.id])
  })

  test('has the verified email only if the provider vouches for it with a true', async () => {
    const project = await newProject()
    for (const email_verified of [false, undefined, 'false', 'true', 0, 1, null]) {
      const { user } = await signIn(project, newPerson({ email_verified }))
      expect(user, String(email_verified)).toMatchObject({ primary_email_verified: false })
    }
  })

  test('needs no email, no name and no image', async () => {
    const project = await newProject({ 'teams.createPersonalTeamOnSignUp': true })
    const { user } = await signIn(project, { sub: 'only-an-id' })
    expect(user).toMatchObject({
      primary_email: null,
      display_name: null,
      profile_image_url: null,
      oauth_providers: [{ id: 'google', account_id: 'only-an-id', email: null }],
      selected_team: { display_name: 'Personal Team' },
    })
  })

  test('has the email as it is stored everywhere: lower-cased, and found by it', async () => {
    const project = await newProject()
    const email = newEmail('Ada')
    const { user } = await signIn(project, newPerson({ email: email.toUpperCase() }))
    expect(user.primary_email).toBe(email.toLowerCase())
    expect(await signIn(project, newPerson({ email }), { provider: 'github' })).toMatchObject({
      is_new_user: false,
      user: { id: user.id },
    })
  })

  test('is not made while sign-up is off, and those who have one still get in', async () => {
    const project = await newProject()
    const [linked, merging] = [newPerson(), newPerson()]
    await signIn(project, linked)
    const existing = await signIn(project, merging)
    await project.call('PATCH /internal/config/override', {
      as: 'admin',
      body: { config_override_string: JSON.stringify({ 'auth.allowSignUp': false }) },
    })
    expect(await refusal(project, newPerson())).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    expect(await signIn(project, linked)).toMatchObject({ is_new_user: false })
    expect(await signIn(project, merging, { provider: 'github' })).toMatchObject({ user: { id: existing.user.id } })
    expect(await listUsers(project)).toHaveLength(2)
  })
})

describe('an account that is known', () => {
  // ASVS 6.8.1, 10.5.2
  test('is found by provider and account id, whatever its email and name are by now', async () => {
    const project = await newProject()
    const person = newPerson()
    const other = await signIn(project, newPerson())
    const { user } = await signIn(project, person)
    const elsewhere = await signIn(project, { ...newPerson(), sub: person.sub }, { provider: 'github' })
    expect(elsewhere.user.id).not.toBe(user.id)
    const renamed = { ...person, email: other.user.primary_email, name: 'Grace' }
    const again = await signIn(project, renamed)
    expect(again).toMatchObject({ is_new_user: false, user: { id: user.id, display_name: 'Ada Lovelace' } })
    expect(again.user.primary_email).toBe(person.email)
    expect(await listUsers(project)).toHaveLength(3)
  })

  test('is not known in another project', async () => {
    const person = newPerson()
    const { user } = await signIn(await newProject(), person)
    const elsewhere = await signIn(await newProject(), person)
    expect(elsewhere).toMatchObject({ is_new_user: true })
    expect(elsewhere.user.id).not.toBe(user.id)
  })
})

describe('an email that someone signs in with already', () => {
  const verified = { as: 'server', body: { primary_email_verified: true } } as const

  async function withPassword(project: TestProject, email: string, isVerified: boolean) {
    const signedUp = await project.signUp(email)
    if (isVerified) {
      await project.call('PATCH /users/{user_id}', { ...verified, params: { user_id: signedUp.user_id } })
    }
    return signedUp
  }

  test('leads to that account when it is verified on both sides', async () => {
    const project = await newProject({ 'auth.password.allowSignIn': true })
    const person = newPerson()
    const { user_id } = await withPassword(project, String(person.email), true)
    const { user, is_new_user } = await signIn(project, person)
    expect({ id: user.id, is_new_user }).toEqual({ id: user_id, is_new_user: false })
    expect(user).toMatchObject({ has_password: true, display_name: null, oauth_providers: [{ id: 'google' }] })
    expect(await signIn(project, person, { provider: 'github' })).toMatchObject({ user: { id: user_id } })
  })

  test('does not lead to an account that never proved it, so that nobody waits there for its owner', async () => {
    const project = await newProject({ 'auth.password.allowSignIn': true })
    const person = newPerson()
    const attacker = await withPassword(project, String(person.email), false)
    const before = await takeSnapshot(provider.server.platform.db, project.id)
    expect(await refusal(project, person)).toMatchObject(taken(person.email, true))
    expect(await refusal(project, { ...person, email_verified: false })).toMatchObject(taken(person.email, true))
    const after = await takeSnapshot(provider.server.platform.db, project.id)
    expect({ ...after, oauth_flows: [] }).toEqual(before)
    expect(await project.call('GET /users/me', { user: attacker })).toMatchObject({ oauth_providers: [] })
  })

  test.each([
    false,
    undefined,
    'false',
    'true',
    0,
    1,
  ])('does not lead to it when the provider says %s about it', async (email_verified) => {
    const project = await newProject({ 'auth.password.allowSignIn': true })
    const person = newPerson({ email_verified })
    await withPassword(project, String(person.email), true)
    expect(await refusal(project, person)).toMatchObject(taken(person.email, false))
    expect(await listUsers(project)).toHaveLength(1)
  })

  test('is an error by the strategy raise_error', async () => {
    const project = await newProject({ 'auth.oauth.accountMergeStrategy': 'raise_error' })
    const person = newPerson()
    const { user } = await signIn(project, person)
    expect(await refusal(project, person, { provider: 'github' })).toMatchObject(taken(person.email, false))
    expect(await signIn(project, person)).toMatchObject({ user: { id: user.id } })
  })

  test('makes a second account by the strategy allow_duplicates, which does not sign in by email', async () => {
    const project = await newProject({ 'auth.oauth.accountMergeStrategy': 'allow_duplicates' })
    const person = newPerson()
    const first = await signIn(project, person)
    const second = await signIn(project, person, { provider: 'github' })
    expect(first.user).toMatchObject({ primary_email: person.email, primary_email_auth_enabled: true })
    expect(second.user).toMatchObject({ primary_email: person.email, primary_email_auth_enabled: false })
    expect(second.user.id).not.toBe(first.user.id)
    expect(second.is_new_user).toBe(true)
    expect(await signIn(project, person, { provider: 'github' })).toMatchObject({ user: { id: second.user.id } })
  })

  test('does not bring an account back that was taken away as a way to sign in', async () => {
    const project = await newProject()
    const person = newPerson()
    const { user } = await signIn(project, person)
    await provider.server.platform.db
      .updateTable('provider_links')
      .set({ allow_sign_in: false })
      .where('project_id', '=', project.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(await refusal(project, person)).toMatchObject(taken(person.email, false))
  })

  test('that does not sign anybody in is free', async () => {
    const project = await newProject()
    const person = newPerson()
    const body = { primary_email: String(person.email), primary_email_auth_enabled: false }
    await project.call('POST /users', { as: 'server', body })
    const { user, is_new_user } = await signIn(project, person)
    expect(is_new_user).toBe(true)
    expect(user).toMatchObject({ primary_email: person.email, primary_email_auth_enabled: true })
  })
})

describe('at once', () => {
  /** Twenty browsers come back at the same moment. */
  async function comeBackAtOnce(
    project: TestProject,
    personOf: (index: number) => ProviderPerson,
    options?: FlowOptions,
  ) {
    const ways: { flow: StartedFlow; url: URL }[] = []
    for (let index = 0; index < 20; index++) {
      const flow = await startFlow(project, options)
      ways.push({ flow, url: await provider.idp.signIn(flow.authorizationUrl, personOf(index)) })
    }
    return race(20, async (index) => {
      const { flow, url } = ways[index]!
      const response = await openCallback(project, url, flow.cookie)
      if (response.status !== 303) throw await readResponse(response)
      const code = new URL(response.headers.get('location')!).searchParams.get('code')!
      const answer = await exchangeCode(project, code, flow.verifier)
      return answer.body as { is_new_user: boolean }
    })
  }

  async function comeBack(...args: Parameters<typeof comeBackAtOnce>) {
    const { succeeded, failed } = await comeBackAtOnce(...args)
    expect(failed).toEqual([])
    return succeeded
  }

  test('twenty sign-ins with one account make one user', async () => {
    const project = await newProject({ 'teams.createPersonalTeamOnSignUp': true })
    const person = newPerson()
    const responses = await comeBack(project, () => person)
    expect(responses.filter(({ is_new_user }) => is_new_user)).toHaveLength(1)
    expect(await listUsers(project)).toHaveLength(1)
    const snapshot = await takeSnapshot(provider.server.platform.db, project.id)
    for (const table of ['provider_links', 'provider_tokens', 'contact_channels', 'teams', 'team_memberships']) {
      expect(snapshot[table], table).toHaveLength(1)
    }
  })

  test('twenty accounts of one provider with one verified email make one user, who signs in with one of them', async () => {
    const project = await newProject()
    const email = newEmail()
    const { succeeded, failed } = await comeBackAtOnce(project, () => newPerson({ email }))
    expect(succeeded).toEqual([expect.objectContaining({ is_new_user: true })])
    expect(failed).toHaveLength(19)
    for (const refusal of failed) {
      expect(refusal).toMatchObject({ body: { code: 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION' } })
    }
    const [user, ...others] = await listUsers(project)
    expect(others).toEqual([])
    expect(user!.oauth_providers).toHaveLength(1)
  })

  test('twenty sign-ins of one anonymous user upgrade it once', async () => {
    const project = await newProject()
    const anonymous = await createPerson(project, { isAnonymous: true })
    const responses = await comeBack(project, () => newPerson(), { query: { token: anonymous.access_token } })
    expect(responses.every(({ is_new_user }) => is_new_user)).toBe(true)
    const users = await listUsers(project)
    expect(users).toHaveLength(20)
    expect(users.filter(({ id }) => id === anonymous.id)).toHaveLength(1)
  })

  test('twenty links of one account to one user make one link', async () => {
    const project = await newProject()
    const { id, access_token } = await createPerson(project)
    const person = newPerson()
    await comeBack(project, () => person, { query: { type: 'link', token: access_token } })
    const [user] = await listUsers(project)
    expect(user).toMatchObject({ id, oauth_providers: [{ account_id: person.sub }] })
  })
})

describe('an anonymous user', () => {
  test('becomes the account, with id and data, and the session from before has ended', async () => {
    const project = await newProject({ 'teams.createPersonalTeamOnSignUp': true })
    const anonymous = await project.call('POST /auth/anonymous/sign-up', {})
    await project.call('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: anonymous.user_id },
      body: { client_metadata: { cart: 3 } },
    })
    const person = newPerson({ picture: 'https://example.com/ada.png' })
    const { user, is_new_user, refresh_token } = await signIn(project, person, {
      query: { token: anonymous.access_token },
    })
    expect(is_new_user).toBe(true)
    expect(user).toMatchObject({
      id: anonymous.user_id,
      is_anonymous: false,
      client_metadata: { cart: 3 },
      primary_email: person.email,
      display_name: 'Ada Lovelace',
      profile_image_url: 'https://example.com/ada.png',
      selected_team: { display_name: "Ada Lovelace's Team" },
      oauth_providers: [{ account_id: person.sub }],
    })
    const refresh = (token: string) =>
      project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': token } })
    expect(await refresh(refresh_token)).toMatchObject({ status: 200 })
    expect(await refresh(anonymous.refresh_token)).toMatchObject({ status: 401 })
  })

  test('stays as it is when the account at the provider has a user already, and when sign-up is off', async () => {
    const project = await newProject()
    const person = newPerson()
    const known = await signIn(project, person)
    const anonymous = await createPerson(project, { isAnonymous: true })
    const query = { token: anonymous.access_token }
    expect(await signIn(project, person, { query })).toMatchObject({ user: { id: known.user.id } })
    const closed = await newProject({ 'auth.allowSignUp': false })
    const visitor = await createPerson(closed, { isAnonymous: true })
    expect(await refusal(closed, newPerson(), { query: { token: visitor.access_token } })).toMatchObject({
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
    for (const [each, id] of [
      [project, anonymous.id],
      [closed, visitor.id],
    ] as const) {
      const user = await each.call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })
      expect(user).toMatchObject({ is_anonymous: true, oauth_providers: [] })
    }
  })

  test('is not what someone else becomes who opens its link: only the browser that began it upgrades it', async () => {
    const project = await newProject()
    const attacker = await createPerson(project, { isAnonymous: true })
    const person = newPerson()
    const { response } = await signInAt(provider.idp, project, person, { query: { token: attacker.access_token } })
    expect(response.status).toBe(303)
    const params = { user_id: attacker.id }
    expect(await project.call('GET /users/{user_id}', { as: 'server', params })).toMatchObject({
      is_anonymous: true,
      primary_email: null,
    })
    const own = await signIn(project, person)
    expect(own).toMatchObject({ is_new_user: true })
    expect(own.user.id).not.toBe(attacker.id)
  })

  test('with an address of its own gets that of the provider', async () => {
    const project = await newProject()
    const anonymous = await createPerson(project, { isAnonymous: true })
    await project.call('PATCH /users/{user_id}', {
      as: 'server',
      params: { user_id: anonymous.id },
      body: { primary_email: newEmail('guess') },
    })
    const person = newPerson()
    const { user } = await signIn(project, person, { query: { token: anonymous.access_token } })
    expect(user).toMatchObject({ id: anonymous.id, primary_email: person.email, primary_email_verified: true })
  })

  test('who was deleted meanwhile, and a regular user, get an account like everyone', async () => {
    const project = await newProject()
    const anonymous = await createPerson(project, { isAnonymous: true })
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: anonymous.id } })
    const regular = await createPerson(project)
    for (const { id, access_token } of [anonymous, regular]) {
      const { user, is_new_user } = await signIn(project, newPerson(), { query: { token: access_token } })
      expect(is_new_user).toBe(true)
      expect(user.id).not.toBe(id)
    }
  })
})

describe('linking', () => {
  const link = ({ access_token }: { access_token: string }, more = {}) => ({
    query: { type: 'link', token: access_token, ...more },
  })

  test('gives a signed-in user another way in, whatever the email of the account', async () => {
    const project = await newProject({ 'auth.allowSignUp': false })
    const person = await createPerson(project)
    const account = newPerson({ email_verified: false })
    const linked = await signIn(project, account, link(person))
    expect(linked).toMatchObject({ is_new_user: false, user: { id: person.id, primary_email: person.email } })
    expect(linked.user.oauth_providers).toEqual([{ id: 'google', account_id: account.sub, email: account.email }])
    expect(await signIn(project, account)).toMatchObject({ is_new_user: false, user: { id: person.id } })
    expect(await signIn(project, account, link(person))).toMatchObject({ user: { id: person.id } })
    expect((await listUsers(project))[0]!.oauth_providers).toHaveLength(1)
  })

  test('does not take an account away from another user', async () => {
    const project = await newProject()
    const account = newPerson()
    const owner = await signIn(project, account)
    const other = await createPerson(project)
    expect(await refusal(project, account, link(other))).toMatchObject({
      status: 409,
      body: { code: 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER' },
    })
    const error_redirect_url = 'http://localhost:3000/error'
    const redirected = await refusal(project, account, link(other, { error_redirect_url }))
    expect(redirected.status).toBe(307)
    expect(await signIn(project, account)).toMatchObject({ user: { id: owner.user.id } })
  })

  test('brings an account back that was taken away as a way to sign in', async () => {
    const project = await newProject()
    const account = newPerson()
    const { user, ...session } = await signIn(project, account)
    await provider.server.platform.db
      .updateTable('provider_links')
      .set({ allow_sign_in: false, allow_connected_accounts: false })
      .where('project_id', '=', project.id)
      .execute()
    await signIn(project, account, link(session))
    const { provider_links } = await takeSnapshot(provider.server.platform.db, project.id)
    expect(provider_links).toMatchObject([{ user_id: user.id, allow_sign_in: true, allow_connected_accounts: true }])
  })

  test('waits for the browser that began it, so that a link from someone else ties nothing to their account', async () => {
    const project = await newProject()
    const attacker = await createPerson(project)
    const account = newPerson()
    const { response, flow, code } = await signInAt(provider.idp, project, account, link(attacker))
    expect(response.status).toBe(303)
    expect(await exchangeCode(project, code, randomCode())).toMatchObject({
      body: { code: 'INVALID_AUTHORIZATION_CODE' },
    })
    const before = await takeSnapshot(provider.server.platform.db, project.id)
    expect(before).toMatchObject({ provider_links: [], provider_tokens: [] })
    expect(JSON.stringify(before)).not.toMatch(/access-[0-9a-f]{8}|refresh-[0-9a-f]{8}/)
    const owner = await signIn(project, account)
    expect(owner).toMatchObject({ is_new_user: true })
    expect(await exchangeCode(project, code, flow.verifier)).toMatchObject({
      status: 409,
      body: { code: 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER' },
    })
    expect(await signIn(project, account)).toMatchObject({ user: { id: owner.user.id } })
  })

  test('of a user with a second factor takes effect before the factor is requested', async () => {
    const project = await newProject()
    const person = await createPerson(project)
    const secret = Buffer.from('12345678901234567890').toString('base64')
    await project.call('PATCH /users/me', { user: person, body: { totp_secret_base64: secret } })
    const account = newPerson()
    const { flow, code } = await signInAt(provider.idp, project, account, link(person))
    expect(await exchangeCode(project, code, flow.verifier)).toMatchObject({
      body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' },
    })
    const [user] = await listUsers(project)
    expect(user!.oauth_providers).toMatchObject([{ account_id: account.sub }])
  })

  test('is refused to whoever was signed out between the callback and the exchange', async () => {
    const project = await newProject()
    const person = await createPerson(project)
    const { flow, code } = await signInAt(provider.idp, project, newPerson(), link(person))
    await project.call('DELETE /auth/sessions/current', { user: person })
    expect(await exchangeCode(project, code, flow.verifier)).toMatchObject({
      status: 400,
      body: expect.stringContaining('signed out'),
    })
    const { provider_links } = await takeSnapshot(provider.server.platform.db, project.id)
    expect(provider_links).toEqual([])
  })

  test('is refused to whoever was signed out or deleted since it began', async () => {
    const project = await newProject({ 'auth.password.allowSignIn': true })
    const victim = await project.signUp()
    const account = newPerson()
    const flow = await startFlow(project, link(victim))
    const url = await provider.idp.signIn(flow.authorizationUrl, account)
    const body = { old_password: goodPassword, new_password: 'staple for a battery' }
    await project.call('POST /auth/password/update', { user: victim, body })
    expect(await readResponse(await openCallback(project, url, flow.cookie))).toMatchObject({
      status: 400,
      body: expect.stringContaining('signed out'),
    })
    const deleted = await createPerson(project)
    const late = await startFlow(project, link(deleted))
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: deleted.id } })
    const lateUrl = await provider.idp.signIn(late.authorizationUrl, account)
    expect(await readResponse(await openCallback(project, lateUrl, late.cookie))).toMatchObject({ status: 400 })
    const { provider_links } = await takeSnapshot(provider.server.platform.db, project.id)
    expect(provider_links).toEqual([])
  })
})

test('the tokens of the provider are kept, and not readable in the database', async () => {
  const project = await newProject()
  await signIn(project, newPerson())
  const snapshot = await takeSnapshot(provider.server.platform.db, project.id)
  expect(snapshot.provider_tokens).toMatchObject([
    {
      scopes: ['email', 'openid', 'profile'],
      access_token_encrypted: expect.stringMatching(/^v1:/),
      refresh_token_encrypted: expect.stringMatching(/^v1:/),
    },
  ])
  expect(JSON.stringify(snapshot)).not.toMatch(/access-[0-9a-f]{8}|refresh-[0-9a-f]{8}/)
})
