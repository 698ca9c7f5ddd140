import { giveAccess, goodPassword, newEmail, type TestProject } from '@latchkey/server/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, ClientApp, KnownErrors, ServerApp, StatusError } from '../index.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import { openProject } from '../testing/open-project.ts'

// The SDK against the real server in one process, to find wrong assumptions of one about the other.

const verificationCallbackUrl = 'http://localhost:3000/verify'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

function createClient<const Store extends TokenStoreInit = 'memory'>(
  { id, keys }: TestProject,
  tokenStore: Store = 'memory' as Store,
) {
  return new ClientApp({ tokenStore, projectId: id, publishableClientKey: keys.publishableClientKey })
}

function createServer({ id, keys }: TestProject) {
  return new ServerApp({ tokenStore: 'memory', projectId: id, ...keys })
}

async function signUp(app: ReturnType<typeof createClient>, email = newEmail()) {
  const result = await app.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl })
  expect(result).toEqual({ status: 'ok', data: undefined })
  return { email, user: await app.getUser({ or: 'throw' }) }
}

describe('a visitor without an account', () => {
  test('becomes one anonymous user, even with concurrent calls', async () => {
    const { project, takeRequests } = await openProject()
    const app = createClient(project)
    expect(await app.getUser()).toBeNull()
    takeRequests()
    const users = await Promise.all([1, 2, 3].map(() => app.getUser({ or: 'anonymous' })))
    expect(new Set(users.map((user) => user.id)).size).toBe(1)
    expect(users[0]).toMatchObject({ isAnonymous: true, primaryEmail: null })
    expect(takeRequests().filter((request) => request === 'POST /auth/anonymous/sign-up')).toHaveLength(1)

    expect(await app.getUser()).toBeNull()
    expect((await app.getUser({ or: 'anonymous' })).id).toBe(users[0]!.id)
  })

  test('does not share the user with another visitor who calls at the same time', async () => {
    const { project } = await openProject()
    const app = createClient(project, null)
    const visitors = [1, 2].map(() => ({ headers: new Headers() }))
    const users = await Promise.all(visitors.map((tokenStore) => app.getUser({ or: 'anonymous', tokenStore })))
    expect(users[0]!.id).not.toBe(users[1]!.id)
  })

  test('keeps the account when they sign up', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const anonymous = await app.getUser({ or: 'anonymous' })
    await anonymous.setClientMetadata({ cart: [1] })
    const { user } = await signUp(app)
    expect(user).toMatchObject({ id: anonymous.id, isAnonymous: false, clientMetadata: { cart: [1] } })
  })
})

