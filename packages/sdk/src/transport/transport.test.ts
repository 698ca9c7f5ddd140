import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { registerFramework } from '../environment/framework.ts'
import { AssertionError, RetryError, StatusError } from '../errors/errors.ts'
import { KnownErrors } from '../errors/known-errors-by-name.ts'
import { createFakeApi, plainRefusal, refusal } from '../testing/fake-api.ts'
import { isUnavailable, NetworkError } from './network-error.ts'
import { type NetworkOptions, Transport } from './transport.ts'

const networkFailure = new TypeError('fetch failed')
const project = 'GET /projects/current'
const signIn = 'POST /auth/password/sign-in'
const createTeam = 'POST /teams'
const team = { display_name: 'Research' }
const body = { email: 'ada@example.com', password: 'correct horse' }
const health = { 'GET /health': { status: 'ok' } }

let waits: number[] = []

beforeEach(() => {
  waits = []
  vi.spyOn(clock, 'wait').mockImplementation(async (millis) => void waits.push(millis))
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
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

test('headers of a call override extra headers, which override built-in ones', async () => {
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

test('puts parameters and queries into the URL', async () => {
  const { transport, sent } = createTransport({ 'DELETE /auth/sessions/a%2Fb': { success: true } })
  await transport.call('DELETE /auth/sessions/{id}', { params: { id: 'a/b' }, query: { user_id: 'me' } })
  expect(sent[0]!.url).toBe('https://auth.example.com/api/v1/auth/sessions/a%2Fb?user_id=me')
})

test('retries when the connection is refused: five times within three seconds', async () => {
  const { transport, countOf } = createTransport({ [project]: networkFailure, ...health })
  const error = await transport.call(project).catch((reason) => reason)
  expect(countOf(project)).toBe(5)
  expect(waits).toEqual([187.5, 375, 750, 1500])
  expect(error).toBeInstanceOf(NetworkError)
  expect(error.message).toBe(
    'Latchkey is unable to connect to the server at https://auth.example.com: GET /projects/current was tried 5 times (fetch failed).',
  )
  expect(error.diagnostics).toMatchObject({ baseUrlBackend: 'OK' })
  expect(error.mayHaveHappened).toBe(false)
  expect(error.cause).toBeInstanceOf(RetryError)
  expect(error.cause.attempts).toBe(5)
})

test('spreads retries by a factor of 0.5 to 1.5', async () => {
  const { transport } = createTransport({ [project]: [networkFailure, networkFailure, {}] })
  vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(1)
  await transport.call(project)
  expect(waits).toEqual([93.75, 562.5])
})

test('retries as often and as long as the app configures', async () => {
  const patient = createTransport({ [project]: networkFailure, ...health }, { connectTimeoutMillis: 32_000 })
  await expect(patient.transport.call(project)).rejects.toBeInstanceOf(NetworkError)
  expect(waits).toEqual([2000, 4000, 8000, 16_000])

  const once = createTransport({ [project]: networkFailure, ...health }, { maxAttempts: 1 })
  await expect(once.transport.call(project)).rejects.toThrow('was tried once (')
  expect(once.countOf(project)).toBe(1)
})

describe('a server that accepts connections', () => {
  let respond: (request: IncomingMessage, response: ServerResponse) => void
  let baseUrl: string
  let server: Server
  let probes: number

  beforeEach(async () => {
    vi.mocked(clock.wait).mockRestore()
    probes = 0
    server = createHttpServer((request, response) => {
      if (request.url === '/health') probes++
      respond(request, response)
    }).listen(0)
    await once(server, 'listening')
    baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const connect = (network: NetworkOptions) =>
    new Transport({ projectId: 'p1', publishableClientKey: 'k', baseUrl, extraRequestHeaders: {}, network })
  const end = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"id":"p1"}')

  test('but never responds counts as unreachable: all calls fail after one probe', async () => {
    respond = () => {}
    const transport = connect({ connectTimeoutMillis: 100 })
    const calls = Array.from({ length: 30 }, () => transport.call(project).catch((reason) => reason))
    const [error, ...others] = await Promise.all(calls)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toMatch(/GET \/projects\/current was tried once \(no response within 0\.5 s\)\.$/)
    expect(error.diagnostics.baseUrlBackend).toBe('no response')
    expect(others.every((other) => other instanceof NetworkError)).toBe(true)
    expect(probes).toBe(1)
  })

  test('and is slow gets more time while it responds to probes', async () => {
    respond = async ({ url }, response) => {
      // More probes than it takes to give up on a silent server.
      if (url !== '/health') await vi.waitUntil(() => probes > 8, { timeout: 60_000 })
      end(response)
    }
    expect(await connect({ connectTimeoutMillis: 100 }).call(project)).toEqual({ id: 'p1' })
  })

  test('and responds to one call is not unreachable for the others', async () => {
    let answered = 0
    respond = async ({ url }, response) => {
      if (url === '/health') return
      const isLast = url!.endsWith('/projects/current')
      await (isLast ? vi.waitUntil(() => answered > 8, { timeout: 60_000 }) : delay(100))
      end(response)
    }
    const transport = connect({ connectTimeoutMillis: 100 })
    const waiting = transport.call(project)
    // In sequence, for longer than the server may stay silent.
    for (; answered <= 8; answered++) await transport.call('GET /users')
    expect(await waiting).toEqual({ id: 'p1' })
  })

  test('but never finishes a response causes a timeout', async () => {
    respond = ({ url }, response) => void (url === '/health' && response.end('{}'))
    const error = await connect({ responseTimeoutMillis: 100, connectTimeoutMillis: 100 })
      .call(project)
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toContain('no response within 0.1 s')
  })

  test('but stops in the middle of a response causes a timeout too', async () => {
    respond = ({ url }, response) => {
      if (url === '/health') return response.end('{}')
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
    }
    const error = await connect({ responseTimeoutMillis: 200, connectTimeoutMillis: 100 })
      .call(project)
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toContain('no response within 0.2 s')
  })

  test('gives a queued call its full time again whenever it moves up', async () => {
    // As browsers do: in sequence, each almost as slow as a call may be.
    let last: Promise<unknown> = Promise.resolve()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url.endsWith('/health')) return Promise.resolve(new Response('ok'))
      last = last.then(() => delay(150))
      const aborted = new Promise<never>((_resolve, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason))
      })
      return Promise.race([last.then(() => Response.json({ id: 'p1' })), aborted])
    })
    const transport = connect({ responseTimeoutMillis: 400, connectTimeoutMillis: 100 })
    const calls = Array.from({ length: 8 }, () => transport.call(project))
    expect(await Promise.all(calls)).toHaveLength(8)
  })

  test.each([400, 30])('responds late to %i concurrent calls', async (count) => {
    respond = (_request, response) => void delay(300).then(() => end(response))
    const transport = connect({ connectTimeoutMillis: 200 })
    const calls = Array.from({ length: count }, () => transport.call(project))
    expect(await Promise.all(calls)).toHaveLength(count)
  })

  test('and creates a team slowly still succeeds', async () => {
    respond = (_request, response) => void delay(400).then(() => end(response))
    const transport = connect({ connectTimeoutMillis: 200 })
    expect(await transport.call(createTeam, { body: team })).toEqual({ id: 'p1' })
  })

  test('but breaks off does not get a write twice, because it may have been processed', async () => {
    let sent = 0
    respond = (request) => {
      sent++
      request.socket.destroy()
    }
    const error = await connect({})
      .call(createTeam, { body: team })
      .catch((reason) => reason)
    expect(error).toMatchObject({ name: 'NetworkError', mayHaveHappened: true })
    expect(error.message).toContain('The request may have been processed: check before repeating it.')
    // The request and a probe.
    expect(sent).toBe(2)
  })

  test('is ignored once the caller has aborted', async () => {
    respond = () => {}
    const abort = new AbortController()
    const sent = connect({}).send('/projects/current', { signal: abort.signal })
    abort.abort(new Error('changed my mind'))
    await expect(sent).rejects.toThrow('changed my mind')
  })

  test('and then refuses connections has not processed the request', async () => {
    server.close()
    await once(server, 'close')
    const error = await connect({})
      .call(createTeam, { body: team })
      .catch((reason) => reason)
    expect(error).toMatchObject({ name: 'NetworkError', mayHaveHappened: false })
    expect(error.message).toContain('ECONNREFUSED')
  })
})

