// `npm run screenshots`: every screen in its states, light and dark, on a phone, a tablet and a desktop, from the real
// server. Open screenshots/index.html. Names after the command limit it: `npm run screenshots -- sign-in menu`. With
// `--docs`, it makes the pictures of the README and the guides again instead.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromiumFlags } from '../e2e/chromium-flags.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { operator } from './owned-project.mjs'
import { person, screens } from './screens.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// Playwright is a dependency of the e2e tests.
const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright-core')
const output = join(root, 'screenshots')

/** In docs/images, each with its screen. */
const pictures = {
  dashboard: 'dashboard-overview',
  'sign-in': 'sign-in',
  users: 'dashboard-users',
  team: 'dashboard-team',
  'sign-in-methods': 'dashboard-sign-in-methods',
  provider: 'dashboard-sign-in-provider-own-keys',
  branding: 'dashboard-branding',
  'api-keys': 'dashboard-api-keys',
  'email-template': 'dashboard-emails-template',
  offer: 'dashboard-payments-offer',
  customer: 'dashboard-payments-customer',
  'data-vault': 'dashboard-data-vault',
  webhook: 'dashboard-webhooks-endpoint',
  server: 'dashboard-server',
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(screens).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
const server = await startServer()
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumFlags })
try {
  const signedIn = await signUp()
  if (wanted.includes('--docs')) await takePictures(signedIn)
  else await takeScreenshots(signedIn)
} finally {
  await browser.close()
  await server.stop()
}

async function takePictures(signedIn) {
  const folder = join(root, 'docs/images')
  mkdirSync(folder, { recursive: true })
  for (const [name, screen] of Object.entries(pictures)) {
    const options = { colorScheme: 'light', width: 1280, scale: 1.5, signedIn }
    const png = await takeScreenshot(screens[screen], options)
    writeFileSync(join(folder, `${name}.webp`), await toWebp(png))
    console.log(`docs/images/${name}.webp`)
  }
}

/** The browser can encode it, so no library has to. */
async function toWebp(png) {
  const page = await browser.newPage()
  const address = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(address.split(',')[1], 'base64')
}

async function takeScreenshots(signedIn) {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const files = []
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [380, 768, 1024, 1280, 1440]) {
      const options = { colorScheme, width, signedIn, isWhole: true }
      const shown = chosen.filter(([, { widths = [380, 768, 1280] }]) => widths.includes(width))
      const queue = shown.values()
      // A few at a time, because they mostly wait.
      const workers = Array.from({ length: 4 }, async () => {
        for (const [name, screen] of queue) {
          const file = `${name}-${width}-${colorScheme}.png`
          writeFileSync(join(output, file), await takeScreenshot(screen, options))
          files.push(file)
        }
      })
      await Promise.all(workers)
      console.log(`${colorScheme}, ${width} px: ${shown.length} screens`)
    }
  }
  writeFileSync(join(output, 'index.html'), renderIndex(files.sort()))
  console.log(`\n${files.length} pictures. Open screenshots/index.html`)
}

async function takeScreenshot(screen, { colorScheme, width, scale = 1, isWhole = false, signedIn }) {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 800 },
    deviceScaleFactor: scale,
    // Animations are disabled, so that two runs give the same pictures.
    reducedMotion: 'reduce',
    ...(screen.isSignedIn ? { storageState: signedIn } : {}),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const prepared = await screen.prepare?.(page, server.url)
  await page.goto(server.url + (typeof screen.path === 'function' ? screen.path(prepared) : screen.path))
  await (screen.act?.(page) ?? page.locator('h1, h2').first().waitFor())
  if (!screen.isWaiting) await page.locator('.lk-skeleton').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(200)
  // What is below the fold has to be looked at too.
  const picture = await page.screenshot({ fullPage: isWhole })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return picture
}

/** One user for all pictures; returns the storage state of a signed-in browser. */
async function signUp() {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/demo/handler/sign-up`)
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  await page.goto(`${server.url}/demo/handler/account-settings#profile`)
  await page.getByRole('button', { name: 'Edit display name' }).click()
  await page.keyboard.type(person.displayName)
  await page.keyboard.press('Enter')
  await page.getByText(person.displayName).first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The server as started by `npm start`, with its own port and data folder. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(port),
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_RATE_LIMITS: 'off',
      LATCHKEY_INTERNAL_USER_EMAIL: operator.email,
      LATCHKEY_INTERNAL_USER_PASSWORD: operator.password,
      LATCHKEY_INTERNAL_USER_IS_ADMIN: 'on',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const deadline = Date.now() + 300_000; ; await delay(100)) {
    const response = await fetch(`${url}/health`).catch(() => undefined)
    if (response?.ok) break
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The server did not start.')
  }
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

function renderIndex(files) {
  const figures = files.map((file) => `<figure><figcaption>${file}</figcaption><img src="${file}" alt=""></figure>`)
  return `<!doctype html><title>Screenshots</title><style>
body { display: grid; grid-template-columns: repeat(auto-fill, minmax(360px, 1fr)); gap: 16px; margin: 16px; background: #888; font: 12px sans-serif }
figure { margin: 0 } img { width: 100% }
</style>${figures.join('\n')}`
}
