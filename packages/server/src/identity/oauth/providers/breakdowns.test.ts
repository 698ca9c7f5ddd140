import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeProviders, openFakeProviders } from '../../../testing/fake-providers.ts'
import { separateServer, type TestServer } from '../../../testing/index.ts'
import { connectProvider, signInAt } from '../../../testing/oauth-attempt.ts'

interface Providers {
  fakes: FakeProviders
  server: TestServer
}

/** Short, so that the tests of hanging providers need not wait. What is answered has more time than any machine needs. */
const shortMillis = 3_000
const patience = { short: shortMillis, long: 25_000 }
const providers = {} as Record<keyof typeof patience, Providers>

beforeAll(async () => {
  for (const limit of ['short', 'long'] as const) {
    const fakes = await openFakeProviders({ timeoutMillis: patience[limit] })
    providers[limit] = { fakes, server: await separateServer({ outbound: fakes.outbound }) }
  }
})
beforeEach(() => {
  for (const { fakes } of Object.values(providers)) fakes.misbehaviour.answer = {}
})
afterAll(() => Promise.all(Object.values(providers).map(({ fakes }) => fakes.close())))

async function attempt({ fakes, server }: Providers) {
  return signInAt(fakes, await connectProvider(server, 'github'))
}

const fiveMegabytes = Buffer.alloc(5 * 1024 * 1024, ' ')
const json = { 'content-type': 'application/json' }

type Breakdown = [name: string, failure: string, answer: (response: ServerResponse) => void]

const endless: Breakdown[] = [
  ['hangs', 'unreachable', () => {}],
  ['stops in the middle', 'unreachable', (response) => void response.writeHead(200, json).write('{"access_token":')],
]

const breakdowns: Breakdown[] = [
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
  [...endless, ...breakdowns].flatMap(([name, failure, answer]) => [
    ['token endpoint', name, failure, '/login/oauth/access_token', answer] as const,
    ['profile', name, failure, '/user', answer] as const,
  ]),
)('when the %s %s, the sign-in ends in time with a plain failure', async (_place, name, failure, path, answer) => {
  const isEndless = endless.some(([other]) => other === name)
  const used = providers[isEndless ? 'short' : 'long']
  const { fakes } = used
  fakes.misbehaviour.answer = { [path]: (_request, response) => answer(response) }
  const before = fakes.requests.length
  const refused = await attempt(used).catch((error: unknown) => error)
  expect(refused).toMatchObject({ failure })
  expect((refused as Error).message).not.toContain('127.0.0.1')
  const asked = fakes.requests.slice(before).map((request) => request.slice(request.indexOf('/')))
  expect(asked.at(-1)).toBe(path)
})

test('all requests of one sign-in share one deadline', async () => {
  const slowly = (body: object) => (_request: unknown, response: ServerResponse) =>
    void setTimeout(() => response.writeHead(200, json).end(JSON.stringify(body)), shortMillis * 0.7)
  providers.short.fakes.misbehaviour.answer = {
    '/login/oauth/access_token': slowly({ access_token: 'access-slow', token_type: 'bearer' }),
    '/user': slowly({ id: 1, login: 'ada' }),
  }
  await expect(attempt(providers.short)).rejects.toMatchObject({ failure: 'unreachable' })
})

test.each([
  [1e18, 10 * 366 * 24],
  [0, 8],
  [-5, undefined],
  ['7200', 2],
  [null, 8],
])('a token that lives for %j seconds is good for %j hours', async (expires_in, hours) => {
  const body = JSON.stringify({ access_token: 'access-any', token_type: 'bearer', expires_in })
  providers.long.fakes.misbehaviour.answer = {
    '/login/oauth/access_token': (_request, response) => void response.writeHead(200, json).end(body),
    '/user': (_request, response) => void response.writeHead(200, json).end('{"id":1,"login":"ada"}'),
    '/user/emails': (_request, response) => void response.writeHead(200, json).end('[]'),
  }
  const outcome = await attempt(providers.long).catch((error: unknown) => error)
  if (hours === undefined) return expect(outcome).toMatchObject({ failure: 'invalid-answer' })
  const { tokens } = outcome as Awaited<ReturnType<typeof attempt>>
  expect(Math.round((tokens!.expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(hours)
})
