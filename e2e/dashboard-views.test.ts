import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOwnedProject } from './owned-project.ts'

const titles = [
  'Users',
  'Teams',
  'Permissions',
  'Sign-in methods',
  'Branding',
  'Domains',
  'API keys',
  'Emails',
  'Payments',
  'Data vault',
  'Webhooks',
  'Audit log',
  'Settings',
  'Overview',
]

interface WatchedPage {
  /** Layout shifts. */
  shifts: string[]
  /** The number of skeletons shown. */
  skeletons: number
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: WatchedPage = { shifts: [], skeletons: 0 }
    Object.assign(globalThis, { watched })
    const describe = ({ node, previousRect: from, currentRect: to }: LayoutShiftSource) =>
      `${node?.nodeName} ${(node as Element | null)?.className} ${from.top},${from.left} to ${to.top},${to.left}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: LayoutShiftSource[] })[]) {
        watched.shifts.push(entry.sources.map(describe).join('; '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const isSkeleton = (node: Node) =>
      node instanceof Element && (node.matches('[aria-busy="true"]') || node.querySelector('[aria-busy="true"]'))
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) if ([...addedNodes].some(isSkeleton)) watched.skeletons++
    }).observe(document, { childList: true, subtree: true })
  })
}

interface LayoutShiftSource {
  node: Node | null
  previousRect: DOMRect
  currentRect: DOMRect
}

/** The records since the last call. */
const readWatched = (page: Page) =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: WatchedPage }
    const { shifts, skeletons } = watched
    Object.assign(watched, { shifts: [], skeletons: 0 })
    return { shifts, skeletons }
  })

test('loads every page once, without layout shifts, and restores it from the cache', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  for (const display_name of ['Ada', 'Grace']) {
    const { id: creator_user_id } = await askAsAdmin('POST', '/users', { display_name })
    await askAsAdmin('POST', '/teams', { display_name, creator_user_id })
  }
  await watch(page)
  let view = 'first load'
  const asked = new Map<string, string[]>()
  const inFlight = new Set<Request>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() !== 'GET' || !pathname.startsWith('/api/') || pathname.endsWith('/live-updates')) return
    // The tab checks now and then whether its user is still signed in.
    if (view !== 'first load' && pathname === '/api/v1/users/me') return
    inFlight.add(request)
    asked.set(view, [...(asked.get(view) ?? []), pathname + search])
  })
  const forget = (request: Request) => void inFlight.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  // Never connects, so that changes by others cause no reloads.
  await page.route('**/internal/live-updates', () => {})
  await open('')
  await page.evaluate(() => document.fonts.ready)
  const shifts = new Map([[view, (await readWatched(page)).shifts]])
  const visit = async (title: string) => {
    await page.getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    // Background reloads count for this view, not for the next one.
    await expect.poll(() => inFlight.size).toBe(0)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    return readWatched(page)
  }
  for (const title of titles) {
    view = title
    shifts.set(title, (await visit(title)).shifts)
  }
  // The first views are stale by now, so they reload in the background.
  for (const title of titles) {
    view = `${title}, again`
    const { shifts: moved, skeletons } = await visit(title)
    shifts.set(view, moved)
    expect.soft(skeletons, view).toBe(0)
  }
  const twice = [...asked].flatMap(([name, paths]) =>
    paths.filter((path, index) => paths.indexOf(path) !== index).map((path) => `${name}: ${path}`),
  )
  expect(twice).toEqual([])
  expect([...shifts].filter(([, moved]) => moved.length > 0)).toEqual([])
})