describe('a user with a password', () => {
  test('signs up, changes the profile and signs out', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const { email, user } = await signUp(app)
    expect(user).toMatchObject({ primaryEmail: email, primaryEmailVerified: false, hasPassword: true })
    expect(await app.getPartialUser({ from: 'token' })).toMatchObject({ id: user.id, primaryEmail: email })

    await user.update({ displayName: 'Ada', clientMetadata: { theme: 'dark' } })
    await user.setClientMetadata(['any', { json: true }])
    const updated = await app.getUser({ or: 'throw' })
    expect(updated).toMatchObject({ displayName: 'Ada', clientMetadata: ['any', { json: true }] })
    expect(user.displayName).toBeNull()

    await updated.signOut()
    expect(await app.getUser()).toBeNull()
    expect(await user.currentSession.getTokens()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('gets an error for a wrong email or password', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const { email } = await signUp(app)
    const other = createClient(project)
    const taken = await other.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl })
    if (taken.status === 'ok') throw new Error('signed up twice')
    expect(taken.error).toMatchObject({ errorCode: 'USER_EMAIL_ALREADY_EXISTS', statusCode: 409, details: { email } })

    const short = await other.signUpWithCredential({ email: newEmail(), password: 'short', verificationCallbackUrl })
    if (short.status === 'ok') throw new Error('signed up with a short password')
    expect(KnownErrors.PasswordTooShort.isInstance(short.error) && short.error.details.min_length).toBe(8)

    const wrong = await other.signInWithCredential({ email, password: 'wrong password' })
    if (wrong.status === 'ok') throw new Error('signed in with a wrong password')
    expect(wrong.error.humanReadableMessage).toBe('Wrong e-mail or password.')
    expect(await other.getUser()).toBeNull()
  })

  test('changes the password, which ends the other sessions', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const { email, user } = await signUp(app)
    const elsewhere = createClient(project)
    await elsewhere.signInWithCredential({ email, password: goodPassword })
    const there = await elsewhere.getUser({ or: 'throw' })

    const mismatch = await user.updatePassword({ oldPassword: 'wrong', newPassword: 'another good horse' })
    expect(mismatch?.errorCode).toBe('PASSWORD_CONFIRMATION_MISMATCH')
    expect(await user.updatePassword({ oldPassword: goodPassword, newPassword: 'another good horse' })).toBeUndefined()

    expect((await app.getUser())?.id).toBe(user.id)
    const { refreshToken } = await there.currentSession.getTokens()
    const stale = createClient(project, { accessToken: null, refreshToken })
    expect(await stale.getUser()).toBeNull()
    const again = createClient(project)
    expect((await again.signInWithCredential({ email, password: 'another good horse' })).status).toBe('ok')
  })

  test('sees and ends other sessions, but not the current one', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const { email, user } = await signUp(app)
    const elsewhere = createClient(project)
    await elsewhere.signInWithCredential({ email, password: goodPassword })

    const sessions = await user.getActiveSessions()
    expect(sessions).toHaveLength(2)
    expect(sessions.map((session) => session.isCurrentSession).sort()).toEqual([false, true])
    expect(sessions[0]!.createdAt).toBeInstanceOf(Date)
    const current = sessions.find((session) => session.isCurrentSession)!
    const other = sessions.find((session) => !session.isCurrentSession)!
    await expect(user.revokeSession(current.id)).rejects.toSatisfy(KnownErrors.CannotDeleteCurrentSession.isInstance)
    await user.revokeSession(other.id)
    expect(await user.getActiveSessions()).toHaveLength(1)

    expect(await elsewhere.getUser()).toBeNull()
  })

  test('signs out everywhere else at once, also out of other apps', async () => {
    const { project } = await openProject()
    const app = createClient(project)
    const { email, user } = await signUp(app)
    const elsewhere = createClient(project)
    await elsewhere.signInWithCredential({ email, password: goodPassword })
    await giveAccess(project, user.id)
    expect(await user.listOAuthGrants()).toHaveLength(1)
    await user.signOutEverywhere()
    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }])
    expect(await user.listOAuthGrants()).toEqual([])
    expect(await elsewhere.getUser()).toBeNull()
  })

  test('deletes the account if the project allows it', async () => {
    const refused = await openProject()
    const { user } = await signUp(createClient(refused.project))
    await expect(user.delete()).rejects.toBeInstanceOf(StatusError)

    const { project } = await openProject({ 'users.allowClientUserDeletion': true } as Parameters<
      typeof openProject
    >[0])
    const app = createClient(project)
    const allowed = await signUp(app)
    await allowed.user.delete()
    expect(await app.getUser()).toBeNull()
    const again = await app.signInWithCredential({ email: allowed.email, password: goodPassword })
    expect(again.status).toBe('error')
  })
})

