import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rateLimits } from '@latchkey/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import { projectCache } from '../../projects/cache.ts'
import { createTestProject, separateServer, type TestProject, type TestServer } from '../../testing/index.ts'
import { giveAccess } from '../../testing/oauth-grants.ts'
import { createPerson } from '../../testing/world.ts'
import { deviceGrant } from './client.ts'
import { isDocumentUrl, readDocument } from './document.ts'
import { clientKeysFetcher, documentFetcher, lifetimeOf } from './documents.ts'
import { findOAuthClient } from './find-client.ts'

const minute = 60_000
const settings = { 'oauthProvider.isEnabled': true }

let site: Server
let origin: string
let answer: RequestListener
const asked: string[] = []

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url!)
    answer(request, response)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

let server: TestServer
let project: TestProject
beforeAll(async () => {
  server = await separateServer({})
  project = await createTestProject(server, settings)
})

let documents = 0
const nextUrl = () => `${origin}/clients/${documents++}.json`

async function find(url: string, { id } = project, { platform } = server, later = 0) {
  const at = later === 0 ? platform : { ...platform, now: () => new Date(Date.now() + later) }
  if (later > 0) Object.assign(platform, { now: at.now })
  return findOAuthClient(platform, (await projectCache(platform).find(id))!, url)
}

const describeClient = (url: string, others: object = {}) => ({
  client_id: url,
  client_name: 'Editor',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...others,
})

/** Serves the document at its URL. */
function serve(document: unknown, headers: Record<string, string> = {}): void {
  answer = (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(typeof document === 'string' ? document : JSON.stringify(document))
  }
}

