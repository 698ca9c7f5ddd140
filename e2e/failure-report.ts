import type { BrowserContext, Page, Request } from 'playwright-core'
import type { TestContext } from 'vitest'

/** What a page asked the server, with the answers, and what it still waits for. */
const requests = new WeakMap<Page, { answered: string[]; pending: Map<Request, string> }>()

/** Remembers what the pages of a browser ask the server. */
export function watchPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const answered: string[] = []
    const pending = new Map<Request, string>()
    requests.set(page, { answered, pending })
    const note = (request: Request, result: string | number) => {
      const line = describeRequest(request)
      if (line.includes(' /api/')) answered.push(`${line}: ${result}`)
    }
    page.on('request', (request) => pending.set(request, describeRequest(request)))
    page.on('response', (response) => note(response.request(), response.status()))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => {
      pending.delete(request)
      note(request, request.failure()?.errorText ?? '')
    })
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
  const { answered = [], pending = new Map() } = requests.get(page) ?? {}
  const waiting = [...pending.values()].map((line) => `${line}: no answer`)
  return [`# ${page.url()}`, text, `# focused: ${focused}`, ...answered.slice(-12), ...waiting.slice(-12)].join('\n')
}

function describeRequest(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`
}