describe('sessions', () => {
  test('refresh once for many callers and continue', async () => {
    const { project, takeRequests } = await openProject()
    const { user } = await signUp(createClient(project))
    const { refreshToken } = await user.getAuthJson()
    const app = createClient(project, { accessToken: null, refreshToken })
    takeRequests()
    const store = app[appInternalsSymbol].currentUserOf({ accessToken: null, refreshToken })
    await Promise.all([store.load(), store.load(), store.load()])
    const requests = takeRequests()
    expect(requests.filter((request) => request === 'POST /auth/oauth/token')).toHaveLength(1)
  })

  test.each([3_600_000, -3_600_000])('work with a clock that is %d ms off', async (shift) => {
    const { project } = await openProject()
    const signedUp = await project.signUp()
    const refreshToken = signedUp.refresh_token
    const app = createClient(project)
    let refreshCount = 0
    vi.useFakeTimers({ now: Date.now() + shift, toFake: ['Date'] })
    // The server is in the same process and must not share the wrong clock.
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      vi.useRealTimers()
      if (url.endsWith('/auth/oauth/token')) refreshCount++
      try {
        return await project.server.fetch(url, init)
      } finally {
        vi.useFakeTimers({ now: Date.now() + shift, toFake: ['Date'] })
      }
    })
    await app.signInWithCredential({ email: signedUp.email, password: signedUp.password })
    const user = await app.getUser({ or: 'throw' })
    for (let call = 0; call < 3; call++) await user.getActiveSessions()
    expect(refreshCount).toBe(0)
    const other = createClient(project)
    const tokenStore = { headers: new Headers({ cookie: `stack-refresh-${project.id}=${refreshToken}` }) }
    for (let call = 0; call < 3; call++) expect(await other.getUser({ tokenStore })).not.toBeNull()
    vi.useRealTimers()
    expect(refreshCount).toBe(1)
  })

  test('are signed out if the token is broken or of another project', async () => {
    const { project } = await openProject()
    const { user } = await signUp(createClient(project))
    const { accessToken } = await user.getAuthJson()
    const elsewhere = await openProject()
    const app = createClient(elsewhere.project, { accessToken, refreshToken: null })
    expect(await app.getUser()).toBeNull()
    expect(
      await createClient(elsewhere.project, { accessToken: 'x.y.z', refreshToken: 'nonsense' }).getUser(),
    ).toBeNull()
  })

  test("can be passed to the app's own server in the auth header", async () => {
    const { project } = await openProject()
    const { user } = await signUp(createClient(project))
    const request = new Request('http://localhost/', { headers: await user.getAuthHeaders() })
    const there = await createServer(project).getUser({ tokenStore: request, or: 'throw' })
    expect(there.id).toBe(user.id)
    expect(there.lastActiveAt).toBeInstanceOf(Date)
  })
})

test('clients see the public data of the project', async () => {
  const { project } = await openProject()
  const found = await createClient(project).getProject()
  expect(found).toMatchObject({ id: project.id, displayName: 'Test project', config: { credentialEnabled: true } })
})

