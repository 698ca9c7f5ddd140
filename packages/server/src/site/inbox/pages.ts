import { readFile } from 'node:fs/promises'
import { pageHeaders } from '../../http/page-headers.ts'
import { assets as pageAssets } from '../../http/pages/assets.ts'
import { guardDevelopmentPage } from '../../http/pages/development-pages.ts'
import { typefaceLinks } from '../../http/pages/layout.ts'
import { packageFolder } from '../../platform/package-folder.ts'
import type { Settings } from '../../platform/platform.ts'
import type { PageApp } from '../site.ts'
import type { Inbox } from './inbox.ts'

/** Always in the source folder, because the compiler copies neither styles nor scripts. */
const assets = new URL('src/site/inbox/assets/', packageFolder)
const html = 'text/html; charset=utf-8'

/** The page of the development inbox and its requests. Not part of the API, and not available in production. */
export function serveInbox(app: PageApp, inbox: Inbox, config: Settings, stopping?: AbortSignal): void {
  guardDevelopmentPage(app, '/inbox', config)
  app.get('/inbox', () => serveAsset(config, 'inbox.html', html))
  app.get('/inbox/inbox.css', () => serveAsset(config, 'inbox.css', 'text/css; charset=utf-8'))
  app.get('/inbox/inbox.js', () => serveAsset(config, 'inbox.js', 'text/javascript; charset=utf-8'))
  app.get('/inbox/emails.json', () => {
    const emails = inbox.list().map(({ html: content, ...email }) => ({ ...email, hasHtml: content !== undefined }))
    return Response.json(emails, { headers: { 'cache-control': 'no-store' } })
  })
  app.get('/inbox/emails/:id/html', (c) => {
    const email = inbox.find(c.req.param('id'))
    if (email?.html === undefined) return c.text('The email was not found.', 404)
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; sandbox allow-popups allow-popups-to-escape-sandbox"
    return new Response(withLinksInNewTab(email.html), {
      headers: { 'content-type': html, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
    })
  })
  app.delete('/inbox/emails', (c) => {
    inbox.clear()
    return c.body(null, 204)
  })
  app.get('/inbox/events', () => new Response(streamChanges(inbox, stopping), { headers: eventHeaders }))
}

const eventHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

async function serveAsset(config: Settings, name: string, contentType: string): Promise<Response> {
  const content = await readFile(new URL(name, assets), 'utf8')
  // The names of the shared files include a hash.
  const { baseStyles, icon } = pageAssets
  const page = content
    .replace('/assets/base.css', baseStyles.path)
    .replaceAll('/assets/icon.svg', icon.path)
    .replace('</head>', `  ${typefaceLinks}\n  </head>`)
  return new Response(page, {
    headers: { ...pageHeaders(config), 'content-type': contentType },
  })
}

function withLinksInNewTab(content: string): string {
  return content.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}

const keepAliveMillis = 15_000

/** Ends when the server stops, which would otherwise wait for every open page. */
function streamChanges(inbox: Inbox, stopping?: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      send(': hello\n\n')
      const unsubscribe = inbox.subscribe(() => send('event: change\ndata: \n\n'))
      const keepAlive = setInterval(() => send(': still here\n\n'), keepAliveMillis)
      keepAlive.unref()
      const end = () => {
        stop()
        controller.close()
      }
      stop = () => {
        unsubscribe()
        clearInterval(keepAlive)
        stopping?.removeEventListener('abort', end)
      }
      stopping?.addEventListener('abort', end)
    },
    cancel: () => stop(),
  })
}
