import { readText } from '../http/body.ts'
import type { Services } from '../http/context.ts'
import type { PageApp } from './site.ts'

const maxBytes = 8_000_000
/** Emails are styled inline, which the policy of the dashboard forbids. Scripts, forms and frames never work here. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; font-src https: data:; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** Sends back the email that the dashboard posts into a frame of its own. Nobody else can have one shown here. */
export function serveEmailFrame(app: PageApp, path: string, { isProduction }: Services['config']): void {
  app.post(path, async (c) => {
    const site = c.req.header('sec-fetch-site')
    // Browsers leave it out without TLS, as on a developer's own network.
    const isOurs = site === 'same-origin' || (site === undefined && !isProduction)
    if (!isOurs) return c.text('Only the dashboard can show emails here.', 403)
    const body = await readText(c.req.raw, c.req.raw.headers, maxBytes)
    return new Response(new URLSearchParams(body).get('html') ?? '', {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  })
}
