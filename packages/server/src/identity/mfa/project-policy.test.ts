import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import {
  createTestProject,
  goodPassword,
  internalProject,
  race,
  type SignedUp,
  separateServer,
  type TestProject,
  testProject,
} from '../../testing/index.ts'
import { personWithPasskey, registerPasskey, signInWithPasskey, withPasskeys } from '../../testing/passkeys.ts'
import { projectWithKeys } from '../../testing/project.ts'
import {
  enroll,
  enrollment,
  isMarked,
  readMe,
  refresh,
  refusedWithout,
  setPolicy,
  setTeamPolicy,
  totpSecret,
} from '../../testing/second-factor-policy.ts'
import { teamActions } from '../../testing/team.ts'
import { createOwner, createPerson } from '../../testing/world.ts'
import { totpAt } from './totp.ts'

const day = 24 * 3600 * 1000

describe('a project that requires a second factor', () => {
  test('lets a live session do nothing but set one up, and then everything', async () => {
    const project = await testProject()
    const person = await project.signUp()
    expect(await readMe(project, person)).toMatchObject({ status: 200, body: { id: person.user_id } })
    expect((await readMe(project, person)).body).not.toHaveProperty('second_factor_requirement')
    await setPolicy(project, 'required')
    expect(await readMe(project, person)).toMatchObject({
      ...refusedWithout,
      body: { details: { required_by: 'project', display_name: 'Test project' } },
    })
    expect(await enroll(project, person)).toMatchObject({ status: 200, body: { requires_totp_mfa: true } })
    const requirement = { required_by: 'project', display_name: 'Test project', required_from_millis: null }
    expect(await readMe(project, person)).toMatchObject({
      status: 200,
      body: { second_factor_requirement: requirement },
    })
  })

  test('reaches the live sessions of another server without a new token', async () => {
    const here = await testProject()
    const there = projectWithKeys(await separateServer({}), here.id, here.keys)
    const person = await here.signUp()
    expect(await readMe(there, person)).toMatchObject({ status: 200 })
    await setPolicy(here, 'required')
    await expect.poll(() => readMe(there, person), { timeout: 20_000 }).toMatchObject(refusedWithout)
    await setPolicy(here, 'optional')
    await expect.poll(() => readMe(there, person), { timeout: 20_000 }).toMatchObject({ status: 200 })
  })

  test('tells in the access token, until the next one after it was set up', async () => {
    const project = await testProject()
    const person = await project.signUp()
    expect(isMarked(person)).toBe(undefined)
    await setPolicy(project, 'required')
    expect(isMarked(await refresh(project, person))).toBe(true)
    const { email, password } = person
    expect(isMarked(await project.call('POST /auth/password/sign-in', { body: { email, password } }))).toBe(true)
    await enroll(project, person)
    expect(isMarked(await refresh(project, person))).toBe(undefined)
  })

  test('from a date on: until then users are told, and may remove what they have', async () => {
    let aheadMillis = 0
    const server = await separateServer({ now: () => new Date(Date.now() + aheadMillis) })
    const project = await createTestProject(server)
    const person = await project.signUp()
    const from = Date.now() + day
    await setPolicy(project, 'required', from)
    const requirement = { required_by: 'project', display_name: 'Test project', required_from_millis: from }
    expect(await readMe(project, person)).toMatchObject({ body: { second_factor_requirement: requirement } })
    expect(isMarked(await refresh(project, person))).toBe(undefined)
    await enroll(project, person)
    expect(await enroll(project, person, { totp_secret_base64: null })).toMatchObject({ status: 200 })
    aheadMillis = day + 60_000
    expect(await readMe(project, await refresh(project, person))).toMatchObject(refusedWithout)
  })

  test('leaves nobody without: who has one cannot remove it, but can replace it', async () => {
    const project = await testProject()
    const person = await project.signUp()
    await enroll(project, person)
    await setPolicy(project, 'required')
    expect(await enroll(project, person, { totp_secret_base64: null })).toMatchObject({
      status: 400,
      body: expect.stringContaining('requires a second factor, so it cannot be removed'),
    })
    const other = { totp_secret_base64: Buffer.from('another secret of someone').toString('base64') }
    expect(await enroll(project, person, other)).toMatchObject({ status: 200 })
    // A server resets it for somebody who has lost it; the next thing they can do is to set up another.
    const params = { user_id: person.user_id }
    await project.call('PATCH /users/{user_id}', { as: 'server', params, body: { totp_secret_base64: null } })
    expect(await readMe(project, person)).toMatchObject(refusedWithout)
  })

  test('does not concern anonymous users, who become users with it', async () => {
    const project = await testProject()
    await setPolicy(project, 'required')
    const anonymous = await project.call('POST /auth/anonymous/sign-up')
    const headers = { 'x-stack-allow-anonymous-user': 'true' }
    expect(await project.send('GET /users/me', { user: anonymous, headers })).toMatchObject({ status: 200 })
    expect(isMarked(anonymous)).toBe(undefined)
  })

  test('restricts sessions that servers, command lines and owners have made', async () => {
    const project = await testProject()
    const person = await createPerson(project, { password: goodPassword })
    const confirming = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    const { login_code, polling_code } = await project.call('POST /auth/cli', { body: {} })
    const approval = { login_code, refresh_token: confirming.refresh_token }
    await project.call('POST /auth/cli/complete', { body: approval })
    await setPolicy(project, 'required')
    const body = { user_id: person.id }
    const byServer = await project.call('POST /auth/sessions', { as: 'server', body })
    expect(isMarked(byServer)).toBe(true)
    expect(await readMe(project, byServer)).toMatchObject(refusedWithout)

    const polled = (await project.send('POST /auth/cli/poll', { body: { polling_code } })).body
    const byCommand = await refresh(project, polled as { refresh_token: string })
    expect(await readMe(project, byCommand)).toMatchObject(refusedWithout)
    expect(await project.send('POST /auth/cli/complete', { user: byServer, body: approval })).toMatchObject(
      refusedWithout,
    )
  })

  test('lets an owner who signs in as the user neither do anything nor set one up', async () => {
    const project = await testProject()
    await setPolicy(project, 'required')
    const person = await createPerson(project)
    const body = { user_id: person.id, is_impersonation: true }
    const impersonation = await project.call('POST /auth/sessions', { as: 'admin', body })
    expect(await readMe(project, impersonation)).toMatchObject(refusedWithout)
    expect(await enroll(project, impersonation)).toMatchObject({
      status: 403,
      body: expect.stringContaining('impersonating'),
    })
    const { db } = project.server.platform
    const user = await db.selectFrom('users').select('requires_totp').where('id', '=', person.id).executeTakeFirst()
    expect(user).toEqual({ requires_totp: false })
  })

  test('links no account at a provider, which takes the token in the query', async () => {
    const github = { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: true }
    const project = await testProject({ 'auth.oauth.providers': { github } })
    const person = await project.signUp()
    await setPolicy(project, 'required')
    const query = {
      client_id: project.id,
      client_secret: project.keys.publishableClientKey,
      redirect_uri: 'http://localhost:3000/handler/oauth-callback',
      scope: 'legacy',
      state: 'state',
      grant_type: 'authorization_code',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      response_type: 'code',
      type: 'link',
      token: person.access_token,
    }
    const request = { params: { provider: 'github' }, query }
    expect(await project.send('GET /auth/oauth/authorize/{provider}', request)).toMatchObject(refusedWithout)
  })

  test('leaves API keys as they are: they are no sessions', async () => {
    const project = await testProject({ 'apiKeys.enabled.user': true })
    const person = await createPerson(project)
    const made = { user_id: person.id, description: 'CI', expires_at_millis: null }
    const { value } = await project.call('POST /user-api-keys', { as: 'server', body: made })
    await setPolicy(project, 'required')
    const found = await project.call('POST /user-api-keys/check', { as: 'server', body: { api_key: value } })
    expect(found).toMatchObject({ user_id: person.id })
    expect(await project.send('POST /user-api-keys', { user: person, body: made })).toMatchObject(refusedWithout)
  })

  test('asks for step-up before a second factor is set up, and lets it be proven', async () => {
    const project = await testProject({ 'auth.stepUp.isRequired': true })
    const person = await createPerson(project, { password: goodPassword })
    await setPolicy(project, 'required')
    expect(await enroll(project, person)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
    const body = { type: 'password' as const, password: goodPassword }
    const { access_token } = await project.call('POST /auth/step-up', { user: person, body })
    expect(isMarked({ access_token })).toBe(true)
    expect(await enroll(project, { access_token })).toMatchObject({ status: 200 })
  })

  test('asks for it at every sign-in after it was set up in one', async () => {
    const project = await testProject()
    const { email, password } = await project.signUp()
    await setPolicy(project, 'required')
    const signIn = () => project.send('POST /auth/password/sign-in', { body: { email, password } })
    await enroll(project, (await signIn()).body as { access_token: string })
    const refused = await signIn()
    expect(refused).toMatchObject({ body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    const { attempt_code: code } = (refused.body as { details: { attempt_code: string } }).details
    const totp = totpAt(totpSecret, Math.floor(Date.now() / 30_000))
    const session = await project.call('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
    expect(await readMe(project, session)).toMatchObject({ status: 200 })
  })
})

test('of several requests that set up the first second factor, one succeeds and the others say so', async () => {
  const project = await testProject()
  await setPolicy(project, 'required')
  const person = await project.signUp()
  const secretOf = (index: number) => Buffer.alloc(20, index + 1).toString('base64')
  const { succeeded, failed } = await race(10, async (index) => {
    const body = { totp_secret_base64: secretOf(index) }
    await project.call('PATCH /users/me', { user: person, body })
    return index
  })
  // A request that starts after another has finished replaces its secret, as always.
  expect(succeeded.length).toBeGreaterThanOrEqual(1)
  for (const error of failed) expect(error).toMatchObject({ status: 409, message: expect.stringContaining('meantime') })
})

describe('a session from before the first second factor', () => {
  /** Somebody else knows the password, and keeps a session for later. */
  async function open(policy: 'optional' | 'required') {
    const project = await testProject(withPasskeys)
    const person = await project.signUp()
    await setPolicy(project, policy)
    const body = { email: person.email, password: person.password }
    return { project, person, parked: await project.call('POST /auth/password/sign-in', { body }) }
  }

  const ended = { status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } }
  const refreshParked = (project: TestProject, { refresh_token }: { refresh_token: string }) =>
    project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })

  test.each(['optional', 'required'] as const)('ends with an authenticator app, %s', async (policy) => {
    const { project, person, parked } = await open(policy)
    expect(await enroll(project, person)).toMatchObject({ status: 200 })
    expect(await refreshParked(project, parked)).toMatchObject({ status: 401 })
    const another = { totp_secret_base64: Buffer.alloc(20, 9).toString('base64') }
    expect(await enroll(project, parked, another)).toMatchObject(ended)
    expect(await project.send('POST /auth/recovery-codes', { user: parked })).toMatchObject(ended)
    if (policy === 'required') expect(await readMe(project, parked)).toMatchObject(ended)
    expect(await readMe(project, await refresh(project, person))).toMatchObject({ status: 200 })
  })

  test.each(['optional', 'required'] as const)('ends with a passkey, %s', async (policy) => {
    const { project, person, parked } = await open(policy)
    await registerPasskey(project, person)
    expect(await enroll(project, person, { passkey_mfa_enabled: true })).toMatchObject({ status: 200 })
    expect(await refreshParked(project, parked)).toMatchObject({ status: 401 })
    expect(await enroll(project, parked, { passkey_mfa_enabled: false })).toMatchObject(ended)
    expect(await readMe(project, await refresh(project, person))).toMatchObject({ status: 200 })
  })

  test('ends with one that a server sets', async () => {
    const { project, person, parked } = await open('optional')
    const params = { user_id: person.user_id }
    await project.call('PATCH /users/{user_id}', { as: 'server', params, body: enrollment })
    expect(await refreshParked(project, parked)).toMatchObject({ status: 401 })
  })

  test('goes on when a second one is added', async () => {
    const { project, person } = await open('optional')
    await enroll(project, person)
    const other = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.user_id } })
    await registerPasskey(project, person)
    await enroll(project, person, { passkey_mfa_enabled: true })
    expect(await readMe(project, await refresh(project, other))).toMatchObject({ status: 200 })
  })

  test('does not start if the sign-in had begun before', async () => {
    const { project, person } = await open('optional')
    const { db } = project.server.platform
    let signingIn: ReturnType<typeof signIn>
    const signIn = () =>
      project.send('POST /auth/password/sign-in', { body: { email: person.email, password: person.password } })
    await inTransaction(db, async (trx) => {
      const sealed = { totp_secret_encrypted: 'sealed', requires_totp: true }
      await trx.updateTable('users').set(sealed).where('id', '=', person.user_id).execute()
      signingIn = signIn()
      await expect.poll(() => isStarting(project), { timeout: 20_000 }).toBe(true)
    })
    expect(await signingIn!).toMatchObject({ body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
  })
})