async function findServed(others: object, headers = {}) {
  const url = nextUrl()
  serve(describeClient(url, others), headers)
  return find(url)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function measureMemory(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('a client with a metadata document', () => {
  test('is known by its URL, and nobody has verified it', async () => {
    const url = nextUrl()
    serve(describeClient(url, { logo_uri: 'https://evil.example/logo.png', client_uri: 'https://evil.example' }))
    expect(await find(url)).toEqual({
      id: url,
      displayName: 'Editor',
      host: new URL(origin).host,
      isVerified: false,
      skipsConsent: false,
      scopes: null,
      metadata: {
        client_id: url,
        client_name: 'Editor',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        post_logout_redirect_uris: [],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    })
  })

  test('leaves out what is not for this server', async () => {
    const found = await findServed({
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'client_credentials'],
      redirect_uris: ['https://editor.example.com/callback', 'javascript:alert(1)', 'http://editor.example.com/'],
      backchannel_logout_uri: 'http://169.254.169.254/',
      scope: 'openid admin:everything',
    })
    expect(found!.metadata).toMatchObject({
      application_type: 'web',
      grant_types: ['authorization_code'],
      redirect_uris: ['https://editor.example.com/callback'],
    })
    expect(found!.metadata).not.toHaveProperty('backchannel_logout_uri')
    expect(found!.metadata).not.toHaveProperty('scope')
  })

  test.each([
    [{ token_endpoint_auth_method: undefined }, 'none'],
    [
      { token_endpoint_auth_method: undefined, token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'] },
      'none',
    ],
    [{ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://editor.example.com/jwks' }, 'private_key_jwt'],
    [
      {
        token_endpoint_auth_method: undefined,
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
      },
      'private_key_jwt',
    ],
  ])('with %j authenticates by %s', async (others, method) => {
    expect((await findServed(others))!.metadata.token_endpoint_auth_method).toBe(method)
  })

  test.each([
    [['http://localhost/callback', 'http://127.0.0.1/callback'], undefined, 'native'],
    [['http://127.0.0.1:33418/', 'https://editor.example.com/redirect'], undefined, 'native'],
    [['http://localhost/callback'], 'web', 'native'],
    [['http://localhost/callback', 'https://editor.example.com/'], 'web', 'web'],
    [['https://editor.example.com/'], undefined, 'web'],
    [['cursor://callback'], undefined, 'native'],
  ])('with the redirects %j that calls itself %s is %s', async (redirect_uris, application_type, expected) => {
    expect((await findServed({ redirect_uris, application_type }))!.metadata.application_type).toBe(expected)
  })

  test.each([
    [{ id_token_signed_response_alg: 'ES256' }, 'ES256'],
    [{ id_token_signing_alg_values_supported: ['EdDSA', 'ES256', 'RS256'] }, 'ES256'],
    [{ id_token_signed_response_alg: 'EdDSA', id_token_signing_alg_values_supported: ['EdDSA', 'RS256'] }, 'RS256'],
    [{}, undefined],
  ])('chooses with %j how its ID tokens are signed', async (given, algorithm) => {
    expect((await findServed(given))!.metadata.id_token_signed_response_alg).toBe(algorithm)
  })

  test('has a name that hides nothing', async () => {
    expect((await findServed({ client_name: ' Edi\u202Etor\u200B\n' }))!.displayName).toBe('Editor')
    expect((await findServed({ client_name: 'x'.repeat(1_000) }))!.displayName).toHaveLength(100)
    expect((await findServed({ client_name: '\u200B' }))!.displayName).toBe(new URL(origin).host)
    expect((await findServed({ client_name: undefined }))!.displayName).toBe(new URL(origin).host)
  })
})

// As their makers published them in autumn 2026.
test.each([
  ['claude', 'Claude', 'web', ['authorization_code', 'refresh_token']],
  ['claude-code', 'Claude Code', 'native', ['authorization_code', 'refresh_token']],
  ['opencode', 'opencode', 'native', ['authorization_code', 'refresh_token']],
  ['vscode', 'Visual Studio Code', 'native', ['authorization_code', 'refresh_token', deviceGrant]],
])('reads the published document %s.json', async (file, displayName, application_type, grant_types) => {
  const text = await readFile(new URL(`published/${file}.json`, import.meta.url), 'utf8')
  const { client_id: url, redirect_uris } = JSON.parse(text)
  expect(isDocumentUrl(url, { allowsLoopback: false })).toBe(true)
  expect(readDocument(url, text, 'application/json')).toMatchObject({
    displayName,
    host: new URL(url).host,
    isVerified: false,
    metadata: { application_type, redirect_uris, grant_types, token_endpoint_auth_method: 'none' },
  })
})

describe('a metadata document is refused', () => {
  test.each<[string, object]>([
    ['of another client', { client_id: 'https://other.example.com/client.json' }],
    ['without an ID', { client_id: undefined }],
    ['with ID tokens that nobody could verify', { id_token_signed_response_alg: 'none' }],
    ['with a secret', { client_secret: 'public' }],
    ['that wants a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['that wants keys and has none', { token_endpoint_auth_method: 'private_key_jwt' }],
    [
      'with private keys',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'EC', d: 'secret' }] } },
    ],
    [
      'with symmetric keys',
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'secret' }] } },
    ],
    ['whose keys are elsewhere', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://10.0.0.1/jwks' }],
    ['without redirects', { redirect_uris: [] }],
    [
      'with only dangerous redirects',
      { redirect_uris: ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'] },
    ],
    ['with a redirect that is no text', { redirect_uris: [{ href: 'https://editor.example.com' }] }],
    ['for tokens without a code', { response_types: ['token'] }],
    ['with a name that is no text', { client_name: ['Editor'] }],
  ])('%s', async (_name, others) => {
    expect(await findServed(others)).toBeUndefined()
  })

  test.each(['[]', 'null', '"https"', '{', '', `{"client_id":${'['.repeat(2_000)}`])('that is %j', async (text) => {
    serve(text)
    expect(await find(nextUrl())).toBeUndefined()
  })

  test.each(['text/html', 'text/plain', 'application/jsonp', 'application/octet-stream'])('as %s', async (type) => {
    expect(await findServed({}, { 'content-type': type })).toBeUndefined()
  })

  test('that is larger than 5 kB', async () => {
    expect(await findServed({ padding: 'x'.repeat(5_000) })).toBeUndefined()
    expect(await findServed({ padding: 'x'.repeat(4_000) })).toBeDefined()
  })

  test('that a redirect leads to', async () => {
    const [from, to] = [nextUrl(), nextUrl()]
    answer = (request, response) => {
      if (from.endsWith(request.url!)) response.writeHead(302, { location: to }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(describeClient(from)))
    }
    expect(await find(from)).toBeUndefined()
    expect(asked).not.toContain(new URL(to).pathname)
  })

  test('that never ends, after three seconds', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    }
    expect(documentFetcher(server.platform).timeoutMillis).toBe(3_000)
    expect(await find(nextUrl())).toBeUndefined()
    const keys = clientKeysFetcher(server.platform)
    expect(keys.timeoutMillis).toBe(3_000)
    await expect(keys.fetch(nextUrl())).rejects.toMatchObject({ failure: 'timed-out' })
  })

  test.each([404, 401, 201, 204, 500])('that is answered with %d', async (status) => {
    answer = (_request, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end()
    expect(await find(nextUrl())).toBeUndefined()
  })

  test('where the project does not allow them', async () => {
    const url = nextUrl()
    serve(describeClient(url))
    const strict = await createTestProject(server, { ...settings, 'oauthProvider.allowMetadataDocuments': false })
    expect(await find(url, strict)).toBeUndefined()
    expect(await find(url, await createTestProject(server))).toBeUndefined()
    expect(await find(url)).toBeDefined()
  })
})

