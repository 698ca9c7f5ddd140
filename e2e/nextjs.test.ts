import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { buildExample, listFiles, secretOfBuild, startApp } from './next-app.ts'
import {
  briefly,
  chooseInAccountMenu,
  expectTakenOver,
  fetchHtml,
  openQuietBrowser,
  repeatUntil,
  signUp,
  submitUntil,
  visibleField,
  writeNote,
} from './next-pages.ts'
import { useNextProject } from './next-project.ts'

const project = useNextProject()
let folder: string
beforeAll(async () => {
  folder = await buildExample()
}, 1_200_000)

/** What the app's own server does with its key. */
async function restrict(email: string, message: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-type': 'server',
    'x-stack-project-id': project.env.LATCHKEY_PROJECT_ID!,
    'x-stack-secret-server-key': project.env.LATCHKEY_SECRET_SERVER_KEY!,
  }
  const users = `${project.server.url}/api/v1/users`
  const { items } = await (await fetch(`${users}?query=${encodeURIComponent(email)}`, { headers })).json()
  const body = JSON.stringify({ reason: 'Spam', message })
  const { status } = await fetch(`${users}/${items[0].id}/restriction`, { method: 'PUT', headers, body })
  expect(status).toBe(200)
}

describe('the newest Next.js', () => {
  let url: string
  let errors: string[]
  let stop: () => Promise<void>
  beforeAll(async () => {
    const app = await startApp(folder, project.env)
    url = app.url
    errors = app.errors
    stop = app.stop
  }, 600_000)
  afterAll(() => stop?.())

  test('a user signs up, stores a note and a team through server actions, and signs out', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    await writeNote(page, 'Herons at the lake')
    await page.reload()
    await page.getByText('Saved: Herons at the lake').waitFor()

    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByLabel('Name').fill('Rangers')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('heading', { name: 'Rangers' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: person.email }).waitFor()

    await chooseInAccountMenu(page, 'Sign out')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(errors).toEqual([])
  })

  test('the first HTML shows who is signed in, and the browser asks the server for nothing', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    for (const path of ['/', '/profile']) {
      const html = await fetchHtml(page, url + path)
      expect(html).toContain(person.email)
      expect(html).not.toContain('Loading')
    }
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(project.server.url)) requests.push(request.url())
    })
    await page.goto(`${url}/profile`)
    await page.getByLabel('Name').fill('Ada')
    expect(requests).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    expect(await fetchHtml(page, `${url}/profile`)).toContain('Ada')
  })

  test('a page of server components is gone within a minute after its user was restricted', async () => {
    // Not a quiet one: its console has the refused refresh.
    const page = await openBrowser()
    await page.clock.install()
    const { email } = await signUp(page, url)
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { name: 'Start a team' }).waitFor()
    await restrict(email, 'You sent too many messages.')
    await page.clock.fastForward('01:00')
    await page.getByText('This account is restricted. You sent too many messages.').waitFor()
    expect(await page.getByRole('heading', { name: 'Start a team' }).count()).toBe(0)
  })

  test('pages, the proxy, components and API routes keep strangers out, and lead back', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    expect(await (await page.request.get(`${url}/api/me`)).json()).toMatchObject({ email: person.email })
    await page.goto(`${url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()

    expect((await page.request.get(`${url}/api/me`)).status()).toBe(401)
    for (const path of ['/notes?tab=2', '/team?tab=2', '/profile?tab=1']) {
      await page.goto(url + path)
      await page.waitForURL(`${url}/handler/sign-in?after_auth_return_to=${encodeURIComponent(path)}`)
    }
    const greeting = page.getByText(`Signed in as ${person.email}`)
    await submitUntil(greeting, page, { Email: person.email, Password: person.password })
    expect(page.url()).toBe(`${url}/profile?tab=1`)
  })

  test('who is led to sign in comes back to the page and its query', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, url)
    await page.goto(`${url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    const link = page.getByRole('link', { name: 'My note' })
    // Through the router, which adds something to the address of its own requests.
    await repeatUntil(visibleField(page, 'Email'), () => link.click(briefly))
    expect(page.url()).toBe(`${url}/handler/sign-in?after_auth_return_to=%2Fnotes`)
    await page.goto(`${url}/notes?tab=2&x=a%26b`)
    const heading = page.getByRole('heading', { name: 'My note' })
    await submitUntil(heading, page, { Email: person.email, Password: person.password })
    expect(page.url()).toBe(`${url}/notes?tab=2&x=a%26b`)
  })

  test('an address that is not one of the app is not where people are led to', async () => {
    const page = await openQuietBrowser()
    const { status, headers } = await fetch(`${url}//evil.example/notes`, { redirect: 'manual' })
    expect(`${status} ${headers.get('location')}`).not.toContain('after_auth_return_to')
    const evil = encodeURIComponent('https://evil.example/')
    await page.goto(`${url}/notes?after_auth_return_to=${evil}`)
    await page.waitForURL(`${url}/handler/sign-in?**`)
    expect(new URL(page.url()).origin).toBe(url)
  })

  test("Latchkey's pages are complete in the first HTML", async () => {
    const page = await openQuietBrowser()
    const signIn = await fetchHtml(page, `${url}/handler/sign-in`)
    expect(signIn).toMatch(/<input[^>]*type="password"/)
    const link = `${url}/handler/email-verification?code=unknown`
    expect(await fetchHtml(page, link)).not.toMatch(/isn.{1,6}t valid/)
    await page.goto(link)
    await page.getByRole('heading', { name: "This link isn't valid" }).waitFor()
    await page.goto(`${url}/handler/login?x=1`)
    await page.waitForURL(`${url}/handler/sign-in?x=1`)
    expect((await page.request.get(`${url}/handler/nothing-here`)).status()).toBe(404)
  })

  test.each([
    'sign-in',
    'sign-up',
    'forgot-password',
    'error',
  ])('the browser takes over the HTML of %s as it is, without showing anything else in between', async (path) => {
    await expectTakenOver(await openQuietBrowser(), `${url}/handler/${path}`)
  })

  test('a dark page is dark from the first paint', async () => {
    const page = await openQuietBrowser({ colorScheme: 'dark' })
    // Before any other script has run.
    await page.route('**/*.js', (route) => route.abort())
    page.removeAllListeners('console')
    await page.goto(`${url}/handler/sign-in`)
    const background = await page
      .locator('.lk-card')
      .first()
      .evaluate((card) => getComputedStyle(card).backgroundColor)
    expect(
      background
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .every((part) => Number(part) < 80),
    ).toBe(true)
  })

  test('no secret key is in what browsers get', async () => {
    const files = listFiles(join(folder, '.next/static'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      expect(text).not.toContain(secretOfBuild)
      expect(text).not.toMatch(/ssk_[a-z0-9]{20}/)
    }
    const page = await openQuietBrowser()
    await signUp(page, url)
    for (const path of ['/', '/notes', '/profile', '/handler/account-settings']) {
      const html = await (await page.request.get(url + path)).text()
      expect(html).toContain(project.env.LATCHKEY_PUBLISHABLE_CLIENT_KEY)
      expect(html).not.toContain(project.env.LATCHKEY_SECRET_SERVER_KEY)
    }
  })
})
