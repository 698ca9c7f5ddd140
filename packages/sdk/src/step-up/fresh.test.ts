import { generateKeyPairSync } from 'node:crypto'
import { forge, readForgeable } from '@latchkey/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { appInternalsSymbol, type ClientApp, refusalOf, type StepUpRequest } from '../index.ts'
import { createClient, createServer, openProject, signUp } from '../testing/open-project.ts'

const goodPassword = 'correct horse battery'
const withinFiveMinutes = { withinSeconds: 300 }

/** A person and the server of an app, whose API requires a proof of the last five minutes. */
async function openShop(onStepUpRequired?: (app: ClientApp<true>, request: StepUpRequest) => Promise<void>) {
  const opened = await openProject()
  const app: ClientApp<true> = createClient(opened.project, {
    ...(onStepUpRequired && { onStepUpRequired: (request) => onStepUpRequired(app, request) }),
  })
  const user = await signUp(app)
  const server = createServer(opened.project)
  const pay = async () => {
    const request = new Request('http://localhost/api/pay', {
      headers: await (await app.getUser({ or: 'throw' })).getAuthHeaders(),
    })
    try {
      return Response.json({ paidBy: (await server.requireFresh(request, withinFiveMinutes)).id })
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return Response.json(refusal.body, { status: refusal.status })
    }
  }
  return { ...opened, app, user, server, pay: vi.fn(pay), age: (seconds: number) => age(opened.project, app, seconds) }
}

type Opened = Awaited<ReturnType<typeof openProject>>['project']

/** Moves the proof into the past, and gets a token that says so. */
async function age(project: Opened, app: ClientApp<true>, seconds: number) {
  const sessions = project.server.platform.db.updateTable('sessions')
  const authenticated_at = new Date(Date.now() - seconds * 1000)
  await sessions.set({ authenticated_at }).where('project_id', '=', project.id).execute()
  await renewToken(app)
}

async function renewToken(app: ClientApp<true>) {
  const { core } = app[appInternalsSymbol]
  const session = await core.findSession()
  session.dropAccessToken((await session.getTokens()).accessToken!)
  await session.getTokens()
}

const prove = (app: ClientApp<true>) => app.stepUp({ type: 'password', password: goodPassword })

describe('getUser with freshWithinSeconds', () => {
  test('returns a user who has just signed in without asking', async () => {
    const ask = vi.fn()
    const { app, user } = await openShop(ask)
    expect(await app.getUser({ freshWithinSeconds: 300 })).toMatchObject({ id: user.id })
    expect(ask).not.toHaveBeenCalled()
  })

  test('asks a user who has not, whatever the project requires, and then goes on', async () => {
    const ask = vi.fn((app: ClientApp<true>) => prove(app).then(() => {}))
    const { app, user, age } = await openShop(ask)
    await age(301)
    expect(await app.getUser({ or: 'throw', freshWithinSeconds: 300 })).toMatchObject({ id: user.id })
    expect(ask.mock.calls).toEqual([[app, { methods: ['password'], maxAgeSeconds: 300 }]])
    expect(await app.getUser({ freshWithinSeconds: 30 })).toMatchObject({ id: user.id })
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('fails if they give no proof, and on servers, where nobody can be asked', async () => {
    const { app, server, age } = await openShop(async () => {
      throw new Error('cancelled')
    })
    await age(301)
    const refused = { errorCode: 'STEP_UP_REQUIRED' }
    await expect(app.getUser({ freshWithinSeconds: 300 })).rejects.toMatchObject(refused)
    const tokenStore = await (await app.getUser({ or: 'throw' })).getAuthJson()
    await expect(server.getUser({ tokenStore, freshWithinSeconds: 300 })).rejects.toMatchObject(refused)
    expect(await server.getUser({ tokenStore, freshWithinSeconds: 3600 })).toMatchObject({ hasPassword: true })
  })

  test('is null if nobody is signed in, and asks for the least that the server accepts', async () => {
    const { app } = await openShop()
    expect(await app.getUser({ freshWithinSeconds: 1 })).toBeTruthy()
    await app.signOut()
    expect(await app.getUser({ freshWithinSeconds: 300 })).toBeNull()
  })
})

describe('requireFresh', () => {
  test('accepts a proof up to thirty seconds older, for clocks that differ', async () => {
    const { user, pay, age } = await openShop()
    for (const seconds of [0, 299, 325]) {
      await age(seconds)
      expect(await (await pay()).json()).toEqual({ paidBy: user.id })
    }
    await age(340)
    const refused = await pay()
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'STEP_UP_REQUIRED', details: { max_age_seconds: 300 } })
  })

  test('needs no request to the server but for its keys', async () => {
    const { project, server, takeRequests } = await openShop()
    const request = requestWith(await project.signUp())
    takeRequests()
    for (let round = 0; round < 2; round++) await server.requireFresh(request, withinFiveMinutes)
    expect(takeRequests()).toEqual([`GET /projects/${project.id}/.well-known/jwks.json`])
  })

  test('refuses whoever has no proof: sessions of servers, anonymous users and sign-ins as the user', async () => {
    const { project, server } = await openShop()
    const { user_id } = await project.signUp()
    const create = (is_impersonation: boolean) =>
      project.call('POST /auth/sessions', { as: 'admin', body: { user_id, is_impersonation } })
    for (const tokens of [
      await create(false),
      await create(true),
      await project.call('POST /auth/anonymous/sign-up'),
    ]) {
      await expect(server.requireFresh(requestWith(tokens), { withinSeconds: 1e9 })).rejects.toMatchObject({
        errorCode: 'STEP_UP_REQUIRED',
      })
    }
  })

  test('refuses a user who has to set up a second factor first', async () => {
    const { app, project, server, pay } = await openShop()
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { config: { second_factor: 'required' } },
    })
    await renewToken(app)
    const headers = await (await app[appInternalsSymbol].core.findSession()).getTokens()
    const request = new Request('http://localhost/api/pay', {
      headers: { 'x-stack-auth': JSON.stringify(headers) },
    })
    const refused = server.requireFresh(request, withinFiveMinutes)
    await expect(refused).rejects.toMatchObject({
      errorCode: 'SECOND_FACTOR_REQUIRED',
      details: { required_by: 'project' },
    })
    expect(refusalOf(await refused.catch((error: unknown) => error))).toMatchObject({ status: 403 })
    expect(pay).not.toHaveBeenCalled()
  })

  test('refuses nobody, and a token that was changed, as not signed in', async () => {
    const { project, server } = await openShop()
    const { access_token, refresh_token } = await project.signUp()
    const original = readForgeable(project, access_token)
    const claims = { ...original.claims, auth_time: 4e9 }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forged = forge(original.header, claims, privateKey)
    const requests = [new Request('http://localhost'), requestWith({ access_token: forged, refresh_token: '' })]
    for (const request of requests) {
      const refused = server.requireFresh(request, withinFiveMinutes)
      await expect(refused).rejects.toMatchObject({ errorCode: 'USER_AUTHENTICATION_REQUIRED', statusCode: 401 })
    }
    expect(await server.requireFresh(requestWith({ access_token, refresh_token }), withinFiveMinutes)).toBeTruthy()
  })

  test('refuses everything for an age that is no number, and a time of proof that is none', async () => {
    const { project, server } = await openShop()
    const { access_token, refresh_token } = await project.signUp()
    const original = readForgeable(project, access_token)
    const odd = forge(original.header, { ...original.claims, auth_time: 'yesterday' }, original.privateKey)
    const refused = { errorCode: 'STEP_UP_REQUIRED' }
    const tokens = { access_token, refresh_token }
    await expect(server.requireFresh(requestWith(tokens), { withinSeconds: Number.NaN })).rejects.toMatchObject(refused)
    const asked = server.requireFresh(requestWith({ access_token: odd, refresh_token: '' }), withinFiveMinutes)
    await expect(asked).rejects.toMatchObject(refused)
  })
})

