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
  const own = await readStyles(page)
  expect(own.length).toBeGreaterThan(5)
  await page.evaluate(addStyles, hostile)
  expect(await readStyles(page)).toEqual(own)
})

/** Every style of every element and drawing of the card. */
function readStyles(page: Page): Promise<Record<string, string>[]> {
  return page.locator('.lk-card').evaluate((card) =>
    [card, ...card.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element)
      return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
    }),
  )
}

test('text is in the font of the app, and in that of the system where the app has none', async () => {
  const fontIn = async (font: string) => {
    const page = await openBrowser()
    await page.addInitScript(addStyles, `html, body { font-family: ${font} !important }`)
    await page.goto(`${demoUrl}handler/sign-in`)
    await page.getByLabel('Email').waitFor()
    return page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).fontFamily)
  }
  expect(await fontIn('Georgia, serif')).toBe('Georgia, serif')
  expect(await fontIn('initial')).toMatch(/^system-ui/)
})

/** Without a style element, which the policy of the demo refuses. */
function addStyles(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