test('retries after the computer was asleep', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let sent = 0
  const { transport } = createTransport({
    [project]: () => {
      if (sent++) return { id: 'p1' }
      vi.setSystemTime(Date.now() + 8 * 3_600_000)
      return networkFailure
    },
  })
  expect(await transport.call(project)).toEqual({ id: 'p1' })
  vi.useRealTimers()
})

test('never sends a POST twice when the connection fails', async () => {
  const { transport, countOf } = createTransport({
    [signIn]: networkFailure,
    'GET /health': networkFailure,
  })
  const error = await transport.call(signIn, { body }).catch((reason) => reason)
  expect(error.message).toContain('was tried once (fetch failed)')
  // Sign-in is safe to repeat.
  expect(error.mayHaveHappened).toBe(false)
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
  await expect(transport.call('PATCH /users/me', { body: {} })).rejects.toMatchObject({
    message: expect.stringContaining('unable to connect to the server'),
    mayHaveHappened: true,
  })
  expect(fetch.mock.calls.filter(([url]) => url.includes('/users/me'))).toHaveLength(1)
})

test('reports that the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { transport } = createTransport({ [signIn]: networkFailure, [createTeam]: networkFailure })
  const text = 'You are offline. Please check your internet connection and try again.'
  await expect(transport.call(signIn, { body })).rejects.toMatchObject({ name: 'NetworkError', message: text })
  await expect(transport.call(createTeam, { body: team })).rejects.toMatchObject({
    message: `${text} The request may have been processed: check before repeating it.`,
  })
})

