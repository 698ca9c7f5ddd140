import ipaddr from 'ipaddr.js'
import { isLocalhost } from '../platform/localhost.ts'
import type { RequestHeaders } from './context.ts'

/** Headers in which proxies and tunnels pass on the client's address. */
export const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const

/**
 * Whether a request comes from the machine that the server runs on. The Host header does not prove that, and requests from a
 * proxy on this machine may come from anywhere.
 */
export function isFromThisMachine(headers: RequestHeaders, peer: string | undefined): boolean {
  if (!peer || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
  return forwardingHeaders.every((name) => headers.get(name) === null)
}

/**
 * Whether a browser sends the request for a page that this server did not serve. Any website can make the browser of a
 * developer send requests to this machine, also under a name of its own that leads here.
 */
export function isFromOtherPage(headers: RequestHeaders): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const { host, hostname } = new URL(origin)
  return host !== headers.get('host') || !isLocalhost(hostname)
}
