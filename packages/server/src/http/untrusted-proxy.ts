import { normalizeAddress, type ProxyTrust } from '../platform/http/client-address.ts'
import type { Log } from '../platform/log.ts'
import type { RequestHeaders } from './context.ts'
import { forwardingHeaders } from './this-machine.ts'

/** Warns once per server, because users behind an untrusted proxy share their rate limits. */
export function createProxyWarning(log: Log, trust: ProxyTrust) {
  let isSaid = false
  return (headers: RequestHeaders, peer: string | undefined): void => {
    if (isSaid || !forwardingHeaders.some((name) => headers.get(name) !== null)) return
    const proxy = normalizeAddress(peer ?? '')
    if (!proxy || trust.isTrusted(proxy)) return
    isSaid = true
    log.warn(
      `Requests come through a proxy at ${proxy} that is not trusted, so rate limits count all clients behind it as one. If it is yours, set LATCHKEY_TRUSTED_PROXIES=${proxy} and make sure that it sends X-Forwarded-For.`,
    )
  }
}
