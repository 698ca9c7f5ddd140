import ipaddr from 'ipaddr.js'
import type { RequestHeaders } from './context.ts'

/** What proxies and tunnels say about whom they heard from. */
export const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const

/**
 * Whether a request comes from the machine that the server runs on. The name that it calls the server by says nothing
 * about that, and what a proxy on this machine passes on may come from anywhere.
 */
export function isFromThisMachine(headers: RequestHeaders, peer: string | undefined): boolean {
  if (!peer || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
  return forwardingHeaders.every((name) => headers.get(name) === null)
}
