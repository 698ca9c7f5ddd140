import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildExample, startApp } from './next-app.ts'
import { openQuietBrowser, signUp } from './next-pages.ts'
import { expectUnavailable, useNextProject } from './next-project.ts'
import { openCountedAddress } from './proxies.ts'

const project = useNextProject()
let folder: string
beforeAll(async () => {
  folder = await buildExample()
}, 1_200_000)

describe('what a page asks the server', () => {
  let counted: Awaited<ReturnType<typeof openCountedAddress>>
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    counted = await openCountedAddress(project.server.url)
    app = await startApp(folder, { ...project.env, LATCHKEY_API_URL_SERVER: counted.url })
  }, 600_000)
  afterAll(async () => {
    await app?.stop()
    await counted?.stop()
  })

  test('is the user once, however many parts need it, and nothing for an API route', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, app.url)
    const fromBrowser: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === project.server.url) fromBrowser.push(`${request.method()} ${pathname.replace('/api/v1', '')}`)
    })
    for (const path of ['/', '/notes', '/team', '/profile', '/handler/account-settings']) {
      counted.take()
      fromBrowser.length = 0
      await page.goto(app.url + path, { waitUntil: 'networkidle' })
      const asked = [...counted.take(), ...fromBrowser].filter((route) => route === 'GET /users/me')
      expect({ path, asked }).toEqual({ path, asked: ['GET /users/me'] })
    }
    counted.take()
    expect(await (await page.request.get(`${app.url}/api/me`)).json()).toMatchObject({ email: person.email })
    await page.request.get(`${app.url}/api/me`)
    expect(counted.take().filter((route) => !route.endsWith('jwks.json'))).toEqual([])
  })

  test('may find it away: the proxy says so', async () => {
    await counted.stop()
    await expectUnavailable(project, app, '/team')
  })
})