test.each([
  'http://editor.example.com/client.json',
  'https://editor.example.com/',
  'https://editor.example.com',
  'https://user@editor.example.com/client.json',
  'https://editor.example.com/client.json#',
  'https://editor.example.com/a/../client.json',
  'https://editor.example.com/%2e%2e/client.json',
  'https://EDITOR.example.com/client.json',
  'https://editor.example.com:443/client.json',
  'https://editor.example.com\\client.json',
  ' https://editor.example.com/client.json',
  'https://editor.example.com/client.json\n',
  'HTTPS://editor.example.com/client.json',
  'ftp://editor.example.com/client.json',
  'file:///etc/passwd',
  `https://editor.example.com/${'x'.repeat(500)}`,
])('%j is not the URL of a document', (url) => {
  expect(isDocumentUrl(url, { allowsLoopback: true })).toBe(false)
})

test('documents on the own machine are for development', () => {
  const url = 'http://127.0.0.1:3000/client.json'
  expect(isDocumentUrl(url, { allowsLoopback: true })).toBe(true)
  expect(isDocumentUrl(url, { allowsLoopback: false })).toBe(false)
  expect(isDocumentUrl('https://editor.example.com/client.json', { allowsLoopback: false })).toBe(true)
})

describe('in production', () => {
  test.each([
    ['a private address', 'https://10.0.0.1/client.json', []],
    ['the own machine', 'https://127.0.0.1/client.json', []],
    ['the metadata service of a cloud', 'https://169.254.169.254/client.json', []],
    ['a name that means a private address', 'https://editor.example.com/client.json', ['10.0.0.1', '::1']],
  ])('no document is read at %s', async (_name, url, addresses) => {
    const closed = await separateServer({})
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const fetcher = createOutboundClient({ allowsPrivateAddresses: false, resolve, timeoutMillis: 3_000 })
    documentFetcher.replace(closed.platform, fetcher)
    expect(await find(url, await createTestProject(closed, settings), closed)).toBeUndefined()
    await fetcher.close()
  })
})

test.each([
  [null, 10 * minute],
  ['max-age=300', 5 * minute],
  ['public, max-age=3600, immutable', 60 * minute],
  ['max-age=0', minute],
  ['no-store', minute],
  ['max-age=9999999999', 24 * 60 * minute],
  ['max-age=-1', 10 * minute],
  ['s-maxage=30', 10 * minute],
])('with the cache control %j a document is remembered for %d ms', (cacheControl, millis) => {
  expect(lifetimeOf(cacheControl)).toBe(millis)
})

describe('documents are remembered', () => {
  const timesAsked = (url: string) => asked.filter((path) => url.endsWith(path)).length

  test('and read once, by any number of requests at the same time and of any project', async () => {
    const url = nextUrl()
    serve(describeClient(url))
    const others = await createTestProject(server, settings)
    const found = await Promise.all(Array.from({ length: 30 }, (_, n) => find(url, n % 2 ? project : others)))
    expect(new Set(found.map((client) => client?.id))).toEqual(new Set([url]))
    await find(url)
    expect(timesAsked(url)).toBe(1)
  })

  test('also broken ones, for a moment', async () => {
    const url = nextUrl()
    serve('{')
    await find(url)
    await find(url)
    expect(timesAsked(url)).toBe(1)
  })

  test('only so many, the ones used last', async () => {
    answer = (request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(describeClient(`${origin}${request.url}`)))
    const urls = Array.from({ length: 550 }, nextUrl)
    for (let start = 0; start < urls.length; start += 10) {
      const found = await Promise.all(urls.slice(start, start + 10).map((url) => find(url)))
      expect(found).not.toContain(undefined)
    }
    await find(urls.at(-1)!)
    await find(urls[0]!)
    expect([timesAsked(urls.at(-1)!), timesAsked(urls[0]!)]).toEqual([1, 2])
  })

  test('while their server is away, but not when they are gone', async () => {
    const moved = await separateServer({})
    const other = await createTestProject(moved, settings)
    const url = nextUrl()
    serve(describeClient(url), { 'cache-control': 'max-age=60' })
    expect(await find(url, other, moved)).toBeDefined()
    answer = (_request, response) => void response.writeHead(503).end()
    expect(await find(url, other, moved, 2 * minute)).toBeDefined()
    expect(timesAsked(url)).toBe(2)
    answer = (_request, response) => void response.writeHead(404).end()
    expect(await find(url, other, moved, 4 * minute)).toBeUndefined()
  })
})

