import { parseCookies, registerFramework, type ServerCookies } from '@latchkey/sdk'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'

// Imported for its effect by the entry for servers: server components, actions, route handlers and the proxy.
registerFramework({
  // Once per page that is rendered; actions, route handlers and the proxy get new ones each time.
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
      // What the jar does not have has been deleted meanwhile, or cannot be decoded.
      if (value === undefined) return sent.map(() => '')
      // The jar knows one value of each name. If the request has several, somebody else may have set one of them.
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

/** Next.js tells server components neither path nor query, so this asks where it keeps them. */
function findPage(): URL | undefined {
  const url = workUnitAsyncStorage.getStore()?.url
  if (!url) return
  const query = new URLSearchParams(url.search)
  // Added by the router to its own requests.
  query.delete('_rsc')
  // On a host that nobody looks at. Not resolved, because a path may start with two slashes.
  return new URL(`http://page.invalid${url.pathname}?${query}`)
}

/**
 * What a user sees must never be rendered ahead of requests, or taken from a cache. Reading cookies is not enough to say
 * so: with cache components, Next.js reads them to prefetch pages too, and then allows neither clocks nor random numbers.
 */
async function waitForRequest(): Promise<void> {
  try {
    await connection()
  } catch (error) {
    // A script or a task that runs in the background has no page to mark.
    if (!(error instanceof Error && error.message.includes('outside a request scope'))) throw error
  }
}
