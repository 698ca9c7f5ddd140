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
