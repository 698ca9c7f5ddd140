import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGoogle, ownGoogleSettings } from '../../testing/google.ts'
import { createTestProject, race, separateServer, type TestProject, type TestServer } from '../../testing/index.ts'
import type { OidcServer } from '../../testing/oidc-server.ts'
import {
  type FlowOptions,
  newPerson,
  sharedProviderSettings,
  signInWithProvider,
} from '../../testing/provider-sign-in.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson } from '../../testing/world.ts'

const route = 'POST /connected-accounts/{user_id}/{provider}/access-token'
const alias = 'POST /auth/oauth/connected-accounts/{provider}/access-token'

let aheadMillis = 0
let idp: OidcServer
let server: TestServer

beforeAll(async () => {
  const google = await openGoogle()
  idp = google.idp
  server = await separateServer({ outbound: google.outbound, now: () => new Date(Date.now() + aheadMillis) })
})

afterAll(() => idp.close())

/** Google with keys of the project's own, GitHub with shared ones. */
function newProject(settings = {}): Promise<TestProject> {
  return createTestProject(server, {
    ...sharedProviderSettings,
    ...ownGoogleSettings,
    ...settings,
  })
}

async function connect(project: TestProject, options?: FlowOptions, person = newPerson()) {
  return signInWithProvider(idp, project, person, options)
}

type Signed = { access_token: string }

const ask = (project: TestProject, user: Signed, scope?: string) =>
  project.send(route, {
    user,
    params: { user_id: 'me', provider: 'google' },
    ...(scope === undefined ? {} : { body: { scope } }),
  })

const given = { status: 201, body: { access_token: expect.stringMatching(/^access-/) } }
const missingScope = { status: 400, body: { code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE' } }

async function tokenOf(response: ReturnType<typeof ask>): Promise<string> {
  const { status, body } = await response
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as Signed).access_token
}

/** An hour is how long tokens live here; less than five minutes of it are not worth giving away. */
async function later<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  aheadMillis = minutes * 60_000
  try {
    return await work()
  } finally {
    aheadMillis = 0
  }
}

describe('the token of a connected account', () => {
  test('is given to the user and to servers, by the newer and by the older address', async () => {
    const project = await newProject()
    const user = await connect(project)
    const response = await ask(project, user)
    expect(response).toMatchObject(given)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const token = (response.body as Signed).access_token
    const params = { provider: 'google' }
    expect(await project.send(alias, { user, params })).toMatchObject({ status: 201, body: { access_token: token } })
    expect(await project.send(alias, { user, params, body: {} })).toMatchObject({ status: 201 })
    const byId = { user_id: user.user.id, provider: 'google' }
    expect(await project.send(route, { user, params: byId })).toMatchObject({ body: { access_token: token } })
    expect(await project.send(route, { as: 'server', params: byId })).toMatchObject({ body: { access_token: token } })
    expect(idp.refreshes).toEqual([])
  })

  test('has all requested scopes, or there is none', async () => {
    const project = await newProject()
    const person = newPerson()
    const user = await connect(project, {}, person)
    for (const scope of ['', ' ', 'email', 'profile  openid']) {
      expect(await ask(project, user, scope), scope).toMatchObject(given)
    }
    for (const scope of ['calendar', 'email calendar', 'EMAIL', 'em']) {
      expect(await ask(project, user, scope), scope).toMatchObject(missingScope)
    }
    const plain = await tokenOf(ask(project, user))
    const query = { type: 'link', token: user.access_token, provider_scope: 'calendar files' }
    await connect(project, { query }, person)
    const more = await tokenOf(ask(project, user, 'email calendar'))
    expect(more).not.toBe(plain)
    expect(await ask(project, user, 'calendar contacts')).toMatchObject(missingScope)
  })

  test('is renewed when it is about to expire, again and again', async () => {
    const project = await newProject()
    const user = await connect(project)
    const first = await tokenOf(ask(project, user))
    expect(await later(54, () => tokenOf(asServer(project, user)))).toBe(first)
    const second = await later(56, () => tokenOf(asServer(project, user)))
    expect(second).not.toBe(first)
    expect(await later(57, () => tokenOf(asServer(project, user)))).toBe(second)
    const third = await later(120, () => tokenOf(asServer(project, user)))
    expect(third).not.toBe(second)
  })

  test('is renewed when the provider does not accept it anymore', async () => {
    const project = await newProject()
    const user = await connect(project)
    const first = await tokenOf(ask(project, user))
    idp.revoke(first)
    const second = await tokenOf(ask(project, user))
    expect(second).not.toBe(first)
    expect(await tokenOf(ask(project, user))).toBe(second)
  })

  test('is gone when the provider revokes the grant, and it is not asked a second time', async () => {
    const project = await newProject()
    const user = await connect(project)
    idp.revoke(await tokenOf(ask(project, user)))
    idp.tokenError = 'invalid_grant'
    const before = idp.refreshes.length
    expect(await ask(project, user)).toMatchObject(missingScope)
    idp.tokenError = undefined
    expect(await ask(project, user)).toMatchObject(missingScope)
    expect(idp.refreshes.length - before).toBe(1)
  })

  test('comes back after the provider was away for a while', async () => {
    const project = await newProject()
    const user = await connect(project)
    idp.revoke(await tokenOf(ask(project, user)))
    idp.tokenError = 'temporarily_unavailable'
    expect(await ask(project, user)).toMatchObject({ status: 400, body: expect.stringContaining('cannot be reached') })
    idp.tokenError = undefined
    expect(await ask(project, user)).toMatchObject(given)
  })

  test('is renewed once for twenty who ask at the same moment', async () => {
    const project = await newProject()
    const user = await connect(project)
    // Whoever had to open a connection to the database first would come too late to be a rival.
    await race(20, () => asServer(project, user))
    await later(58, async () => {
      const before = idp.refreshes.length
      const { succeeded } = await race(20, () => tokenOf(asServer(project, user)))
      expect(succeeded).toHaveLength(20)
      expect(new Set(succeeded).size).toBe(1)
      expect(idp.refreshes.length - before).toBe(1)
    })
    const again = await later(119, () => tokenOf(asServer(project, user)))
    expect(again).toMatch(/^access-/)
  })

  test('that is refused is refused once for twenty who ask at the same moment', async () => {
    const project = await newProject()
    const user = await connect(project)
    idp.tokenError = 'invalid_grant'
    const before = idp.refreshes.length
    await later(58, async () => {
      const { succeeded } = await race(20, () => asServer(project, user))
      for (const response of succeeded) expect(response).toMatchObject(missingScope)
      expect(succeeded).toHaveLength(20)
    })
    idp.tokenError = undefined
    expect(idp.refreshes.length - before).toBe(1)
  })

  test('is as secret in the database after it was renewed', async () => {
    const project = await newProject()
    const user = await connect(project)
    await later(58, () => tokenOf(asServer(project, user)))
    const snapshot = await takeSnapshot(server.platform.db, project.id)
    expect(snapshot.provider_tokens).toMatchObject([{ renewed_until: null }])
    expect(JSON.stringify(snapshot)).not.toMatch(/access-[0-9a-f]{8}|refresh-[0-9a-f]{8}/)
  })
})

