import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { ColorScheme } from './browser.ts'
import { shot } from './shot.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}
interface PageWithAxe {
  axe?: { run(options: object): Promise<{ violations: Violation[] }> }
}

/** The problems that axe finds on the current page, as text. What is worth checking is also worth a picture. */
export async function findAccessibilityProblems(page: Page, nameOfShot?: string): Promise<string[]> {
  await shot(page, nameOfShot)
  return runAxe(page)
}

/** Without `rules` everything is checked. */
async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated rather than added as a script, which the page's Content-Security-Policy would block.
  if (await page.evaluate(() => (globalThis as PageWithAxe).axe === undefined)) await page.evaluate(axeSource)
  // Passes are just not listed.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) }
  const { violations } = await page.evaluate((given) => (globalThis as PageWithAxe).axe!.run(given), options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.failureSummary ?? node.html).join('; ')}`)
}

/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * The same in both color schemes, where only the rules about colors are checked again. The page stays in the other one,
 * so that every second page is opened in the dark.
 */
export async function findAccessibilityProblemsInBothSchemes(page: Page, nameOfShot?: string): Promise<string[]> {
  const current: ColorScheme = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    ? 'dark'
    : 'light'
  const other: ColorScheme = current === 'dark' ? 'light' : 'dark'
  const problems = (await findAccessibilityProblems(page, nameOfShot)).map((problem) => `in ${current}, ${problem}`)
  await page.emulateMedia({ colorScheme: other })
  // Scripts are notified with the next frame, and their changes are painted with the one after.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return [...problems, ...(await runAxe(page, colorRules)).map((problem) => `in ${other}, ${problem}`)]
}
