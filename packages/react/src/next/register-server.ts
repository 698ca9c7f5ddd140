import { parseCookies, registerFramework, type ServerCookies } from '@latchkey/sdk'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'

// Imported for its side effect by the entry for servers: server components, actions, route handlers and the proxy.
registerFramework({
  // Cached per rendered page; actions, route handlers and the proxy get new ones each time.
  cookies: cache(openCookies),
  prepareRequest: waitForRequest,
  findPage,
  redirectMethod: 'nextjs',
  redirect: (url, { replace }) => redirect(url, replace ? 'replace' : 'push'),
})

async function openCookies(): Promise<ServerCookies> {
  const [jar, request] = await Promise.all([cookies(), headers(), waitForRequest()])
  return {
    isSecure: isHttps(request),
    getAll(name) {
      const value = jar.get(name)?.value
      const sent = parseCookies(request.get('cookie') ?? '', name)
      // A cookie that the jar lacks has been deleted since the request, or cannot be decoded.
      if (value === undefined) return sent.map(() => '')
      // The jar has one value per name. If the request has several, another host may have set one of them.
      return sent.includes(value) ? sent : [value]
    },
    set(name, value, maxAgeSeconds, attributes) {
      jar.set(name, value ?? '', {
        ...attributes,
        path: '/',
        sameSite: 'lax',
        maxAge: value === null ? 0 : maxAgeSeconds,
        secure: attributes.secure || isHttps(request),
      })
    },
  }
}

/** The first of several proxies is the one that the browser talks to. */
const isHttps = (request: { get(name: string): string | null }) =>
  /^https\b/.test(request.get('x-forwarded-proto') ?? '')

/** Next.js passes neither path nor query to server components, so this reads its internal store. */
function findPage(): URL | undefined {
  const url = workUnitAsyncStorage.getStore()?.url
  if (!url) return
  const query = new URLSearchParams(url.search)
  // Added by the router to its own requests.
  query.delete('_rsc')
  // The host is a placeholder. Not resolved against a base, because a path may start with two slashes.
  return new URL(`http://page.invalid${url.pathname}?${query}`)
}

/**
 * Content for a user must never be prerendered or cached. Reading cookies does not ensure that: with cache components,
 * Next.js also reads them to prefetch pages, where it allows neither clocks nor random numbers.
 */
async function waitForRequest(): Promise<void> {
  try {
    await connection()
  } catch (error) {
    // Scripts and background tasks have no page to mark.
    if (!(error instanceof Error && error.message.includes('outside a request scope'))) throw error
  }
}
