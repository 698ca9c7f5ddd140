import type { BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'

/** What a page asked the server, with the answers. */
const requests = new WeakMap<Page, string[]>()

/** Remembers what the pages of a browser ask the server. */
export function watchPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const lines: string[] = []
    requests.set(page, lines)
    const note = (method: string, url: string, result: string | number) => {
      const { pathname } = new URL(url)
      if (pathname.startsWith('/api/')) lines.push(`${method} ${pathname}: ${result}`)
    }
    page.on('response', (response) => note(response.request().method(), response.url(), response.status()))
    page.on('requestfailed', (request) => note(request.method(), request.url(), request.failure()?.errorText ?? ''))
  })
}

/** Adds what the pages show to the errors of a failed test, because it may not fail again. */
export async function reportPages({ task }: TestContext, contexts: readonly BrowserContext[]): Promise<void> {
  const [error] = task.result?.errors ?? []
  if (!error) return
  const pages = contexts.flatMap((context) => context.pages())
  const reports = await Promise.all(
    pages.map((page) => describePage(page).catch((reason) => `${page.url()}: ${reason}`)),
  )
  const report = ['', ...reports].join('\n\n')
  // One is shown while the tests run, the other one at their end.
  error.message += report
  error.stack += report
}

async function describePage(page: Page): Promise<string> {
  const { focused, text } = await page.evaluate(() => ({
    focused: document.activeElement?.outerHTML.slice(0, 200),
    text: document.body.innerText.replaceAll(/\n\s*\n/g, '\n').slice(0, 2000),
  }))
  return [`# ${page.url()}`, text, `# focused: ${focused}`, ...(requests.get(page) ?? []).slice(-12)].join('\n')
}