/** The same without the user's own access token, which would have expired. */
function asServer(project: TestProject, { user }: { user: { id: string } }) {
  return project.send(route, { as: 'server', params: { user_id: user.id, provider: 'google' } })
}

describe('no token is given', () => {
  test('to anybody but the user', async () => {
    const project = await newProject()
    const { user } = await connect(project)
    const other = await createPerson(project)
    const params = { user_id: user.id, provider: 'google' }
    // Before anything about the provider is told.
    for (const provider of ['google', 'unknown']) {
      const response = await project.send(route, { user: other, params: { ...params, provider } })
      expect(response).toMatchObject({ status: 403, body: expect.any(String) })
    }
    const ownUserNeeded = { status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } }
    expect(await project.send(route, { params })).toMatchObject(ownUserNeeded)
    expect(await project.send(route, { params: { ...params, user_id: 'me' } })).toMatchObject(ownUserNeeded)
    expect(await project.send(alias, { params: { provider: 'google' } })).toMatchObject(ownUserNeeded)
  })

  test('for a provider that the project does not have, or has with shared keys', async () => {
    const project = await newProject()
    const person = await createPerson(project)
    for (const provider of ['spotify', 'unknown', '__proto__']) {
      expect(await project.send(route, { user: person, params: { user_id: 'me', provider } })).toMatchObject({
        status: 400,
        body: { code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' },
      })
    }
    expect(await project.send(route, { user: person, params: { user_id: 'me', provider: 'github' } })).toMatchObject({
      status: 400,
      body: { code: 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS' },
    })
  })

  test('without a connected account, or with one that must not be used so', async () => {
    const project = await newProject()
    const notConnected = { status: 400, body: { code: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' } }
    expect(await ask(project, await createPerson(project))).toMatchObject(notConnected)
    const nobody = { user_id: crypto.randomUUID(), provider: 'google' }
    expect(await project.send(route, { as: 'server', params: nobody })).toMatchObject(notConnected)
    const user = await connect(project)
    const elsewhere = await newProject()
    const params = { user_id: user.user.id, provider: 'google' }
    expect(await elsewhere.send(route, { as: 'server', params })).toMatchObject(notConnected)
    const { db } = server.platform
    const links = db.updateTable('provider_links').where('project_id', '=', project.id)
    await links.set({ allow_connected_accounts: false }).execute()
    expect(await ask(project, user)).toMatchObject(notConnected)
    await db.deleteFrom('provider_links').where('project_id', '=', project.id).execute()
    expect((await takeSnapshot(db, project.id)).provider_tokens).toEqual([])
  })

  test('for a body that is not understood', async () => {
    const project = await newProject()
    const user = await connect(project)
    for (const body of [{ scope: null }, { scopes: 'email' }, { scope: ['email'] }]) {
      const response = await project.send(route, { user, params: { user_id: 'me', provider: 'google' }, body })
      expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })
})
