import { type RouteDefinition, routes } from '@latchkey/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectDocumentedResponse } from '../testing/documented-response.ts'
import {
  fieldPaths,
  type HostileRequest,
  hostileRequests,
  type Mutation,
  withValueAt,
} from '../testing/hostile-requests.ts'
import { testServer } from '../testing/index.ts'
import { type MinimalRequest, minimalRequests } from '../testing/minimal-requests.ts'
import { readResponse, type WireResponse } from '../testing/project.ts'
import { ReusedWorld } from '../testing/reused-world.ts'
import { createWorld, type World } from '../testing/world.ts'

/** Few requests with every change; `npm run test:all` sends more. */
const numRuns = Number(process.env.LATCHKEY_FUZZ_RUNS ?? 3)
const worlds = new ReusedWorld(async () => createWorld(await testServer()))
const routeNames = Object.keys(routes) as (keyof typeof routes)[]

test('the hostile requests reach every field of the contract, nested ones too', () => {
  const update = fieldPaths(routes['PATCH /internal/projects/current'].body).map((path) => path.join('.'))
  expect(update).toContain('config.oauth_providers.0.client_secret')
  expect(update).toContain('config.email_config.host')
})

// ASVS 1.2.4, 1.4.2, 2.2.1, 2.2.2, 3.4.2, 3.4.4, 4.1.1, 16.5.1, 16.5.3
test.each(routeNames)('%s responds as documented to whatever is sent, and never fails', async (route) => {
  const definition: RouteDefinition = routes[route]
  await fc.assert(
    fc.asyncProperty(hostileRequests(definition), async (hostile) => {
      const answer = await send(route, await worlds.get(), hostile)
      worlds.noteResponse(route, answer)
      expectDocumentedResponse(answer)
      expect(JSON.stringify(answer.body)).not.toMatch(
        /\bat \S+\.ts:\d+|syntax error|invalid input|violates|SELECT |INSERT /,
      )
    }),
    { numRuns },
  )
})

async function send(route: keyof typeof routes, world: World, hostile: HostileRequest): Promise<WireResponse> {
  const [method, path] = route.split(' ') as [string, string]
  const { project, person } = world
  const request = new SpoiledRequest(minimalRequests[route](world), {
    ...project.headers(hostile.access),
    ...(hostile.isSignedIn ? { 'x-stack-access-token': person.access_token } : {}),
  })
  for (const mutation of hostile.mutations) request.spoil(mutation)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? '')
  const url = `/api/v1${filled === '/' ? '' : filled}${request.query === '' ? '' : `?${request.query}`}`
  const body = method === 'GET' ? null : request.body
  return readResponse(await project.server.fetch(url, { method, headers: request.headers, body }))
}

/** A minimal request that mutations are applied to, one after the other. */
class SpoiledRequest {
  readonly headers: Record<string, string>
  readonly params: Record<string, string>
  query: string
  body: BodyInit | null = null

  constructor(minimal: MinimalRequest, headers: Record<string, string>) {
    this.headers = { ...headers, ...minimal.headers }
    this.params = { ...minimal.params }
    this.query = new URLSearchParams((minimal.query ?? {}) as Record<string, string>).toString()
    if (minimal.body !== undefined) this.#setJson(minimal.body)
  }

  spoil(mutation: Mutation): void {
    if (mutation.kind === 'header') this.headers[mutation.name] = mutation.value
    else if (mutation.kind === 'raw query') this.query = mutation.text
    else if (mutation.kind === 'param') this.params[mutation.name] = mutation.text
    else if (mutation.kind === 'query field') {
      const query = new URLSearchParams(this.query)
      query.set(mutation.name, mutation.value)
      this.query = query.toString()
    } else if (mutation.kind === 'raw body') {
      this.headers['content-type'] = mutation.contentType
      this.body = mutation.bytes as BodyInit
    } else if (mutation.kind === 'body') this.#setJson(mutation.value)
    else this.#spoilField(mutation)
  }

  #setJson(value: unknown): void {
    this.headers['content-type'] = 'application/json'
    this.body = JSON.stringify(value)
  }

  #spoilField(mutation: Mutation & { path: string[] }): void {
    const value = mutation.kind === 'body field' ? mutation.value : undefined
    this.#setJson(withValueAt(readObject(this.body), mutation.path, value))
  }
}

/** What was spoiled beyond repair before gives way to the one field. */
function readObject(body: BodyInit | null): object {
  try {
    const parsed: unknown = JSON.parse(String(body))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