test('other failures of fetch are not network errors', async () => {
  const aborted = new DOMException('aborted', 'AbortError')
  const { transport, countOf } = createTransport({ [project]: () => Promise.reject(aborted) })
  await expect(transport.call(project)).rejects.toBe(aborted)
  expect(countOf(project)).toBe(1)
})

test('waits as long as a rate limit requires, for a POST too', async () => {
  const limited = plainRefusal(429, 'slow down', { 'retry-after': '7' })
  const { transport, countOf } = createTransport({ [signIn]: [limited, plainRefusal(429, 'slow'), {}] })
  await transport.call(signIn, { body })
  expect(waits).toEqual([7000, 2000])
  expect(countOf(signIn)).toBe(3)
})

test('fails immediately if a rate limit requires to wait for minutes', async () => {
  const limited = plainRefusal(429, 'Too many attempts. Please try again in 15 minutes.', { 'retry-after': '900' })
  const { transport, countOf } = createTransport({ [signIn]: limited })
  await expect(transport.call(signIn, { body })).rejects.toMatchObject({
    statusCode: 429,
    message: expect.stringContaining('15 minutes'),
  })
  expect([waits, countOf(signIn)]).toEqual([[], 1])
})

test('retries on 508 with the loop marker, and on no other plain error', async () => {
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

test('errors have the ID of the request, with a code or without one', async () => {
  const headers = { 'x-stack-request-id': 'r1' }
  const { transport } = createTransport({
    [project]: new Response('gone', { status: 404, headers }),
    'GET /users': new Response(JSON.stringify({ code: 'USER_NOT_FOUND', error: 'No.' }), {
      status: 404,
      headers: { ...headers, 'x-stack-known-error': 'USER_NOT_FOUND' },
    }),
  })
  await expect(transport.call(project)).rejects.toMatchObject({ statusCode: 404, requestId: 'r1' })
  await expect(transport.call('GET /users')).rejects.toMatchObject({ errorCode: 'USER_NOT_FOUND', requestId: 'r1' })
})

test('reads real statuses as well as overridden ones', async () => {
  const { transport } = createTransport({ [project]: new Response('gone', { status: 503 }) })
  await expect(transport.call(project)).rejects.toMatchObject({ statusCode: 503 })
})

test.each([
  [503, 'The server responded with 503 Service Unavailable.'],
  [404, 'The server responded with 404 Not Found.'],
  [499, 'The server responded with 499 Bad Request.'],
])('names the status %i if the response has no message', async (status, message) => {
  const { transport } = createTransport({ [project]: new Response(null, { status }) })
  await expect(transport.call(project)).rejects.toMatchObject({ statusCode: status, message })
})

const page = (status: number) =>
  new Response('<html><h1>nginx</h1></html>', { status, headers: { 'content-type': 'text/html' } })

test.each([502, 503, 504, 404, 200])('does not use the page of a proxy with status %i as a message', async (status) => {
  const { transport } = createTransport({ [project]: page(status), [createTeam]: page(status) })
  const error = await transport.call(project).catch((reason) => reason)
  expect(error).toBeInstanceOf(StatusError)
  expect(error.message).toMatch(/^The server responded with [\w ]+\.$/)
  expect(isUnavailable(error)).toBe(status !== 404)

  const isLost = [200, 502, 504].includes(status)
  const failedWrite = await transport.call(createTeam, { body: team }).catch((reason) => reason)
  expect(failedWrite.message.includes('may have been processed')).toBe(isLost)
})

test.each([
  [new NetworkError('', {}, undefined, false), true],
  [new StatusError(503, ''), true],
  [new StatusError(429, ''), true],
  [new StatusError(500, ''), false],
  [new StatusError(400, ''), false],
  [new AssertionError(''), false],
  [undefined, false],
])('determines whether Latchkey is unavailable from %o', (error, expected) => {
  expect(isUnavailable(error)).toBe(expected)
})

test('throws known errors without a retry, with code, status, message and details', async () => {
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

test('does not trust an error whose header and body disagree', async () => {
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

test('a rejected refresh token is an expected result, any other failure an error', async () => {
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

test('omits fetch fields that workers reject', async () => {
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
