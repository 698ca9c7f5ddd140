import { expect, test } from 'vitest'
import { openBrowser, serverUrl } from './browser.ts'

const paths = ['/', '/docs', '/inbox', '/dashboard/purchase/unknown', '/handler/sign-in']

test('home page, docs, inbox, purchase page and sign-in share one typeface from one file', async () => {
  const page = await openBrowser()
  const files = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') files.add(request.url())
  })
  for (const path of paths) {
    await page.goto(`${serverUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready
      const family = (element: Element) => getComputedStyle(element).fontFamily.split(',')[0]?.replaceAll('"', '')
      const shown = [document.body, ...document.querySelectorAll('h1, p, input, button')]
      const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
      return { used: [...new Set(shown.map(family))], isLoaded: loaded.some((font) => font.family.includes('Geist')) }
    })
    expect({ path, ...fonts }).toEqual({ path, used: ['Geist Variable'], isLoaded: true })
  }
  expect([...files]).toEqual([expect.stringMatching(`^${serverUrl}/assets/geist-latin-`)])
})