describe('withStepUp', () => {
  test('asks for the proof that the server of the app requires, and sends the request again', async () => {
    const ask = vi.fn((app: ClientApp<true>) => prove(app).then(() => {}))
    const { app, user, pay, age } = await openShop(ask)
    await age(400)
    const response = await app.withStepUp(pay)
    expect(await response.json()).toEqual({ paidBy: user.id })
    expect(ask.mock.calls).toEqual([[app, { methods: ['password'], maxAgeSeconds: 300 }]])
    expect(pay).toHaveBeenCalledTimes(2)
  })

  test('gets a new token if the proof was given in another tab', async () => {
    const ask = vi.fn()
    const { app, project, user, pay, age } = await openShop(ask)
    await age(400)
    const sessions = project.server.platform.db.updateTable('sessions').set({ authenticated_at: new Date() })
    await sessions.where('project_id', '=', project.id).execute()
    expect(await (await app.withStepUp(pay)).json()).toEqual({ paidBy: user.id })
    expect(ask).not.toHaveBeenCalled()
  })

  test('fails if the user gives no proof, and the request is not sent again', async () => {
    const { app, pay, age } = await openShop(async () => {
      throw new Error('cancelled')
    })
    await age(400)
    await expect(app.withStepUp(pay)).rejects.toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
    expect(pay).toHaveBeenCalledTimes(1)
  })

  test('returns every other response as it is, and one that is refused again', async () => {
    const ask = vi.fn()
    const { app } = await openShop(ask)
    const refusal = { code: 'STEP_UP_REQUIRED', details: { max_age_seconds: 300 } }
    const others = [
      [403, { error: 'No.' }],
      [403, 'STEP_UP_REQUIRED'],
      [403, { code: 'STEP_UP_REQUIRED' }],
      [200, refusal],
    ] as const
    for (const [status, body] of others) {
      const send = vi.fn(async () => Response.json(body, { status }))
      expect(await (await app.withStepUp(send)).json()).toEqual(body)
      expect(send).toHaveBeenCalledTimes(1)
    }
    const page = vi.fn(async () => new Response('<html>', { status: 403 }))
    expect(await (await app.withStepUp(page)).text()).toBe('<html>')
    const always = vi.fn(async () => Response.json(refusal, { status: 403 }))
    expect((await app.withStepUp(always)).status).toBe(403)
    expect(always).toHaveBeenCalledTimes(2)
    expect(ask).not.toHaveBeenCalled()
  })
})

test('a refusal says nothing about other errors', () => {
  for (const error of [new Error('secret'), null, { errorCode: 'STEP_UP_REQUIRED' }])
    expect(refusalOf(error)).toBeUndefined()
})

function requestWith({ access_token, refresh_token }: { access_token: string; refresh_token: string }): Request {
  const auth = JSON.stringify({ accessToken: access_token, refreshToken: refresh_token || null })
  return new Request('http://localhost', { headers: { 'x-stack-auth': auth } })
}
