import ipaddr from 'ipaddr.js'
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
