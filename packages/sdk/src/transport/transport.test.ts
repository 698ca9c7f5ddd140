import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { registerFramework } from '../environment/framework.ts'
import { AssertionError, RetryError, StatusError } from '../errors/errors.ts'
import { KnownErrors } from '../errors/known-errors-by-name.ts'
import { createFakeApi, plainRefusal, refusal } from '../testing/fake-api.ts'
import { NetworkError } from './network-error.ts'
import { type NetworkOptions, Transport } from './transport.ts'

const networkFailure = new TypeError('fetch failed')
const project = 'GET /projects/current'
const signIn = 'POST /auth/password/sign-in'
const body = { email: 'ada@example.com', password: 'correct horse' }
const health = { 'GET /health': { status: 'ok' }, 'GET /api/v1': 'hello', 'GET /': 'home' }

let waits: number[] = []

beforeEach(() => {
  waits = []
  // Messages tell how long it took.
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(clock, 'wait').mockImplementation(async (millis) => void waits.push(millis))
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

afterEach(() => {
  vi.useRealTimers()
})

function createTransport(routes: Parameters<typeof createFakeApi>[0], network: NetworkOptions = {}) {
  const api = createFakeApi(routes)
  vi.stubGlobal('fetch', api.fetch)
  const transport = new Transport({
    projectId: 'p1',
    publishableClientKey: 'pck_1',
    keyHeadersOf: (access) =>
      (access === 'client' ? {} : { 'X-Stack-Secret-Server-Key': 'ssk_1' }) as Record<string, string>,
    baseUrl: 'https://auth.example.com/',
    extraRequestHeaders: { 'X-Extra': 'yes', 'X-Stack-Client-Version': 'overridden' },
    network: { connectTimeoutMillis: 3000, ...network },
  })
  return { transport, ...api }
}

test('sends the headers that the API requires', async () => {
  const { transport, sent } = createTransport({ [project]: { id: 'p1' } })
  await transport.call(project)
  const [request] = sent
  expect(request!.url).toBe('https://auth.example.com/api/v1/projects/current')
  const headers = Object.fromEntries(request!.headers)
  expect(headers).toMatchObject({
    'x-stack-project-id': 'p1',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': 'pck_1',
    'x-stack-allow-anonymous-user': 'true',
    'x-stack-override-error-status': 'true',
    'x-stack-client-version': 'overridden',
    'x-extra': 'yes',
  })
  expect(headers['x-stack-random-nonce']).toMatch(/^[0-9a-v]{45}$/)
  expect(headers).not.toHaveProperty('x-stack-secret-server-key')
})

test('headers of a call win over extra headers, which win over built-in ones', async () => {
  const { transport, sent } = createTransport({ [project]: {} })
  await transport.send('/projects/current', { headers: { 'X-Extra': 'mine' } })
  expect(sent[0]!.headers.get('x-extra')).toBe('mine')
})

test('sends the secret key with server access only', async () => {
  const { transport, sent } = createTransport({ 'GET /users/user-1': { id: 'user-1' } })
  await transport.call('GET /users/{user_id}', { access: 'server', params: { user_id: 'user-1' } })
  expect(sent[0]!.headers.get('x-stack-secret-server-key')).toBe('ssk_1')
  expect(JSON.stringify(transport)).not.toContain('ssk_1')
})

test('puts parameters and queries into the address', async () => {
  const { transport, sent } = createTransport({ 'DELETE /auth/sessions/a%2Fb': { success: true } })
  await transport.call('DELETE /auth/sessions/{id}', { params: { id: 'a/b' }, query: { user_id: 'me' } })
  expect(sent[0]!.url).toBe('https://auth.example.com/api/v1/auth/sessions/a%2Fb?user_id=me')
})

test('tries again when the connection fails: five times within three seconds', async () => {
  const { transport, countOf } = createTransport({ [project]: networkFailure, ...health })
  const error = await transport.call(project).catch((reason) => reason)
  expect(countOf(project)).toBe(5)
  expect(waits).toEqual([187.5, 375, 750, 1500])
  expect(error).toBeInstanceOf(NetworkError)
  expect(error.message).toBe(
    'Latchkey is unable to connect to the server at https://auth.example.com: GET /projects/current was tried 5 times in 0.0 s (fetch failed).',
  )
  expect(error.diagnostics).toMatchObject({ apiRoot: 'OK', baseUrlBackend: 'OK', dashboard: 'OK' })
  expect(error.cause).toBeInstanceOf(RetryError)
  expect(error.cause.attempts).toBe(5)
})

test('spreads retries by a factor of 0.5 to 1.5', async () => {
  const { transport } = createTransport({ [project]: [networkFailure, networkFailure, {}] })
  vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(1)
  await transport.call(project)
  expect(waits).toEqual([93.75, 562.5])
})

test('tries as often and as long as the app says', async () => {
  const patient = createTransport({ [project]: networkFailure, ...health }, { connectTimeoutMillis: 32_000 })
  await expect(patient.transport.call(project)).rejects.toBeInstanceOf(NetworkError)
  expect(waits).toEqual([2000, 4000, 8000, 16_000])

  const once = createTransport({ [project]: networkFailure, ...health }, { maxAttempts: 1 })
  await expect(once.transport.call(project)).rejects.toThrow('was tried once in')
  expect(once.countOf(project)).toBe(1)
})

test('starts no attempt that would end too late', async () => {
  const { transport, countOf } = createTransport({ [project]: networkFailure, ...health })
  vi.mocked(clock.wait).mockImplementation(async (millis) => void vi.setSystemTime(Date.now() + 4 * millis))
  await expect(transport.call(project)).rejects.toThrow('was tried 3 times in 2.3 s')
  expect(countOf(project)).toBe(3)
})

test('tries again after the computer was asleep, however long that took', async () => {
  let sent = 0
  const { transport } = createTransport({
    [project]: () => {
      if (sent++) return { id: 'p1' }
      vi.setSystemTime(Date.now() + 8 * 3_600_000)
      return networkFailure
    },
  })
  expect(await transport.call(project)).toEqual({ id: 'p1' })
})

describe('a server that accepts connections', () => {
  let respond: (request: IncomingMessage, response: ServerResponse) => void
  let baseUrl: string
  let server: Server

  beforeEach(async () => {
    vi.useRealTimers()
    vi.mocked(clock.wait).mockRestore()
    server = createHttpServer((request, response) => respond(request, response)).listen(0)
    await once(server, 'listening')
    baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const connect = (network: NetworkOptions) =>
    new Transport({ projectId: 'p1', publishableClientKey: 'k', baseUrl, extraRequestHeaders: {}, network })

  test('and responds to nothing is given up, with what was tried', async () => {
    respond = () => {}
    const error = await connect({ connectTimeoutMillis: 300 })
      .call(project)
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toMatch(/GET \/projects\/current was tried once in \d\.\d s \(no response within 0\.3 s\)\.$/)
    expect(error.diagnostics.baseUrlBackend).toContain('timeout')
  })

  test('and is slow is waited for while it is healthy', async () => {
    let tellAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      tellAsked = resolve
    })
    respond = async ({ url }, response) => {
      if (url === '/health') tellAsked()
      if (url === '/api/v1/projects/current') await asked
      response.setHeader('content-type', 'application/json').end('{"id":"p1"}')
    }
    expect(await connect({ connectTimeoutMillis: 2000 }).call(project)).toEqual({ id: 'p1' })
  })

  test('but never finishes is abandoned in the end', async () => {
    respond = ({ url }, response) => void (url === '/health' && response.end('{}'))
    const limits = { connectTimeoutMillis: 60_000, responseTimeoutMillis: 100 }
    await expect(connect(limits).call(project)).rejects.toThrow('no response within 0.1 s')
  })

  test('is not heard once the caller has stopped waiting', async () => {
    respond = () => {}
    const abort = new AbortController()
    const sent = connect({}).send('/projects/current', { signal: abort.signal })
    abort.abort(new Error('changed my mind'))
    await expect(sent).rejects.toThrow('changed my mind')
  })
})

test('never sends a POST twice when the connection fails', async () => {
  const { transport, countOf } = createTransport({
    [signIn]: networkFailure,
    'GET /health': networkFailure,
    'GET /api/v1': 'hello',
    'GET /': 'home',
  })
  await expect(transport.call(signIn, { body })).rejects.toThrow('was tried once in 0.0 s (fetch failed)')
  expect(countOf(signIn)).toBe(1)
  expect(waits).toEqual([])
})

test('never sends a PATCH twice when the response breaks off', async () => {
  const broken = () => ({ headers: new Headers(), text: () => Promise.reject(new TypeError('terminated')) })
  const fetch = vi.fn(async (url: string) => (url.includes('/users/me') ? broken() : new Response('ok')))
  vi.stubGlobal('fetch', fetch)
  const { transport } = {
    transport: new Transport({
      projectId: 'p1',
      publishableClientKey: 'k',
      baseUrl: 'http://x',
      extraRequestHeaders: {},
    }),
  }
  await expect(transport.call('PATCH /users/me', { body: {} })).rejects.toThrow('unable to connect to the server')
  expect(fetch.mock.calls.filter(([url]) => url.includes('/users/me'))).toHaveLength(1)
})

test('says that the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { transport } = createTransport({ [signIn]: networkFailure })
  await expect(transport.call(signIn, { body })).rejects.toThrow(
    'You are offline. Please check your internet connection and try again.',
  )
})

test('other failures of fetch are not of the network', async () => {
  const aborted = new DOMException('aborted', 'AbortError')
  const { transport, countOf } = createTransport({ [project]: () => Promise.reject(aborted) })
  await expect(transport.call(project)).rejects.toBe(aborted)
  expect(countOf(project)).toBe(1)
})

test('waits as long as a rate limit says, for a POST too', async () => {
  const limited = plainRefusal(429, 'slow down', { 'retry-after': '7' })
  const { transport, countOf } = createTransport({ [signIn]: [limited, plainRefusal(429, 'slow'), {}] })
  await transport.call(signIn, { body })
  expect(waits).toEqual([7000, 2000])
  expect(countOf(signIn)).toBe(3)
})

test('does not make anybody wait for minutes, but says so at once', async () => {
  const limited = plainRefusal(429, 'Too many attempts. Please try again in 15 minutes.', { 'retry-after': '900' })
  const { transport, countOf } = createTransport({ [signIn]: limited })
  await expect(transport.call(signIn, { body })).rejects.toMatchObject({
    statusCode: 429,
    message: expect.stringContaining('15 minutes'),
  })
  expect([waits, countOf(signIn)]).toEqual([[], 1])
})

test('tries again on 508 with the loop marker, and on no other plain refusal', async () => {
  const { transport, countOf } = createTransport({
    [project]: [plainRefusal(508, 'INFINITE_LOOP_DETECTED'), {}],
    'GET /users': plainRefusal(508, 'something else'),
  })
  await transport.call(project)
  expect(countOf(project)).toBe(2)

  const error = await transport.call('GET /users').catch((reason) => reason)
  expect(error).toBeInstanceOf(StatusError)
  expect(error).toBeInstanceOf(AssertionError)
  expect(error).toMatchObject({ statusCode: 508, message: 'something else', extraData: { status: 508 } })
  expect(countOf('GET /users')).toBe(1)
})

test('reads real statuses as well as overridden ones', async () => {
  const { transport } = createTransport({ [project]: new Response('gone', { status: 503 }) })
  await expect(transport.call(project)).rejects.toMatchObject({ statusCode: 503 })
})

test.each([
  [503, 'The server responded with 503 Service Unavailable.'],
  [404, 'The server responded with 404 Not Found.'],
  [499, 'The server responded with 499 Bad Request.'],
])('names status %i if the response says nothing', async (status, message) => {
  const { transport } = createTransport({ [project]: new Response(null, { status }) })
  await expect(transport.call(project)).rejects.toMatchObject({ statusCode: status, message })
})

test('throws known errors at once, with code, status, text and details', async () => {
  const { transport, countOf } = createTransport({ [signIn]: refusal(400, 'PASSWORD_TOO_SHORT', { min_length: 8 }) })
  const error = await transport.call(signIn, { body }).catch((reason) => reason)
  expect(KnownErrors.PasswordTooShort.isInstance(error)).toBe(true)
  expect(error).toMatchObject({
    errorCode: 'PASSWORD_TOO_SHORT',
    statusCode: 400,
    humanReadableMessage: 'text of PASSWORD_TOO_SHORT',
    details: { min_length: 8 },
  })
  expect(countOf(signIn)).toBe(1)
})

test('does not believe an error whose header and body disagree', async () => {
  const odd = Response.json(
    { code: 'USER_NOT_FOUND', error: '' },
    { headers: { 'x-stack-known-error': 'SCHEMA_ERROR' } },
  )
  const { transport } = createTransport({ [project]: odd })
  await expect(transport.call(project)).rejects.toBeInstanceOf(AssertionError)
})

test('an unknown code becomes UNSUPPORTED_ERROR and suggests an update', async () => {
  const { transport } = createTransport({ [project]: refusal(418, 'BRAND_NEW_ERROR') })
  const error = await transport.call(project).catch((reason) => reason)
  expect(KnownErrors.UnsupportedError.isInstance(error)).toBe(true)
  expect(error).toMatchObject({ statusCode: 500, details: { originalErrorCode: 'BRAND_NEW_ERROR' } })
  expect(error.message).toContain('update')
})

test('refreshes with the OAuth form and without the headers of the JSON calls', async () => {
  const { transport, sent } = createTransport({ 'POST /auth/oauth/token': [networkFailure, { access_token: 't' }] })
  expect(await transport.refreshAccessToken('r1')).toBe('t')
  expect(sent).toHaveLength(2)
  expect(sent[0]!.body).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'r1',
    client_id: 'p1',
    client_secret: 'pck_1',
  })
  expect(sent[0]!.headers.has('x-stack-override-error-status')).toBe(false)
})

