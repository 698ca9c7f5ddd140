import * as oauth from 'oauth4webapi'
import type { OutboundClient } from '../../../platform/outbound/client.ts'

interface LibraryRequest {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Sends the library's requests through the guarded outbound client. */
export function toCustomFetch(outbound: Pick<OutboundClient, 'fetch'>) {
  return (url: string, { method, headers, body, signal }: LibraryRequest): Promise<Response> =>
    outbound.fetch(url, {
      method,
      headers,
      signal,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
}

/** Plain HTTP is allowed only for servers that are configured without TLS, as on a developer's machine. */
export function allowInsecureFor(issuer: string): { [oauth.allowInsecureRequests]?: boolean } {
  return issuer.startsWith('http:') ? { [oauth.allowInsecureRequests]: true } : {}
}
