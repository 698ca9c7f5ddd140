import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Set by `npm run screenshots`. */
const folder = process.env.LATCHKEY_SCREENSHOTS

/** The pictures in the docs are sharp on most screens. */
export const shotScale = folder ? 1.5 : 1

const taken = new Map<string, number>()

/**
 * Takes pictures of the whole page for `npm run screenshots`, and does nothing in other runs: light and dark, on phones
 * and on a desktop. Without a name, they are named after the test.
 */
export async function shot(page: Page, name = nextNameOfTest()): Promise<void> {
  if (!folder) return
  const size = page.viewportSize()!
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const width of [380, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** `dashboard-teams.test.ts` → `dashboard-teams-creates-a-team-2` */
function nextNameOfTest(): string {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const [, file = ''] = /([^/\\]+)\.test\.ts$/.exec(testPath) ?? []
  const name = `${file}-${currentTestName}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
  const count = (taken.get(name) ?? 0) + 1
  taken.set(name, count)
  return `${name}-${count}`
}
