import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUrl, openBrowser } from './browser.ts'

// Rules as they are found in apps' own stylesheets and resets, and worse.
const hostile = `
  * { box-sizing: content-box; margin: 3px; padding: 3px; letter-spacing: 1px; line-height: 3; text-shadow: 1px 1px red; }
  svg, #root svg { width: 90px; height: 90px; fill: red; stroke: red; transform: rotate(20deg); vertical-align: top; }
  path, svg path, #root svg path { fill: red; stroke: lime; stroke-width: 9; opacity: 0.3; transform: scale(0.4); display: none; }
  button, #root button { min-width: 500px; background: hotpink; border: 9px dotted lime; border-radius: 0; text-transform: uppercase; }
  input, label, #root input { display: block; width: 30px; background: black; color: lime; font-size: 30px; }
  p, h1, h2, div, span, section { color: red; background: yellow; border: 1px solid red; text-align: right; }
  img { width: 1px; }
`

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'handler/sign-in': (page) => page.locator('.lk-mark-drawing').last().waitFor(),
  'handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=x': (page) =>
    page.getByRole('heading', { name: 'Sign-in was canceled' }).waitFor(),
}

test.each(Object.entries(pages))("an app's own styles change nothing on %s", async (path, isThere) => {
  const page = await openBrowser()
  await page.goto(demoUrl + path)
  await isThere(page)
  await page.locator('.lk-card:not([aria-busy="true"])').waitFor()
  const card = page.locator('.lk-card')
  const own = await card.screenshot()
  await page.addStyleTag({ content: hostile })
  expect((await card.screenshot()).equals(own)).toBe(true)
})

test('text is in the font of the app, and never in the one that browsers have when there is none', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/sign-in`)
  const fontOf = () => page.getByRole('heading').evaluate((title) => getComputedStyle(title).fontFamily)
  await page.addStyleTag({ content: 'html, body { font-family: Georgia, serif !important }' })
  expect(await fontOf()).toBe('Georgia, serif')

  const bare = await openBrowser()
  await bare.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const sheet of document.querySelectorAll('link[rel=stylesheet], head style')) sheet.remove()
    })
  })
  await bare.goto(`${demoUrl}handler/sign-in`)
  const font = await bare.getByRole('heading').evaluate((title) => getComputedStyle(title).fontFamily)
  expect(font).toContain('system-ui')
})
