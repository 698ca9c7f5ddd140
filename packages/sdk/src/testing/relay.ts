import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { registerFramework } from '../environment/framework.ts'
import { type ClientAppConstructorOptions, createSessionRoute, relayToAppServer, ServerApp } from '../index.ts'

interface CookieJar {
  getCookieStringSync(url: string): string
  setCookieSync(text: string, url: string): unknown
}

const { fetch: networkFetch } = globalThis

/**
 * An app whose server keeps the refresh tokens: the route on a port of its own, as in Next.js, and a page of jsdom whose
 * `fetch` reaches it as a browser would, with cookies that `document.cookie` does not show. Everything else goes to the
 * `fetch` that was there before.
 */
export async function openRelay(options: Partial<ClientAppConstructorOptions> & { secretServerKey: string }) {
  const app = new ServerApp({ tokenStore: null, httpOnlySessions: true, ...options })
  const answer = createSessionRoute(app)
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = incoming
    const response = await answer(
      new Request(`http://localhost${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      }),
    )
    outgoing.statusCode = response.status
    for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
    outgoing.setHeader('set-cookie', response.headers.getSetCookie())
    outgoing.end(await response.text())
  }).listen(0)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/handler/session`
  const { cookieJar } = (globalThis as never as { jsdom: { cookieJar: CookieJar } }).jsdom
  const cookies = () => cookieJar.getCookieStringSync(location.href)
  registerFramework({ relay: relayToAppServer })

  /** Wraps what stands for the network. */
  const stub = (others: (url: string, init: RequestInit) => Promise<Response> = networkFetch) =>
    vi.stubGlobal('fetch', async (to: string | URL, init: RequestInit = {}) => {
      if (new URL(to).pathname !== '/handler/session') return others(`${to}`, init)
      const headers = new Headers(init.headers)
      headers.set('cookie', cookies())
      headers.set('origin', location.origin)
      headers.set('sec-fetch-site', 'same-origin')
      const response = await networkFetch(url, { ...init, headers })
      for (const change of response.headers.getSetCookie()) cookieJar.setCookieSync(change, location.href)
      return response
    })

  return {
    url,
    cookies,
    stub,
    setCookie: (text: string) => cookieJar.setCookieSync(text, location.href),
    close() {
      registerFramework({})
      server.closeAllConnections()
      server.close()
    },
  }
}
