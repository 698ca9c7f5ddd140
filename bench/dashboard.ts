import { chromium, type Page } from 'playwright-core'
import { startInternalServer } from './internal-server.ts'
import { type Measurement, printReport } from './report.ts'

// How soon a click in the sidebar of the dashboard shows the heading of the next page, and how much moves until the page
// is complete. "First" is the first visit in a tab, whose code and data are not loaded yet; "again" is a later one.

// Shared with the browser tests, and outside of what is compiled here.
const { withOwnedProject } = await import(new URL('../../scripts/owned-project.mjs', import.meta.url).href)

const rounds = 5
const people = 60
const shownTarget = 100

interface Visit {
  shownMillis: number
  shift: number
}

const server = await startInternalServer()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const visits = { first: new Map<string, Visit[]>(), again: new Map<string, Visit[]>() }
  const { url, cookies } = await prepareProject()
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(url)
    await settle(page)
    const titles = await page.locator('nav[aria-label="Project"] a').allTextContents()
    for (const when of ['first', 'again'] as const) {
      // Overview is open already.
      for (const title of [...titles.slice(1), titles[0]!]) {
        const visit = await visitPage(page, title)
        const known = visits[when].get(title)
        if (known) known.push(visit)
        else visits[when].set(title, [visit])
      }
    }
    await context.close()
  }
  printReport(
    Object.entries(visits).flatMap(([when, pages]) => [...pages].map(([title, all]) => judge(title, when, all))),
  )
} finally {
  await browser.close()
  await server.close()
}

async function prepareProject() {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { id, askAsAdmin } = await withOwnedProject(page, server.url)
  for (let index = 0; index < people; index++)
    await askAsAdmin('POST', '/users', { display_name: `Person ${index}`, primary_email: `p${index}@example.com` })
  const cookies = await context.cookies()
  await context.close()
  return { url: `${server.url}/dashboard/projects/${id}`, cookies }
}

/** Clicks by script, because what moves soon after real input is not counted. People point at a link before that. */
async function visitPage(page: Page, title: string): Promise<Visit> {
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: title, exact: true }).hover()
  const shownMillis = await page.evaluate(async (wanted) => {
    const link = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Project"] a')].find(
      (each) => each.textContent === wanted,
    )!
    const before = document.querySelector('h1')
    const nextFrame = () => new Promise(requestAnimationFrame)
    window.shift = 0
    window.shifts ??= new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
    })
    window.shifts.observe({ type: 'layout-shift' })
    const startedAt = performance.now()
    link.click()
    const isShown = () => {
      const heading = document.querySelector('h1')
      return heading !== null && heading !== before
    }
    while (!isShown()) await nextFrame()
    // What was found is painted before the frame after it.
    await nextFrame()
    return performance.now() - startedAt
  }, title)
  await settle(page)
  return { shownMillis, shift: await page.evaluate(() => window.shift) }
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
  // What comes late would move things too.
  await page.waitForTimeout(300)
}

function judge(title: string, when: string, visits: readonly Visit[]): Measurement {
  const times = visits.map(({ shownMillis }) => shownMillis).sort((a, b) => a - b)
  const shift = Math.max(...visits.map((visit) => visit.shift))
  return {
    what: `${title}, ${when}`,
    value: times[Math.floor(times.length / 2)]!,
    unit: 'ms',
    target: shownTarget,
    atLeast: false,
    detail: `from ${times[0]!.toFixed(0)} to ${times.at(-1)!.toFixed(0)} ms; layout shift ${shift.toFixed(3)}`,
  }
}

declare global {
  interface Window {
    shift: number
    shifts?: PerformanceObserver
  }
}
