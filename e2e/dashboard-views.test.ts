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
  /** What was moved by something else that appeared or changed its size. */
  shifts: string[]
  /** How often something was shown that stands for what is still loading. */
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

/** What has happened since it was last asked for. */
const readWatched = (page: Page) =>
  page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: WatchedPage }
    const { shifts, skeletons } = watched
    Object.assign(watched, { shifts: [], skeletons: 0 })
    return { shifts, skeletons }
  })

test('every page asks once for what it shows, moves nothing when it is there, and comes back from the cache', async () => {
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
    inFlight.add(request)
    asked.set(view, [...(asked.get(view) ?? []), pathname + search])
  })
  const forget = (request: Request) => void inFlight.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  // Never connected, so that nothing is loaded again because of what others have changed.
  await page.route('**/internal/live-updates', () => {})
  await open('')
  await page.evaluate(() => document.fonts.ready)
  const shifts = new Map([[view, (await readWatched(page)).shifts]])
  const visit = async (title: string) => {
    await page.getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    // What a view loads again behind what it shows belongs to this view, too, and not to the next one.
    await expect.poll(() => inFlight.size).toBe(0)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    return readWatched(page)
  }
  for (const title of titles) {
    view = title
    shifts.set(title, (await visit(title)).shifts)
  }
  // By now, what was shown first is no longer fresh, so it is loaded again behind what is shown.
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