test('a refused refresh token is an expected result, any other failure an error', async () => {
  const { transport } = createTransport({
    'POST /auth/oauth/token': [
      refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
      refusal(400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }),
    ],
  })
  expect(await transport.refreshAccessToken('r1')).toBeNull()
  await expect(transport.refreshAccessToken('r1')).rejects.toMatchObject({
    errorCode: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
  })
})

test('leaves out fetch fields that workers refuse', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  const transport = new Transport({
    projectId: 'p',
    publishableClientKey: 'k',
    baseUrl: 'http://x',
    extraRequestHeaders: {},
  })
  await transport.call(project)
  expect(fetch.mock.calls[0]![1]).toMatchObject({ credentials: 'omit', cache: 'no-store' })

  vi.stubGlobal('WebSocketPair', class {})
  await transport.call(project)
  expect(fetch.mock.calls[1]![1]).not.toHaveProperty('credentials')
  expect(fetch.mock.calls[1]![1]).not.toHaveProperty('cache')
})

test('lets a framework prepare every request', async () => {
  const prepareRequest = vi.fn()
  registerFramework({ prepareRequest })
  const { transport } = createTransport({ [project]: {} })
  await transport.call(project)
  registerFramework({})
  await transport.call(project)
  expect(prepareRequest).toHaveBeenCalledOnce()
})
