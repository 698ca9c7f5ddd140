import { isBrowser } from '../environment/environment.ts'
import type { Framework } from '../environment/framework.ts'
import { isHandle } from '../session/handles.ts'
import { relayedRoutes, relayMark, unreachable } from './protocol.ts'

/**
 * Sends the requests that get or need a refresh token to the server of the app, which adds or takes away the token. All
 * other requests go to Latchkey directly.
 * @internal
 */
export const relayToAppServer: NonNullable<Framework['relay']> = (fullPath, init, { projectId, app }) => {
  const route = `${init.method} ${fullPath.replace('/api/v1', '')}`
  if (!isBrowser() || !relayedRoutes.has(route)) return
  const body = readBody(init.body)
  const headers = new Headers(init.headers)
  const tokens = [body?.refresh_token, headers.get('x-stack-refresh-token')]
  // Sessions of an app that has turned this off stay where they are.
  if (!app?.httpOnlySessions && !tokens.some((token) => isHandle(token))) return
  // Only this browser can refresh a session that is bound to its key.
  if (`${body?.refresh_token}`.startsWith('bound-')) return
  headers.set('content-type', 'application/json')
  // A header that other sites cannot send.
  headers.set('x-stack-project-id', projectId)
  const url = `${(app?.urls?.handler ?? '/handler').replace(/\/$/, '')}/session`
  return ask(url, {
    ...init,
    method: 'POST',
    headers,
    body: JSON.stringify({ route, body }),
    credentials: 'same-origin',
    cache: 'no-store',
  })
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(new URL(url, location.href), init)
  const mark = response.headers.get(relayMark)
  // As if this browser had asked: the SDK tries again.
  if (mark === unreachable) throw new TypeError('the server of the app has no connection')
  const isMissing = response.status < 300 || response.status === 404 || response.status === 405
  if (mark || !isMissing) return response
  throw new Error(
    `POST ${url} is not answered by Latchkey. With \`httpOnlySessions\`, an app needs the file app/handler/session/route.ts with: export const POST = createSessionRoute(latchkey)`,
  )
}

function readBody(body: RequestInit['body']): Record<string, string> | undefined {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}
