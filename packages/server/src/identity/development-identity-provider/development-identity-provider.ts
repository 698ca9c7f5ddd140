import { readText } from '../../http/body.ts'
import { type SharedProvider, sharedProviders } from '../../platform/config/settings.ts'
import type { OutboundClient } from '../../platform/outbound/client.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { LocalServer } from './local-server.ts'
import { mountPath } from './mount-path.ts'
import { appOf, appParameter } from './way-back.ts'

/**
 * Replaces Google and other providers on a developer's machine: an OpenID provider that lets developers sign in as
 * anybody. It listens on a separate port on the loopback interface, and is only loaded on first use. Not available in
 * production.
 */
export interface DevelopmentIdentityProvider {
  issuer: string
  clientSecretOf(provider: SharedProvider): string
  /** The URL that the server itself uses. */
  outbound: Pick<OutboundClient, 'fetch' | 'timeoutMillis'>
  /** Adds the app that asks to a URL of this provider, for the link back when the sign-in has expired. */
  addWayBack(location: URL, redirectUri: string): void
  /** Handles a browser's request to a path below the mount path. */
  answer(request: Request): Promise<Response>
  close(): Promise<void>
}

function createDevelopmentIdentityProvider(options: { url: string; secrets: Secrets }): DevelopmentIdentityProvider {
  const { url, secrets } = options
  const issuer = `${url}${mountPath}`
  const clientSecretOf = (provider: SharedProvider) =>
    secrets.deriveBytes(`development identity provider client ${provider}`, 32).toString('base64url')
  let opened: Promise<LocalServer> | undefined

  async function open(): Promise<LocalServer> {
    const { openLocalServer } = await import('./local-server.ts')
    const clients = sharedProviders.map((provider) => ({ id: provider, secret: clientSecretOf(provider) }))
    return openLocalServer({ issuer, secrets, clients })
  }

  async function forward(target: URL, init: RequestInit): Promise<Response> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const { origin } = await opened
    const headers = new Headers(init.headers)
    // The public URL comes from the configuration, not from the request's host.
    headers.set('x-forwarded-host', new URL(url).host)
    headers.set('x-forwarded-proto', new URL(url).protocol.slice(0, -1))
    return fetch(`${origin}${target.pathname}${target.search}`, { ...init, headers, redirect: 'manual' })
  }

  return {
    issuer,
    clientSecretOf,
    outbound: {
      timeoutMillis: 10_000,
      fetch: (target, init = {}) =>
        forward(new URL(target), {
          ...init,
          signal: init.signal ?? AbortSignal.timeout(10_000),
        }),
    },
    addWayBack(location, redirectUri) {
      if (location.href.startsWith(`${issuer}/`)) location.searchParams.set(appParameter, appOf(redirectUri))
    },
    async answer(request) {
      const hasBody = request.method === 'POST'
      const response = await forward(new URL(request.url), {
        method: request.method,
        headers: pick(request.headers, requestHeaders),
        ...(hasBody ? { body: await readText(request, request.headers, maxFormBytes) } : {}),
      })
      const headers = new Headers(response.headers)
      for (const name of connectionHeaders) headers.delete(name)
      return new Response(response.body, { status: response.status, headers })
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

const maxFormBytes = 64_000
/** All other headers are hop-by-hop or irrelevant. */
const requestHeaders = ['accept', 'authorization', 'content-type', 'cookie']
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding']

function pick(headers: Headers, names: string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}

/** Undefined in production, and if another issuer replaces the shared providers. */
export const developmentIdentityProvider = oncePerServer(({ config, secrets, onClose }) => {
  if (config.isProduction || config.sharedOAuth.issuer) return undefined
  const provider = createDevelopmentIdentityProvider({ url: config.url, secrets })
  onClose(provider.close)
  return provider
})
