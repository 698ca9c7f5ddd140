import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describeLimit, errors, errorsOf, type RouteDefinition, routes, schemaFor } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { testServer, testUrl } from '../testing/index.ts'
import { anchorOf, listOperations, readApi } from './docs/api.ts'
import { exampleBody, exampleCurl } from './docs/examples.ts'
import { listFeatures } from './docs/features.ts'
import { listFields } from './docs/fields.ts'
import { guides, readGuide } from './docs/guides.ts'
import { errorsPath, objectsPath, pathOf, placeOfRoute } from './docs/places.ts'

const repository = new URL('../../../../', import.meta.url)

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return (await testServer()).fetch(path, { headers })
}

/** What a reader sees: text without tags, with the entities resolved. */
function textOf(page: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return page
    .replaceAll(/<wbr \/>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
}

const api = readApi()
const groups = listFeatures(api)
const referencePaths = ['/docs', ...groups.map(({ name }) => pathOf(name)), objectsPath, errorsPath]

/** The page of the group of the route, and what it says about the route itself. */
async function readRoute(id: string): Promise<{ page: string; text: string }> {
  const group = groups.find(({ operations }) => operations.some((operation) => operation['x-route'] === id))!
  const page = await (await get(pathOf(group.name))).text()
  const start = page.indexOf(`id="${anchorOf(id)}"`)
  expect(start).toBeGreaterThan(0)
  return { page, text: textOf(page.slice(start, page.indexOf('</article>', start))) }
}

function idsOf(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
}

describe('the reference', () => {
  test.each(Object.entries(routes) as [string, RouteDefinition][])('shows %s', async (id, route) => {
    const { page, text } = await readRoute(id)

    expect(page).toContain(`href="#${anchorOf(id)}"`)
    expect(text).toContain(route.summary)
    expect(text).toContain(id.split(' ')[1])
    for (const code of errorsOf(route)) expect(text).toContain(`${errors[code][0]} `)
    for (const code of errorsOf(route)) expect(text).toContain(code)
    for (const name of Object.keys(route.params?.shape ?? {})) expect(text).toContain(name)
    if (route.user) expect(text).toContain('Requires a signed-in user')
    if (route.clientUser) expect(text).toContain('With client access, requires a signed-in user.')
    for (const limit of [...(route.limits ?? []), ...(route.handlerLimits ?? [])]) {
      expect(text).toContain(describeLimit(limit))
    }
    const body = schemaFor(route.body, 'server')
    const shape = (body as { shape?: object } | undefined)?.shape ?? {}
    for (const name of Object.keys(shape)) expect(text).toContain(name)
  })

  test('says how often a route can be called', async () => {
    const { text } = await readRoute('POST /auth/password/sign-up')
    expect(text).toContain('Limits: 60 per hour per IP address, 1,000 per minute per project.')
    const guesses = await readRoute('POST /auth/otp/sign-in')
    expect(guesses.text).toContain('Limits: 40 failed attempts per hour per email address.')
    expect((await readRoute('GET /users/me')).text).not.toContain('Limits:')
  })

  test('leads only to pages that exist', async () => {
    const pages = new Map<string, string>()
    for (const path of referencePaths) pages.set(path, await (await get(path)).text())
    const ids = new Map([...pages].map(([path, page]) => [path, new Set(idsOf(page))]))

    expect(pages.size).toBe(referencePaths.length)
    for (const [path, page] of pages) {
      expect(idsOf(page), path).toHaveLength(ids.get(path)!.size)
      for (const [, target, anchor] of page.matchAll(/href="(\/docs(?:\/api\/[^"#]*)?)?(?:#([^"]+))?"/g)) {
        const there = ids.get(target ?? path)
        expect(there, target).toBeDefined()
        if (anchor) expect(there, `${target}#${anchor} on ${path}`).toContain(anchor)
      }
    }
  })

  test('has every group in the menu of every page, and the routes of the page itself', async () => {
    for (const path of referencePaths) {
      const page = await (await get(path)).text()
      const menu = page.slice(page.indexOf('<nav class="menu"'), page.indexOf('</nav>', page.indexOf('id="menu"')))
      for (const { name, operations } of groups) {
        expect(menu).toContain(`href="${pathOf(name)}"`)
        for (const operation of operations)
          expect(menu.includes(`href="${placeOfRoute(operation)}"`)).toBe(path === pathOf(name))
      }
      expect(menu.match(/aria-current="page"/g), path).toHaveLength(1)
    }
  })

  test('can be read page by page', async () => {
    let path: string | undefined = '/docs'
    const read: string[] = []
    while (path !== undefined) {
      read.push(path)
      const page = await (await get(path)).text()
      path = /rel="next" href="([^"]+)"/.exec(page)?.[1]
    }
    expect(read).toEqual(referencePaths)
  })

  test('keeps every page small enough to be read', async () => {
    for (const path of referencePaths) {
      const page = await (await get(path)).text()
      const main = page.slice(page.indexOf('<main'))
      expect(main.match(/<[a-z]/g)!.length, path).toBeLessThan(8500)
    }
  })

  test('serves nothing for an unknown page, and the introduction without a page', async () => {
    expect((await get('/docs/api/nowhere')).status).toBe(404)
    expect((await get('/docs/api')).headers.get('location')).toBe('/docs')
  })

  test('describes the API once, so that an unknown page costs nothing', async () => {
    expect((await get('/docs/api/nowhere')).status).toBe(404)
    expect(readApi()).toBe(api)
  })

  test('marks what only some levels may send or see', async () => {
    const { text } = await readRoute('PATCH /users/me')

    expect(text).toMatch(/server_metadata\s+any JSON value\s+server, admin only/)
    expect(text).toMatch(/display_name\s+string or null\s+at most 256 characters/)
  })

  test.each(['/docs', pathOf('Users')])('%s is sent compressed, and not again to who has it', async (path) => {
    const plain = await get(path)
    const body = await plain.text()
    const compressed = await get(path, { 'accept-encoding': 'gzip, br' })
    const again = await get(path, { 'if-none-match': plain.headers.get('etag')! })

    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await compressed.arrayBuffer())).toString()).toBe(body)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })
})