async function isStarting({ server }: TestProject): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO sessions%'`.execute(
    server.platform.db,
  )
  return rows.length > 0
}

describe('passkeys as the second factor', () => {
  const passkeyFactor = (isOn: boolean) => ({ passkey_mfa_enabled: isOn })
  const removeAll = { passkey_auth_enabled: false }
  const kept = { status: 400, body: expect.stringContaining('requires a second factor, so it cannot be removed') }

  async function removePasskey(project: TestProject, user: SignedUp) {
    const { items } = await project.call('GET /passkeys', { user, query: { user_id: 'me' } })
    const params = { user_id: 'me', id: items[0]!.id }
    return project.send('DELETE /passkeys/{user_id}/{id}', { user, params })
  }

  test('are set up in a session that may do nothing else, and then it may', async () => {
    const project = await testProject(withPasskeys)
    const person = await project.signUp()
    await setPolicy(project, 'required')
    await registerPasskey(project, person)
    // A passkey alone is none.
    expect(await readMe(project, person)).toMatchObject(refusedWithout)
    expect(isMarked(await refresh(project, person))).toBe(true)
    expect(await enroll(project, person, passkeyFactor(true))).toMatchObject({ status: 200 })
    expect(await readMe(project, person)).toMatchObject({ status: 200, body: { passkey_mfa_enabled: true } })
    expect(isMarked(await refresh(project, person))).toBe(undefined)
    expect(await project.send('POST /auth/recovery-codes', { user: person })).toMatchObject({ status: 200 })
  })

  test('start sessions that go on, also where a team requires a second factor', async () => {
    const { project, person, authenticator } = await personWithPasskey()
    await enroll(project, person, passkeyFactor(true))
    const team = await project.call('POST /teams', { as: 'server', body: { display_name: 'Engines' } })
    const params = { team_id: team.id, user_id: person.user_id }
    await project.call('POST /team-memberships/{team_id}/{user_id}', { as: 'server', params, body: {} })
    await setTeamPolicy(project, team.id)
    const session = await signInWithPasskey(project, authenticator)
    expect(isMarked(session)).toBe(undefined)
    expect(await readMe(project, session)).toMatchObject({ status: 200 })
    expect(isMarked(await refresh(project, person))).toBe(undefined)
    expect(await readMe(project, person)).toMatchObject({ status: 200 })
    expect(await enroll(project, person, passkeyFactor(false))).toMatchObject(kept)
    const query = { team_id: team.id }
    const count = await project.call('GET /internal/second-factor', { as: 'admin', query })
    expect(count).toMatchObject({ counted_users: 1, users_without: 0 })
  })

  test('cannot be switched off or removed if nothing else is left', async () => {
    const { project, person } = await personWithPasskey()
    await enroll(project, person, passkeyFactor(true))
    await setPolicy(project, 'required')
    expect(await enroll(project, person, passkeyFactor(false))).toMatchObject(kept)
    expect(await enroll(project, person, removeAll)).toMatchObject(kept)
    expect(await removePasskey(project, person)).toMatchObject(kept)
    // One of two is not the last.
    await registerPasskey(project, person)
    expect(await removePasskey(project, person)).toMatchObject({ status: 200 })
    expect(await readMe(project, person)).toMatchObject({ status: 200, body: { passkey_mfa_enabled: true } })
    expect(await enroll(project, person, { ...enrollment, ...passkeyFactor(false) })).toMatchObject({ status: 200 })
    expect(await removePasskey(project, person)).toMatchObject({ status: 200 })
    expect(await enroll(project, person, { totp_secret_base64: null })).toMatchObject(kept)
  })

  test('let the authenticator app go, and the other way round, but not both at once', async () => {
    const { project, person } = await personWithPasskey()
    await enroll(project, person, { ...enrollment, ...passkeyFactor(true) })
    await setPolicy(project, 'required')
    const removals = [{ totp_secret_base64: null }, passkeyFactor(false)]
    expect(await enroll(project, person, Object.assign({}, ...removals))).toMatchObject(kept)
    const { succeeded, failed } = await race(2, (index) =>
      project.call('PATCH /users/me', { user: person, body: removals[index]! }),
    )
    expect([succeeded.length, failed.length]).toEqual([1, 1])
    expect(failed[0]).toMatchObject({ status: 400 })
    expect(await readMe(project, person)).toMatchObject({ status: 200 })
  })

  test('can be removed by servers, and then others have to be set up', async () => {
    const { project, person } = await personWithPasskey()
    await enroll(project, person, passkeyFactor(true))
    await setPolicy(project, 'required')
    const params = { user_id: person.user_id }
    await project.call('PATCH /users/{user_id}', { as: 'server', params, body: passkeyFactor(false) })
    expect(await readMe(project, person)).toMatchObject(refusedWithout)
    expect(isMarked(await refresh(project, person))).toBe(true)
  })

  test('are not offered where no second factor is', async () => {
    const { project, person } = await personWithPasskey()
    await setPolicy(project, 'off')
    expect(await enroll(project, person, passkeyFactor(true))).toMatchObject({
      status: 400,
      body: expect.stringContaining('does not offer'),
    })
  })

  test('let an owner manage a project whose owners need one', async () => {
    const server = await separateServer({})
    const owner = await createOwner(server)
    const project = await createTestProject(server)
    const { db } = server.platform
    const { id } = project
    await db.updateTable('projects').set({ owner_team_id: owner.teamId }).where('id', '=', id).execute()
    await db.updateTable('users').set({ passkey_mfa_enabled: true }).where('id', '=', owner.id).execute()
    projectCache(server.platform).forget(id)
    await setTeamPolicy(projectWithKeys(server, 'internal', (await internalProject()).keys), owner.teamId)
    const headers = { 'x-stack-super-secret-admin-key': '', 'x-stack-admin-access-token': owner.access_token }
    expect(await project.send('GET /internal/projects/current', { as: 'admin', headers })).toMatchObject({
      status: 200,
    })
  })
})

test('where none is offered, nobody can set one up, and who has one keeps and may remove it', async () => {
  const project = await testProject()
  const person = await project.signUp()
  const other = await project.signUp()
  await enroll(project, person)
  await setPolicy(project, 'off')
  expect(await enroll(project, other)).toMatchObject({ status: 400, body: expect.stringContaining('does not offer') })
  const { email, password } = person
  const signIn = () => project.send('POST /auth/password/sign-in', { body: { email, password } })
  expect(await signIn()).toMatchObject({ body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
  expect(await enroll(project, person, { totp_secret_base64: null })).toMatchObject({ status: 200 })
  expect(await signIn()).toMatchObject({ status: 200 })
  // The strictest applies: a team that requires one offers it to its members.
  const { createTeam, addMember } = teamActions(project)
  const team = await createTeam()
  await addMember(team, { id: other.user_id })
  await setTeamPolicy(project, team)
  expect(await enroll(project, other)).toMatchObject({ status: 200 })
})