describe('a server', () => {
  test('creates, reads, changes and deletes users', async () => {
    const { project } = await openProject()
    const app = createServer(project)
    const email = newEmail()
    const created = await app.createUser({
      primaryEmail: email,
      primaryEmailAuthEnabled: true,
      primaryEmailVerified: true,
      password: goodPassword,
      displayName: 'Ada',
      serverMetadata: { plan: 'pro' },
    })
    expect(created).toMatchObject({ displayName: 'Ada', primaryEmailVerified: true, serverMetadata: { plan: 'pro' } })

    await created.update({ displayName: 'Countess', clientReadOnlyMetadata: 1 })
    await created.setServerMetadata('gone')
    expect(await app.getUser(created.id)).toMatchObject({
      displayName: 'Countess',
      clientReadOnlyMetadata: 1,
      serverMetadata: 'gone',
    })
    const client = createClient(project)
    expect((await client.signInWithCredential({ email, password: goodPassword })).status).toBe('ok')
    expect(await created.setPassword({ password: 'another good horse' })).toBeUndefined()
    expect((await client.signInWithCredential({ email, password: goodPassword })).status).toBe('error')

    await created.delete()
    expect(await app.getUser(created.id)).toBeNull()
  })

  test('does not keep the verified flag when the email changes', async () => {
    const { project } = await openProject()
    const app = createServer(project)
    const user = await app.createUser({ primaryEmail: newEmail(), primaryEmailVerified: true })
    const next = newEmail()
    await user.setPrimaryEmail(next)
    expect(await app.getUser(user.id)).toMatchObject({ primaryEmail: next, primaryEmailVerified: false })
    await user.setPrimaryEmail(newEmail(), { verified: true })
    expect((await app.getUser(user.id))?.primaryEmailVerified).toBe(true)
    await user.setPrimaryEmail(null)
    expect((await app.getUser(user.id))?.primaryEmail).toBeNull()
  })

  test('lists users page by page', async () => {
    const { project } = await openProject()
    const app = createServer(project)
    for (const displayName of ['One', 'Two', 'Three']) await app.createUser({ displayName })
    const first = await app.listUsers({ limit: 2, orderBy: 'signedUpAt' })
    expect(first.map((user) => user.displayName)).toEqual(['One', 'Two'])
    const second = await app.listUsers({ limit: 2, cursor: first.nextCursor! })
    expect(second.map((user) => user.displayName)).toEqual(['Three'])
    expect(second.nextCursor).toBeNull()
    const found = await app.listUsers({ query: 'tWO', desc: true, includeAnonymous: true })
    expect(found.map((user) => user.displayName)).toEqual(['Two'])
  })

  test('creates sessions and ends them', async () => {
    const { project } = await openProject()
    const app = createServer(project)
    const user = await app.createUser({ displayName: 'Ada' })
    const session = await user.createSession({ expiresInMillis: 60_000 })
    const client = createClient(project, await session.getTokens())
    expect((await client.getUser())?.id).toBe(user.id)

    const [active] = await user.getActiveSessions()
    expect(active).toMatchObject({ userId: user.id, isCurrentSession: false })
    await user.revokeSession(active!.id)
    expect(await user.getActiveSessions()).toEqual([])
  })

  test('passes the current user to a browser without server-only fields', async () => {
    const { project } = await openProject()
    const { user } = await signUp(createClient(project))
    const tokenStore = await user.getAuthJson()
    const app = createServer(project)
    await (await app.getUser(user.id))!.setServerMetadata({ secret: 'plan' })
    const current = await app.getUser({ tokenStore, or: 'throw' })
    expect(current.serverMetadata).toEqual({ secret: 'plan' })
    const json = current.toClientJson()
    expect(JSON.stringify(json)).not.toContain('secret')
    expect(json).toEqual((await createClient(project, tokenStore).getUser())?.toClientJson())
  })

  test('changes and deletes the current user with server access', async () => {
    const { project, takeRequests } = await openProject()
    const { user } = await signUp(createClient(project))
    const request = { headers: new Headers(await user.getAuthHeaders()) }
    const app = createServer(project)
    const current = await app.getUser({ tokenStore: request, or: 'throw' })
    await current.update({ displayName: 'Ada', serverMetadata: 1 })
    expect(await app.getUser({ tokenStore: request })).toMatchObject({ displayName: 'Ada', serverMetadata: 1 })
    expect((await current.getActiveSessions())[0]?.isCurrentSession).toBe(true)
    await current.delete()
    takeRequests()
    expect(await app.getUser({ tokenStore: request })).toBeNull()
    expect(takeRequests()).toEqual([])
    expect(await app.getUser(user.id)).toBeNull()
  })

  test('gets a known error for a wrong key', async () => {
    const { project } = await openProject()
    const app = new ServerApp({
      tokenStore: null,
      projectId: project.id,
      ...project.keys,
      secretServerKey: 'ssk_wrong',
    })
    await expect(app.listUsers()).rejects.toSatisfy(KnownErrors.InvalidSecretServerKey.isInstance)
  })
})
