import { parseCookies, registerFramework, type ServerCookies } from '@latchkey/sdk'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'

// Imported for its effect by the entry for servers: server components, actions, route handlers and the proxy.
registerFramework({
  cookies: openCookies,
  prepareRequest: waitForRequest,
  redirectMethod: 'nextjs',
  redirect: (url, { replace }) => redirect(url, replace ? 'replace' : 'push'),
})

async function openCookies(): Promise<ServerCookies> {
  const [jar, request] = await Promise.all([cookies(), headers(), waitForRequest()])
  return {
    getAll(name) {
      const value = jar.get(name)?.value
      if (value === undefined) return []
      // The jar knows one value of each name. If the request has several, somebody else may have set one of them.
      const sent = parseCookies(request.get('cookie') ?? '', name)
      return sent.includes(value) ? sent : [value]
    },
    set(name, value, maxAgeSeconds, attributes) {
      jar.set(name, value ?? '', {
        ...attributes,
        path: '/',
        maxAge: value === null ? 0 : maxAgeSeconds,
        secure: attributes.secure || request.get('x-forwarded-proto') === 'https',
      })
    },
  }
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