test('/docs/openapi.json is the checked-in file', async () => {
  const response = await get('/docs/openapi.json')
  const file = readFileSync(new URL('docs/openapi.json', repository), 'utf8')

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect((await response.text()) === file.replaceAll('\r\n', '\n')).toBe(true)
})

describe('the search', () => {
  const find = async (query: string) => {
    const response = await get(`/docs/search.json?${new URLSearchParams({ q: query })}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { href: string; title: string; page: string; excerpt: string }[]
  }

  test.each([
    ['get /users/{user_id}', '/docs/api/users#get-users-user-id'],
    ['PASSWORD_TOO_SHORT', '/docs/api/error-codes#error-password-too-short'],
    ['passwrd reset', '/docs/api/password#post-auth-password-reset'],
    ['webhook signature', '/docs/guide/webhooks'],
  ])('finds %s', async (query, href) => {
    expect((await find(query)).map((hit) => hit.href).join('\n')).toContain(href)
  })

  test('shows where a word is used in a text', async () => {
    const hits = await find('getting started')
    expect(hits[0]).toMatchObject({ href: '/docs/guide/getting-started', title: 'Getting started' })
    for (const { excerpt } of await find('impersonation')) expect(excerpt.length).toBeLessThan(160)
  })

  test('finds only pages that exist', async () => {
    for (const query of ['user', 'email', 'team', 'key', 'session']) {
      for (const { href } of await find(query)) {
        const [path, id] = href.split('#')
        const page = await get(path!)
        expect(page.status, href).toBe(200)
        if (id) expect(idsOf(await page.text()), href).toContain(id)
      }
    }
  })

  test('withstands anything that is typed', async () => {
    for (const query of [
      '',
      ' ',
      '…',
      '"',
      '<b>',
      '#',
      '#nowhere',
      '\0',
      'a'.repeat(5000),
      '💥',
      '__proto__',
      'constructor',
    ])
      expect(Array.isArray(await find(query)), query).toBe(true)
  })

  test('looks a word up once, and only so many of them', async () => {
    expect(await find('team '.repeat(20))).toEqual(await find('team'))
    const eight = 'the a to of is in and user'
    expect(await find(eight)).not.toEqual([])
    expect(await find(`${eight} unicorn`)).toEqual(await find(eight))
    expect(await find('user unicorn')).toEqual([])
  })

  test('takes two letters for the beginning of a word, but not one', async () => {
    expect(await find('ja')).not.toEqual([])
    expect(await find('j')).toEqual([])
  })

  test('has a page for browsers without scripts', async () => {
    const page = await (await get('/docs/search?q=%3Cb%3Eteam')).text()
    expect(page).toContain('value="&lt;b&gt;team"')
    expect(await (await get('/docs/search?q=invitation')).text()).toContain('class="search-hit"')
    expect(await (await get('/docs/search?q=unicorn')).text()).toContain('Nothing matches “unicorn”.')
  })
})

describe('an example', () => {
  test.each(
    listOperations(readApi()).map((operation) => [operation['x-route'], operation] as const),
  )('of %s is a request that the contract accepts', (id, operation) => {
    const route = routes[id as keyof typeof routes] as RouteDefinition
    const [level = null] = operation['x-access']
    // Variables of the shell stand for ids and codes that only the reader has.
    const filled = JSON.stringify(exampleBody(operation) ?? null)
      .replaceAll(/"\$(?:TEAM_ID|USER_ID)"/g, '"3f0c8a52-9f3d-4a1e-8b57-2d6c1e90ab34"')
      .replaceAll(/"\$CODE"/g, `"${'a'.repeat(45)}"`)
    const schema = schemaFor(route.body, level)
    if (schema) expect(schema.safeParse(JSON.parse(filled)).error?.issues ?? []).toEqual([])
    expect(exampleCurl(operation, testUrl)).not.toMatch(/undefined|\[object|…/)
  })

  test('can be pasted into a shell', () => {
    const operation = listOperations(readApi()).find((one) => one['x-route'] === 'POST /auth/password/sign-in')!

    expect(exampleCurl(operation, 'https://auth.example.com')).toBe(
      [
        'curl -X POST "https://auth.example.com/api/v1/auth/password/sign-in" \\',
        '  -H "X-Stack-Project-Id: $LATCHKEY_PROJECT_ID" \\',
        '  -H "X-Stack-Access-Type: client" \\',
        '  -H "X-Stack-Publishable-Client-Key: $LATCHKEY_PUBLISHABLE_CLIENT_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{`,
        '    "email": "ada@example.com",',
        '    "password": "correct horse battery"',
        `  }'`,
      ].join('\n'),
    )
  })
})

