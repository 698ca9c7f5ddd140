import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { assets } from '../http/pages/assets.ts'
import { version } from '../platform/version.ts'
import { insertProject } from '../projects/create.ts'
import { createDatabase } from '../testing/database.ts'
import { openTestServer, separateServer, type TestServer, testProject, testServer, testUrl } from '../testing/index.ts'
import { openWayTo } from '../testing/silent-network.ts'

let folder: string
let server: TestServer
let get: (path: string, headers?: Record<string, string>, address?: string) => Promise<Response>

/** The pages of a server with a demo: one page, one asset, and beside them what must not be reached. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey pages #%-'))
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'the secret')
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Demo</title>')
  writeFileSync(join(folder, 'dist/assets/app.js'), 'export {}')
  writeFileSync(join(folder, 'dist/assets/a file.css'), 'a {}')
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'dist/link.txt'))
  mkdirSync(join(folder, 'dashboard/assets'), { recursive: true })
  writeFileSync(join(folder, 'dashboard/index.html'), '<!doctype html><head><title>Dashboard</title></head>')
  writeFileSync(join(folder, 'dashboard/assets/main.js'), 'export {}')
  server = await testServer()
  const demo = { projectId: 'p', publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dist/')) }
  const dashboard = { publishableClientKey: 'pck_"<internal>', folder: pathToFileURL(join(folder, 'dashboard/')) }
  const app = createApp(server.platform, { demo, dashboard })
  get = async (path, headers = {}, remoteAddress = '127.0.0.1') => {
    const incoming = { socket: { remoteAddress } } as never
    return app.fetch(new Request(new URL(path, testUrl), { headers }), { incoming })
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

test('the pages for developers follow the theme that was chosen in the dashboard', async () => {
  for (const path of ['/', '/docs', '/docs/guide/getting-started'])
    expect(await (await get(path)).text(), path).toContain(`<script src="${assets.colorThemeScript.path}"></script>`)
  expect((await get(assets.colorThemeScript.path)).headers.get('content-type')).toContain('text/javascript')
})

describe('every HTML response', () => {
  const pages = [
    '/',
    '/docs',
    '/docs/api/users',
    '/docs/guide/getting-started',
    '/demo/',
    '/demo/handler/sign-in',
    '/handler/sign-in',
    '/dashboard/anything',
    '/dashboard/purchase/abc',
    '/dashboard/purchase/return',
    '/dashboard/set-up',
    '/nowhere',
  ]

  // ASVS 3.4.3, 3.4.4, 3.4.5, 3.4.6, 4.1.1
  test.each(pages)('%s lets no foreign or inline code run and cannot be framed', async (path) => {
    const { headers } = await get(path, { accept: 'text/html' })
    const policy = headers.get('content-security-policy') ?? ''

    expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  // ASVS 3.4.1
  test('requires TLS in production', async () => {
    const database = await createDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const config = { isProduction: true, url: 'https://auth.example.com' }
    const production = await openTestServer(database.url, { config })
    onTestFinished(() => production.close())
    for (const path of ['/', '/docs', '/nowhere', '/api/v1', '/api/v1/users/me', '/api/v1/nowhere']) {
      const { headers } = await production.fetch(path, { headers: { accept: 'text/html' } })
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    }
  })

  // ASVS 14.2.3
  test.each(pages.filter((path) => !/^.(demo|handler|dashboard)/.test(path)))('%s has nothing inline', async (path) => {
    const body = await (await get(path, { accept: 'text/html' })).text()

    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/i)
    for (const [, address] of body.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]*)"/g)) {
      expect(address).toMatch(/^\/(?:assets|docs\/images)\//)
      expect((await get(address!)).status).toBe(200)
    }
  })
})

test('the page that the dashboard shows emails in is for the dashboard only, runs no code, and takes nothing', async () => {
  const response = await get('/dashboard/email-frame')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; font-src/)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/script-src|frame-src|connect-src/)
  expect(await response.text()).not.toMatch(/<script|\son\w+=/)
  const app = createApp(server.platform, {
    dashboard: { publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dashboard/')) },
  })
  const post = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body: 'html=x' }
  expect((await app.request('/dashboard/email-frame', post)).status).toBe(404)
})

describe('the home page', () => {
  test('links what runs, and only that', async () => {
    const body = await (await get('/')).text()
    const links = [...body.matchAll(/<a (?:class="button" )?href="([^"]+)"/g)].map((match) => match[1]!)

    expect(links).toEqual(['/dashboard', '/demo', '/docs/guide/getting-started', '/docs', '/health'])
    for (const link of links) expect((await get(link)).status, link).toBeLessThan(400)
    expect(body).toContain(version)
  })

  test('offers to create the first project, and then to open the dashboard', async () => {
    const database = await createDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const { platform, close } = await openTestServer(database.url, { logLines: [] })
    onTestFinished(close)
    const dashboard = { publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dashboard/')) }
    const app = createApp(platform, { dashboard })
    const read = async () => (await app.fetch(new Request(testUrl))).text()
    const { db, secrets, now } = platform
    const add = (ownerTeamId: string | null) => {
      const project = { id: randomUUID(), displayName: 'App', ownerTeamId, settings: {} }
      return insertProject(db, project, secrets, now())
    }

    await add(null)
    expect(await read()).toContain('<a class="button" href="/dashboard">Create your first project</a>')
    await add(randomUUID())
    expect(await read()).toContain('<a class="button" href="/dashboard">Open the dashboard</a>')
    await platform.database.close()
    expect(await read()).toContain('Open the dashboard')
  })

  test('links neither a demo nor a dashboard that is not there', async () => {
    const response = await server.fetch('/')

    expect(await response.text()).not.toMatch(/\/demo|\/dashboard/)
    for (const path of ['/demo/', '/dashboard', '/dashboard/purchase/abc', '/handler/sign-in'])
      expect((await server.fetch(path)).status, path).toBe(404)
  })
})

describe('an unknown address', () => {
  test('is a page with links', async () => {
    const response = await get('/nowhere/<b>', { accept: 'text/html,application/xhtml+xml' })
    const body = await response.text()

    expect(response.status).toBe(404)
    expect(body).toContain('Page not found')
    expect(body).toContain('href="/docs"')
    expect(body).not.toContain('<b>')
  })

  test('is a sentence for programs', async () => {
    const response = await get('/nowhere')

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/i)
  })

  test('below the API gets an API error', async () => {
    const response = await get('/api/v1/nowhere', { accept: 'text/html' })

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })
})

describe('health', () => {
  test('is open to every origin and never cached', async () => {
    for (const path of ['/health', '/health?db']) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await server.fetch('/health', { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('is not ready while the server stops', async () => {
    const stopping = createApp(server.platform, { stopping: AbortSignal.abort() })
    const response = await stopping.fetch(new Request(new URL('/health', testUrl)))

    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'stopping' })
  })

  test('reports that the database is unavailable, but only when asked', async () => {
    const lost = await separateServer({ logLines: [] })
    await lost.platform.database.close()

    expect((await lost.fetch('/health')).status).toBe(200)
    expect((await lost.fetch('/health?db')).status).toBe(500)
  })
})

describe('readiness', () => {
  test('is there while requests can be served, and gone as soon as the server stops', async () => {
    const response = await get('/ready')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready' })
    expect(response.headers.get('cache-control')).toBe('no-store')

    const stopping = createApp(server.platform, { stopping: AbortSignal.abort() })
    const refusal = await stopping.fetch(new Request(new URL('/ready', testUrl)))
    expect(refusal.status).toBe(503)
    expect(await refusal.json()).toEqual({ status: 'stopping' })
  })

  test('is gone while the database is away', async () => {
    const way = await openWayTo(inject('databaseUrl'))
    const lost = await openTestServer(way.url)
    onTestFinished(() => lost.close())
    expect((await lost.fetch('/ready')).status).toBe(200)

    await way.close()
    await expect.poll(async () => (await lost.fetch('/ready')).status).toBe(503)
    expect(await (await lost.fetch('/ready')).json()).toEqual({ status: 'database away' })
    expect((await lost.fetch('/health')).status).toBe(200)
  })
})

describe('the demo', () => {
  test('is served with its own types, and its hashed files for good', async () => {
    const script = await get('/demo/assets/app.js')

    expect(await script.text()).toBe('export {}')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect((await get('/demo/')).headers.get('cache-control')).toBe('no-cache')
    expect(await (await get('/demo/assets/a%20file.css')).text()).toBe('a {}')
  })

  test('serves its page at its own addresses, and its project at that address', async () => {
    expect(await (await get('/demo/notes')).text()).toContain('<title>Demo</title>')
    expect((await get('/demo')).headers.get('location')).toBe('/demo/')
    expect(await (await get('/demo/config.json')).json()).toEqual({
      projectId: 'p',
      publishableClientKey: 'k',
      baseUrl: testUrl,
    })
  })

  test('does not serve its page for a missing file', async () => {
    expect((await get('/demo/assets/old.js')).status).toBe(404)
  })

  // ASVS 13.4.3
  test.each(['/demo/assets', '/demo/assets/', '/assets/', '/dashboard/assets/'])('%s lists no files', async (path) => {
    expect(await (await get(path)).text()).not.toMatch(/app\.js|main\.js|a file/)
  })

  // ASVS 5.3.2
  test.each([
    '/demo/../secret.txt',
    '/demo/..%2fsecret.txt',
    '/demo/%2e%2e/secret.txt',
    '/demo/%2e%2e%2fsecret.txt',
    '/demo/assets/../../secret.txt',
    '/demo/assets/..%2f..%2fsecret.txt',
    '/demo/..\\secret.txt',
    '/demo/..%5csecret.txt',
    '/demo//secret.txt',
    '/demo/./../secret.txt',
    '/demo/%00/../secret.txt',
    '/demo/link.txt',
    '/demo/%c0%ae%c0%ae/secret.txt',
  ])('%s does not lead out of its folder', async (path) => {
    expect(await (await get(path)).text()).not.toContain('the secret')
  })
})

describe('the dashboard', () => {
  const settingsOf = (body: string): unknown => {
    const content = /<meta name="latchkey-settings" content="([^"]*)" \/>/.exec(body)?.[1] ?? ''
    return JSON.parse(
      content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    )
  }

  test('offers neither a demo nor the mock identity provider in production', async () => {
    const config = { ...server.platform.config, isProduction: true }
    const dashboard = { publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dashboard/')) }
    const app = createApp({ ...server.platform, config }, { dashboard })
    const settings = settingsOf(await (await app.request('/dashboard')).text())
    expect(settings).toMatchObject({ hasDevelopmentProvider: false, demoProjectId: null })
  })

  test('tells the command line how to sign owners in', async () => {
    const response = await get('/dashboard/config.json')
    expect(await response.json()).toEqual({ projectId: 'internal', publishableClientKey: 'pck_"<internal>' })
  })

  // ASVS 1.2.1, 1.2.3
  test.each([
    '/dashboard',
    '/dashboard/anything',
    '/handler/sign-in',
    '/handler/account-settings',
  ])('%s is its page with the settings of this server', async (path) => {
    const response = await get(path)
    const body = await response.text()

    expect(body).toContain('<title>Dashboard</title>')
    expect(settingsOf(body)).toEqual({
      url: testUrl,
      publishableClientKey: 'pck_"<internal>',
      demoProjectId: 'p',
      stripePublishableKey: null,
      seller: null,
      hasAiModel: false,
      hasWebhookService: false,
      hasDevelopmentProvider: true,
    })
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect((await get(path, { 'if-none-match': response.headers.get('etag')! })).status).toBe(304)
  })

  test('has files that are sent compressed and kept for good', async () => {
    const script = await get('/dashboard/assets/main.js', { 'accept-encoding': 'gzip' })

    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(gunzipSync(Buffer.from(await script.arrayBuffer())).toString()).toBe('export {}')
    expect((await get('/dashboard/assets/old.js')).status).toBe(404)
  })

  test('lets the payment provider in where people pay, and nowhere else', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')!
    const policy = await policyOf('/dashboard/purchase/abc')

    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    for (const path of ['/', '/dashboard/anything', '/handler/sign-in', '/demo/'])
      expect(await policyOf(path), path).not.toContain('stripe')
  })

  test('loads nothing from elsewhere where people open a link with a secret, and keeps and shows it to nobody', async () => {
    const { headers } = await get('/dashboard/set-up')
    expect(headers.get('content-security-policy')).toMatch(/^(?!.*https:).*frame-ancestors 'none'/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  test('tells the payment provider’s key for browsers, and no other', async () => {
    const stripe = { secretKey: 'sk_test_secret', webhookSecret: 'whsec_secret', publishableKey: 'pk_test_public' }
    const dashboard = { publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dashboard/')) }
    const app = createApp({ ...server.platform, config: { ...server.platform.config, stripe } }, { dashboard })
    const body = await (await app.fetch(new Request(new URL('/dashboard/purchase/abc', testUrl)))).text()

    expect(settingsOf(body)).toMatchObject({ stripePublishableKey: 'pk_test_public' })
    expect(body).not.toContain('secret')
  })

  test('says on a purchase page who sells', async () => {
    const project = await testProject()
    const { id } = project
    const { tenancy_id, display_name } = await server.platform.db
      .selectFrom('projects')
      .select(['tenancy_id', 'display_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const sellerAt = async (path: string) => settingsOf(await (await get(path)).text())

    expect(await sellerAt(`/dashboard/purchase/${tenancy_id}_abc`)).toMatchObject({
      seller: { name: display_name, logoUrl: null, logoDarkModeUrl: null, homeUrl: null },
    })
    await project.call('PATCH /internal/config/override', {
      as: 'admin',
      body: {
        config_override_string: JSON.stringify({
          'domains.trustedDomains.all': { baseUrl: 'https://*.example.com', handlerPath: '/handler' },
          'domains.trustedDomains.app': { baseUrl: 'https://app.example.com', handlerPath: '/handler' },
        }),
      },
    })
    expect(await sellerAt(`/dashboard/purchase/return?purchase_full_code=${tenancy_id}_abc`)).toMatchObject({
      seller: { name: display_name, homeUrl: 'https://app.example.com' },
    })
    for (const code of [tenancy_id, `${randomUUID()}_abc`, 'abc', 'return'])
      expect(await sellerAt(`/dashboard/purchase/${code}`), code).toMatchObject({ seller: null })
  })

  test('is shown where people pay also when the database is away', async () => {
    const logLines: string[] = []
    const lost = await separateServer({ logLines })
    await lost.platform.database.close()
    const dashboard = { publishableClientKey: 'k', folder: pathToFileURL(join(folder, 'dashboard/')) }
    const address = new URL(`/dashboard/purchase/${randomUUID()}_abc`, testUrl)
    const response = await createApp(lost.platform, { dashboard }).fetch(new Request(address))

    expect(response.status).toBe(200)
    expect(logLines.join()).toContain('path=/dashboard/purchase')
  })
})

describe('assets', () => {
  test.each([
    ['/', ['geist', 'base', 'card']],
    ['/nowhere', ['geist', 'base', 'card']],
    ['/docs', ['geist', 'base', 'docs-frame', 'docs-menu', 'docs-text', 'docs-search', 'docs-reference']],
    ['/docs/api/users', ['geist', 'base', 'docs-frame', 'docs-menu', 'docs-text', 'docs-search', 'docs-reference']],
    ['/docs/guide/getting-started', ['geist', 'base', 'docs-frame', 'docs-menu', 'docs-text', 'docs-search']],
  ])('%s has the styles that it needs, and no others', async (path, names) => {
    const body = await (await get(path, { accept: 'text/html' })).text()
    const sheets = body.matchAll(/<link rel="stylesheet" href="\/assets\/([a-z-]+)\.[0-9a-f]{10}\.css"/g)

    expect([...sheets].map((match) => match[1])).toEqual(names)
  })

  test.each(Object.values(assets).map(({ path, type }) => [path, type]))('%s is kept for good', async (path, type) => {
    const response = await get(path)

    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

// ASVS 16.3.4, 16.5.1
test('a failing page is a sentence without internals, and logged', async () => {
  const logLines: string[] = []
  const lost = await separateServer({ logLines })
  await lost.platform.database.close()
  const response = await lost.fetch('/files/p/user-profile-images/00000000-0000-4000-8000-000000000000.png')

  expect(response.status).toBeGreaterThanOrEqual(500)
  expect(await response.text()).not.toMatch(/driver|destroyed|sql|at /i)
  expect(logLines.join()).toContain('A page request failed')
})