test('ten thousand documents are not read, and leave no rows and nothing in memory', async () => {
  const limited = await separateServer({ config: { rateLimits: true } })
  const flooded = await createTestProject(limited, settings)
  const known = nextUrl()
  const redirect_uris = Array.from({ length: 40 }, (_, index) => `http://127.0.0.1/${'x'.repeat(70)}/${index}`)
  answer = (request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(describeClient(`${origin}${request.url}`, { redirect_uris })))
  await find(known, flooded, limited)
  const before = asked.length
  const urls = Array.from({ length: 10_000 }, nextUrl)
  const memory = measureMemory()
  for (let start = 0; start < urls.length; start += 500) {
    await Promise.all(urls.slice(start, start + 500).map((url) => find(url, flooded, limited)))
  }
  expect(asked.length - before).toBeLessThan(120)
  // All of them would take more than 30 MB.
  expect(measureMemory() - memory).toBeLessThan(5_000_000)
  expect(await find(known, flooded, limited)).toBeDefined()
  expect(await find(nextUrl(), await createTestProject(limited, settings), limited)).toBeDefined()
  const { db } = limited.platform
  for (const table of ['oauth_clients', 'oauth_records', 'oauth_grants'] as const) {
    expect(await db.selectFrom(table).select('project_id').where('project_id', '=', flooded.id).execute()).toEqual([])
  }
  const counters = await db.selectFrom('rate_limits').select('key').where('key', 'like', 'clientDocuments%').execute()
  expect(counters).toEqual([])
})

describe('strangers who name many documents', () => {
  /** Each window of the limiter lets them read as many again. */
  async function flood(windows: number, flooded: TestProject, limited: TestServer): Promise<void> {
    const now = performance.now.bind(performance)
    for (let window = 0; window < windows; window++) {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + window * 61_000)
      const { points } = rateLimits.clientDocumentsByProject
      for (let start = 0; start <= points; start += 20) {
        await Promise.all(Array.from({ length: 20 }, () => find(nextUrl(), flooded, limited)))
      }
    }
  }
  afterEach(() => void vi.restoreAllMocks())

  function serveAll(status: number): void {
    answer = (request, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'max-age=86400' })
        .end(JSON.stringify(describeClient(`${origin}${request.url}`)))
  }

  test('never keep out a client that somebody has given access', async () => {
    const limited = await separateServer({ config: { rateLimits: true } })
    const flooded = await createTestProject(limited, settings)
    serveAll(200)
    const [quiet, later] = [nextUrl(), nextUrl()]
    const { id: userId } = await createPerson(flooded)
    await giveAccess(flooded, userId, { clientId: quiet })
    expect(await find(quiet, flooded, limited)).toBeDefined()
    expect(await find(later, flooded, limited)).toBeDefined()
    await giveAccess(flooded, userId, { clientId: later })
    await flood(5, flooded, limited)
    const before = asked.length
    expect(await find(quiet, flooded, limited)).toBeDefined()
    expect(asked.length).toBe(before)
    expect(await find(nextUrl(), flooded, limited)).toBeUndefined()
    expect(await find(later, flooded, limited)).toBeDefined()
    expect(asked.length).toBe(before + 1)
  })

  test('do not crowd out documents that can be read with those that cannot', async () => {
    const limited = await separateServer({ config: { rateLimits: true } })
    const flooded = await createTestProject(limited, settings)
    serveAll(200)
    const readable = nextUrl()
    expect(await find(readable, flooded, limited)).toBeDefined()
    serveAll(404)
    await flood(5, flooded, limited)
    expect(await find(readable, flooded, limited)).toBeDefined()
  })

  test('that hang, hold up neither other projects nor clients with access', async () => {
    const other = await createTestProject(server, settings)
    const { id: userId } = await createPerson(project)
    const [first, known] = [nextUrl(), nextUrl()]
    await giveAccess(project, userId, { clientId: known })
    const held: ServerResponse[] = []
    answer = ({ url = '' }, response) => {
      if (![first, known].some((served) => served.endsWith(url))) return void held.push(response)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(describeClient(`${origin}${url}`)))
    }
    const hanging = Array.from({ length: 60 }, () => find(nextUrl()))
    await expect.poll(() => held.length).toBe(20)
    expect(await find(first, other)).toBeDefined()
    expect(await find(known)).toBeDefined()
    for (const response of held) response.writeHead(404).end()
    expect(new Set(await Promise.all(hanging))).toEqual(new Set([undefined]))
  })
})