describe('fields', () => {
  test('of nested objects and lists have their whole path', () => {
    const schema = {
      type: 'object',
      required: ['config'],
      properties: {
        config: {
          type: 'object',
          properties: {
            domains: { type: 'array', items: { type: 'object', properties: { domain: { type: 'string' } } } },
          },
        },
      },
    }

    expect(listFields(schema).map(({ path, type, isRequired }) => [path, type, isRequired])).toEqual([
      ['config', 'object', true],
      ['config.domains', 'list of object', false],
      ['config.domains[].domain', 'string', false],
    ])
  })

  test('of an object with several shapes say which one they belong to', () => {
    const schema = {
      type: 'object',
      properties: {
        email: {
          anyOf: [
            { type: 'object', required: ['type'], properties: { type: { const: 'shared' } } },
            {
              type: 'object',
              required: ['type', 'host'],
              properties: { type: { const: 'standard' }, host: { type: 'string', minLength: 1 } },
            },
          ],
        },
      },
    }

    expect(listFields(schema)).toMatchObject([
      { path: 'email', type: 'object' },
      { path: 'email.type', type: '"shared" or "standard"' },
      { path: 'email.host', notes: ['with `type` "standard"', 'not empty'] },
    ])
  })
})

describe('the guide', () => {
  test('has a page for every file', () => {
    const files = readdirSync(new URL('docs/guide/', repository)).filter((name) => name.endsWith('.md'))
    const paths = files.map((name) => `/docs/guide/${name.replace('.md', '')}`)

    expect(guides.map(({ path }) => path).sort()).toEqual(
      [...paths, '/docs/architecture', '/docs/configuration', '/docs/faults', '/docs/performance'].sort(),
    )
  })

  test('lists what differs from other servers and why, and the README links to it', async () => {
    const page = await (await get('/docs/guide/coming-from-another-server')).text()
    for (const topic of [
      'Common and leaked passwords',
      'while sign-up is off',
      'Unsubscribe links',
      'Command-line login',
      'marker',
      'Claims of access tokens',
      'in the metrics',
      'The last owner',
      'Passwords that a server sets',
      'Lifetime of codes',
    ]) {
      expect(page).toContain(topic)
    }
    const readme = readFileSync(new URL('README.md', repository), 'utf8')
    expect(readme).toContain('](docs/guide/coming-from-another-server.md)')
  })

  test.each(guides.map(({ path, title }) => [path, title]))('%s is rendered completely', async (path, title) => {
    const response = await get(path)
    const page = await response.text()
    const prose = page.slice(page.indexOf('<main'), page.indexOf('</main>')).replaceAll(/<pre[\s\S]*?<\/pre>/g, '')
    const withoutCode = textOf(prose.replaceAll(/<code>[\s\S]*?<\/code>/g, ''))

    expect(response.status).toBe(200)
    expect(page).toContain(`<title>${title} · Latchkey</title>`)
    expect(prose.match(/<h1/g)).toHaveLength(1)
    expect(prose).not.toMatch(/<th[^>]*><\/th>/)
    expect(withoutCode).not.toMatch(/\*\S|`|\]\(|^\s*#|^\s*\|/m)
    for (const [, link] of page.matchAll(/<a[^>]*\shref="(\/[^"#]*)/g)) {
      if (!link!.startsWith('/demo')) expect((await get(link!)).status, link).toBe(200)
    }
  })

  test('shows its pictures', async () => {
    const pages = await Promise.all(guides.map(async ({ path }) => (await get(path)).text()))
    const pictures = pages.flatMap((page) => [...page.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src!))
    expect(pictures).toContain('/docs/images/architecture.svg')
    for (const src of pictures) {
      const response = await get(src)
      expect([src, response.status]).toEqual([src, 200])
      expect(response.headers.get('content-type')).toBe(src.endsWith('.svg') ? 'image/svg+xml' : 'image/webp')
    }
  })

  test('shows the address of this server in its examples', async () => {
    const page = await (await get('/docs/guide/getting-started')).text()
    expect(page).toContain(`LATCHKEY_API_URL=${testUrl}`)
    const [own, usual] = [
      { url: 'https://id.acme.test', isProduction: true },
      { url: testUrl, isProduction: false },
    ]
    const selfHosting = guides.find(({ path }) => path.endsWith('/self-hosting'))!
    expect(readGuide(selfHosting, own).html).toContain('https://id.acme.test/api/v1/')
    expect(readGuide(selfHosting, usual).html).toContain('https://auth.example.com/api/v1/')
    const react = guides.find(({ path }) => path.endsWith('/react'))!
    expect(textOf(readGuide(react, own).html)).toContain('it defaults to  http://localhost:8102')
  })

  // Disks of macOS and Windows take `app.tsx` for the `App.tsx` that is there already.
  test('the new files of the guide about React are none that Vite has made', () => {
    const names = [
      ...readFileSync(new URL('docs/guide/react.md', repository), 'utf8').matchAll(/^```tsx\n\/\/ (?:src\/)?(\S+)$/gm),
    ]
    expect(names.length).toBeGreaterThan(1)
    for (const [, name] of names) expect(['app.tsx', 'main.tsx', 'vite-env.d.ts']).not.toContain(name!.toLowerCase())
  })
})
