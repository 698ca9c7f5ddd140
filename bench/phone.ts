import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { build } from 'vite'
import { headersOf, startInternalServer } from './internal-server.ts'
import { findFreePort } from './processes.ts'
import { type Measurement, printReport } from './report.ts'

// How soon somebody with a slow phone can type into the sign-in page of an app made by the guide for Vite, and whether
// anything moves while the screens load.

/** "Fast 3G" of WebPageTest: 1.6 Mbit/s down, 768 kbit/s up, 150 ms for each request. */
const fast3g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 }
const cpuSlowdown = 4
const rounds = 5
const screens = ['sign-in', 'sign-up', 'forgot-password', 'password-reset?code=x', 'email-verification?code=x']
screens.push('magic-link-callback?code=x', 'team-invitation?code=x', 'mfa', 'error?errorCode=OUTER_OAUTH_TIMEOUT')
const screensOfUsers = ['profile', 'auth', 'notifications', 'sessions', 'settings'].map(
  (page) => `account-settings#${page}`,
)

const server = await startInternalServer()
const app = await serveApp(server.url)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  printReport([await measureInteractive(browser), ...(await measureShifts(browser))])
} finally {
  await browser.close()
  app.close()
  await server.close()
}

/** Until the main thread is free again after the first field has appeared, which is focused by then. */
async function measureInteractive(from: Browser): Promise<Measurement> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await openPhone(from)
    await page.goto(`${app.url}/handler/sign-in`)
    times.push(await page.waitForFunction(() => window.interactiveMillis).then((found) => found.jsonValue() as never))
    await page.context().close()
  }
  times.sort((a, b) => a - b)
  return {
    what: 'sign-in page interactive on a slow phone, nothing cached',
    value: times[Math.floor(rounds / 2)]! / 1000,
    unit: 's',
    target: 1,
    atLeast: false,
    detail: `from ${seconds(times[0]!)} to ${seconds(times.at(-1)!)}; React, HTML and the project's settings included`,
  }
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(2)} s`
}

async function measureShifts(from: Browser): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const screen of screens) measurements.push(await measureShift(from, screen))
  const storageState = await signIn(from)
  for (const screen of screensOfUsers) measurements.push(await measureShift(from, screen, { storageState }))
  return measurements
}

async function measureShift(from: Browser, screen: string, options?: BrowserContextOptions): Promise<Measurement> {
  const page = await openPhone(from, options)
  await page.goto(`${app.url}/handler/${screen}`)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  const value = await page.evaluate(() => window.layoutShift)
  await page.context().close()
  return { what: `layout shift of ${screen}`, value, unit: 'CLS', target: 0, atLeast: false }
}

async function openPhone(from: Browser, options: BrowserContextOptions = {}) {
  const context = await from.newContext({ ...options, viewport: { width: 380, height: 760 }, isMobile: true })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const phone = await context.newCDPSession(page)
  await phone.send('Network.emulateNetworkConditions', fast3g)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('input[type=email]')) return
      observer.disconnect()
      setTimeout(() => {
        window.interactiveMillis = performance.now()
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  return page
}

async function signIn(from: Browser) {
  const person = { email: 'phone@example.com', password: 'correct horse battery' }
  const user = { primary_email: person.email, primary_email_auth_enabled: true, password: person.password }
  const init = { method: 'POST', headers: headersOf('server'), body: JSON.stringify(user) }
  const response = await fetch(`${server.url}/api/v1/users`, init)
  if (!response.ok) throw new Error(await response.text())
  const page = await from.newPage()
  await page.goto(`${app.url}/handler/sign-in`)
  await page.waitForFunction(() => '__LATCHKEY__' in window)
  await page.evaluate((person) => window.__LATCHKEY__.app.signInWithCredential({ ...person, noRedirect: true }), person)
  return page.context().storageState()
}

/** The app of the guide for Vite, built and served as a host would: compressed, with one page for all paths. */
async function serveApp(baseUrl: string) {
  const root = fileURLToPath(new URL('phone/', import.meta.url))
  const outDir = join(root, 'dist')
  const options = {
    projectId: 'internal',
    publishableClientKey: headersOf('client')['x-stack-publishable-client-key'],
    baseUrl,
    tokenStore: 'cookie',
    redirectMethod: 'window',
  }
  mkdirSync(root, { recursive: true })
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
<title>App</title><div id="root"></div><script type="module" src="/main.js"></script></html>`,
  )
  writeFileSync(
    join(root, 'main.js'),
    `import { ClientApp, LatchkeyHandler, LatchkeyProvider, LatchkeyTheme } from '@latchkey/react'
import { createElement, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
const app = new ClientApp(${JSON.stringify(options)})
const handler = createElement(LatchkeyHandler, { fullPage: true, location: location.pathname })
const content = createElement(LatchkeyTheme, null, createElement(Suspense, null, handler))
createRoot(document.getElementById('root')).render(createElement(LatchkeyProvider, { app }, content))`,
  )
  await build({ configFile: false, logLevel: 'error', root, build: { outDir, emptyOutDir: true } })

  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
  const http = createServer((request, response) => {
    const asked = join(outDir, new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = extname(asked) && existsSync(asked) ? asked : join(outDir, 'index.html')
    response.setHeader('content-type', types[extname(file)] ?? 'text/html')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(readFileSync(file)))
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => http.listen(port, resolve))
  return {
    url: `http://localhost:${port}`,
    close() {
      http.close()
      http.closeAllConnections()
    },
  }
}

declare global {
  interface Window {
    layoutShift: number
    interactiveMillis: number | undefined
    __LATCHKEY__: { app: { signInWithCredential(options: object): Promise<unknown> } }
  }
}
