import { ServerApp } from '@latchkey/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { buildExample, startApp } from './next-app.ts'
import { createAccount, useNextProject } from './next-project.ts'
import { openNeighbours } from './proxies.ts'

const project = useNextProject()
let folder: string
beforeAll(async () => {
  folder = await buildExample()
}, 1_200_000)

describe.each([
  ['of one host', {}],
  ['of a domain', { COOKIE_DOMAIN: 'app.neighbours.test' }],
])('a session %s beside a hostile host', (_name, settings: { COOKIE_DOMAIN?: string }) => {
  let app: Awaited<ReturnType<typeof startApp>>
  let neighbours: Awaited<ReturnType<typeof openNeighbours>>
  beforeAll(async () => {
    app = await startApp(folder, { ...project.env, ...settings })
    // A server without a framework, which gets the same cookies.
    const requests = new ServerApp({
      tokenStore: null,
      baseUrl: project.server.url,
      projectId: project.env.LATCHKEY_PROJECT_ID,
      publishableClientKey: project.env.LATCHKEY_PUBLISHABLE_CLIENT_KEY,
      secretServerKey: project.env.LATCHKEY_SECRET_SERVER_KEY,
      cookieDomain: settings.COOKIE_DOMAIN,
    })
    neighbours = await openNeighbours(app.url, {
      '/notes/request': async (tokenStore) => (await requests.getUser({ tokenStore }))?.primaryEmail ?? 'nobody',
      '/notes/token': async (tokenStore) =>
        (await requests.getPartialUser({ from: 'token', tokenStore }))?.primaryEmail ?? 'nobody',
    })
  }, 600_000)
  afterAll(async () => {
    await neighbours?.stop()
    await app?.stop()
  })

  /** Who the page and three ways to ask on the server say is signed in. */
  async function whoIsSignedIn(page: Page, site: string) {
    const html = await (await page.goto(site))!.text()
    const name = /Hello, (?:<!-- -->)?([^<]+)</.exec(html)?.[1] ?? 'nobody'
    await page.waitForFunction('globalThis.__LATCHKEY__')
    const inBrowser = await page.evaluate(async () => {
      const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
      return (await app.getUser())?.primaryEmail ?? 'nobody'
    })
    const read = (path: string) => page.evaluate(async (path) => (await fetch(path)).text(), path)
    return [name, await read('/notes/request'), await read('/notes/token'), inBrowser]
  }

  test('stays what it is for the page, for Next.js and for any other server', async () => {
    const [victim, attacker] = [await createAccount(project), await createAccount(project)]
    const signIn = await openBrowser()
    const site = `${neighbours.urlOf('shop.app')}/`
    await signIn.goto(`${site}handler/sign-in`)
    await signIn.waitForFunction('globalThis.__LATCHKEY__')
    await signIn.evaluate(async (person) => {
      const { app } = (globalThis as unknown as DebuggedPage).__LATCHKEY__
      await app.signInWithCredential({ ...person, noRedirect: true })
    }, victim)
    // In a tab of its own, because the sign-in page redirects signed-in users.
    const page = await signIn.context().newPage()
    const four = (name: string) => [name, name, name, name]
    expect(await whoIsSignedIn(page, site)).toEqual(four(victim.email))

    const own = (await page.context().cookies()).map(({ name }) => name).filter((name) => name.includes('refresh'))
    await page.goto(neighbours.urlOf('evil'))
    const names = [...own, `stack-refresh-${project.env.LATCHKEY_PROJECT_ID}`, 'stack-refresh']
    await page.evaluate(tossCookies, { names, value: attacker.refreshToken })
    const sent = await page.context().cookies(`${site}notes/request`)
    expect(sent.filter(({ value }) => value === attacker.refreshToken).length).toBeGreaterThan(3)
    expect(await whoIsSignedIn(page, site)).toEqual(four(victim.email))

    await page.goto(`${site}handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(await whoIsSignedIn(page, site)).toEqual(four('nobody'))
  })

  test('that an earlier version stored is kept', async () => {
    const person = await createAccount(project)
    const page = await openBrowser()
    const site = `${neighbours.urlOf('shop.app')}/`
    const domain = settings.COOKIE_DOMAIN ? `.${settings.COOKIE_DOMAIN}` : 'shop.app.neighbours.test'
    const cookie = {
      name: `stack-refresh-${project.env.LATCHKEY_PROJECT_ID}`,
      value: person.refreshToken,
      domain,
      path: '/',
    }
    await page.context().addCookies([{ ...cookie, secure: true, sameSite: 'Lax' }])
    const four = Array.from({ length: 4 }, () => person.email)
    expect(await whoIsSignedIn(page, site)).toEqual(four)
    expect((await page.context().cookies()).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^__Host-/))
    expect(await whoIsSignedIn(page, site)).toEqual(four)
  })
})

interface DebuggedPage {
  __LATCHKEY__: {
    app: {
      getUser(): Promise<{ primaryEmail: string } | null>
      signInWithCredential(options: object): Promise<unknown>
    }
  }
}

/** In a page of another host of the domain. Browsers send cookies with longer paths first. */
function tossCookies({ names, value }: { names: string[]; value: string }) {
  for (const name of names) {
    for (const path of ['/', '/notes', '/notes/request', '/notes/token']) {
      // biome-ignore lint/suspicious/noDocumentCookie: what the page of an attacker does.
      document.cookie = `${name}=${value}; domain=neighbours.test; path=${path}; secure`
    }
  }
}
