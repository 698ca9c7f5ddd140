import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, openBrowser, serverUrl } from './browser.ts'

const main = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'latchkey-cli-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** The command as a user types it after starting the server: only the server's URL is given. */
function startCommand(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: home, LATCHKEY_API_URL: serverUrl }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'close').then(([code]) => ({ code, output }))
  const findLink = async () => {
    while (!/login_code=\w{45}\s/.test(output)) await once(child.stdout, 'data')
    return /\S+login_code=\w{45}/.exec(output)![0]
  }
  return { exited, findLink }
}

test('a person signs their command line in through the browser, and out again', async () => {
  const person = await createAccount()
  const login = startCommand('login')
  const link = await login.findLink()
  expect(link).toMatch(`${demoUrl}handler/cli-auth-confirm?login_code=`)

  // A signed-out user signs in first and comes back.
  const page = await openBrowser()
  await page.goto(link)
  await fillSignIn(page, person)
  await page.getByText('Continue only if you just started this yourself.').waitFor()
  await page.getByText(person.email).waitFor()
  await page.getByRole('button', { name: 'Yes, sign in' }).click()
  await page.getByRole('heading', { name: "You're signed in on the command line" }).waitFor()

  const { code, output } = await login.exited
  expect(code).toBe(0)
  expect(output).toContain(`Signed in to Latchkey demo as ${person.email}.`)
  expect((await startCommand('whoami').exited).output).toContain(person.email)

  await page.goto(`${demoUrl}handler/account-settings#sessions`)
  await page.getByText('This device').waitFor()
  const others = page.getByRole('button', { name: /^Sign out: / })
  const before = await others.count()
  expect((await startCommand('logout').exited).code).toBe(0)
  await page.reload()
  await page.getByText('This device').waitFor()
  expect(await others.count()).toBe(before - 1)
})
