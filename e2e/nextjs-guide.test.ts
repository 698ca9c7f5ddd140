import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildExample, compileApp, prepareGuide, startApp } from './next-app.ts'
import { chooseInAccountMenu, openQuietBrowser, signUp, submitUntil } from './next-pages.ts'
import { createAccount, expectUnavailable, useNextProject } from './next-project.ts'
import { openCountedAddress } from './proxies.ts'

const project = useNextProject()

describe('the guide, followed in an app of create-next-app', () => {
  let folder: string
  let latchkey: Awaited<ReturnType<typeof openCountedAddress>>
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    await buildExample()
    folder = prepareGuide()
    latchkey = await openCountedAddress(project.server.url)
    app = await startApp(folder, { ...project.env, LATCHKEY_API_URL_SERVER: latchkey.url }, 'dev')
    // Compiled when they are first asked for, which may take longer than a browser waits.
    for (const path of ['/', '/handler/sign-in', '/api/me', '/notes']) await (await fetch(app.url + path)).text()
  }, 1_200_000)
  afterAll(async () => {
    await app?.stop()
    await latchkey?.stop()
  })

  test('leads to a signed-in user', async () => {
    const page = await openQuietBrowser()
    const { email } = await signUp(page, app.url, { heading: 'Hello, ', asksTwice: false })
    await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

    await chooseInAccountMenu(page, 'Account settings')
    const back = page.getByRole('link', { name: /^Back to / })
    await back.waitFor()
    expect(await back.evaluate((link) => getComputedStyle(link).display)).toBe('flex')
    await back.click()

    await chooseInAccountMenu(page, 'Sign out')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    expect(app.errors.join('')).not.toContain('Error')
  }, 900_000)

  test.each([
    ['the page', '/?tab=2', 'heading', 'Hello, '],
    ['the proxy', '/notes?tab=2', 'textbox', 'My note'],
  ] as const)(
    'leads back to where people wanted to go: %s',
    async (_name, path, role, name) => {
      const page = await openQuietBrowser()
      const { email, password } = await createAccount(project)
      await page.goto(app.url + path)
      await submitUntil(page.getByRole(role, { name }), page, { Email: email, Password: password })
      expect(page.url()).toBe(app.url + path)
      const me = await page.request.get(`${app.url}/api/me`)
      expect(await me.json()).toMatchObject({ email })
    },
    900_000,
  )

  test('compiles', async () => {
    expect(await compileApp(folder)).toBe('')
  })

  test('says while Latchkey is away that it is', async () => {
    await latchkey.stop()
    await expectUnavailable(project, app, '/notes')
    await expectUnavailable(project, app, '/api/me')
  })
})
