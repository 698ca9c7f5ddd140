import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeProviders, openFakeProviders } from '../../testing/fake-providers.ts'
import { separateServer, type TestServer } from '../../testing/index.ts'
import { connectProvider, signInAt } from '../../testing/oauth-attempt.ts'

/** Short, so that the tests of hanging providers need not wait. */
const timeoutMillis = 1_500
let fakes: FakeProviders
let server: TestServer

beforeAll(async () => {
  fakes = await openFakeProviders({ timeoutMillis })
  server = await separateServer({ outbound: fakes.outbound })
})
beforeEach(() => {
  fakes.misbehaviour.answer = {}
})
afterAll(() => fakes.close())

async function attempt() {
  return signInAt(fakes, await connectProvider(server, 'github'))
}

const fiveMegabytes = Buffer.alloc(5 * 1024 * 1024, ' ')
const json = { 'content-type': 'application/json' }

const breakdowns: [name: string, failure: string, answer: (response: ServerResponse) => void][] = [
  ['hangs', 'unreachable', () => {}],
  ['stops in the middle', 'unreachable', (response) => void response.writeHead(200, json).write('{"access_token":')],
  ['breaks off', 'unreachable', (response) => void response.destroy()],
  ['is down', 'unreachable', (response) => void response.writeHead(503).end('Service Unavailable')],
  ['answers 5 MB', 'invalid-answer', (response) => void response.writeHead(200, json).end(fiveMegabytes)],
  ['answers no JSON', 'invalid-answer', (response) => void response.writeHead(200, json).end('<html>')],
  ['answers a list', 'invalid-answer', (response) => void response.writeHead(200, json).end('[]')],
  ['answers null', 'invalid-answer', (response) => void response.writeHead(200, json).end('null')],
  [
    'redirects to this machine',
    'invalid-answer',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:8102/health' }).end(),
  ],
]

test.each(
  breakdowns.flatMap(([name, failure, answer]) => [
    ['token endpoint', name, failure, '/login/oauth/access_token', answer] as const,
    ['profile', name, failure, '/user', answer] as const,
  ]),
)('when the %s %s, the sign-in ends in time with a plain failure', async (_place, _name, failure, path, answer) => {
  fakes.misbehaviour.answer = { [path]: (_request, response) => answer(response) }
  const before = fakes.requests.length
  const refused = await attempt().catch((error: unknown) => error)
  expect(refused).toMatchObject({ failure })
  expect((refused as Error).message).not.toContain('127.0.0.1')
  const asked = fakes.requests.slice(before).map((request) => request.slice(request.indexOf('/')))
  expect(asked.at(-1)).toBe(path)
})

test('all requests of one sign-in share one deadline', async () => {
  const slowly = (body: object) => (_request: unknown, response: ServerResponse) =>
    void setTimeout(() => response.writeHead(200, json).end(JSON.stringify(body)), timeoutMillis * 0.7)
  fakes.misbehaviour.answer = {
    '/login/oauth/access_token': slowly({ access_token: 'access-slow', token_type: 'bearer' }),
    '/user': slowly({ id: 1, login: 'ada' }),
  }
  await expect(attempt()).rejects.toMatchObject({ failure: 'unreachable' })
})

test.each([
  [1e18, 10 * 366 * 24],
  [0, 8],
  [-5, undefined],
  ['7200', 2],
  [null, 8],
])('a token that lives for %j seconds is good for %j hours', async (expires_in, hours) => {
  const body = JSON.stringify({ access_token: 'access-any', token_type: 'bearer', expires_in })
  fakes.misbehaviour.answer = {
    '/login/oauth/access_token': (_request, response) => void response.writeHead(200, json).end(body),
    '/user': (_request, response) => void response.writeHead(200, json).end('{"id":1,"login":"ada"}'),
    '/user/emails': (_request, response) => void response.writeHead(200, json).end('[]'),
  }
  const outcome = await attempt().catch((error: unknown) => error)
  if (hours === undefined) return expect(outcome).toMatchObject({ failure: 'invalid-answer' })
  const { tokens } = outcome as Awaited<ReturnType<typeof attempt>>
  expect(Math.round((tokens.expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(hours)
})
