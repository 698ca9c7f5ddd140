import ipaddr from 'ipaddr.js'
import type { RequestHeaders } from './context.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface ProxyTrust {
  isTrusted(address: string): boolean
}

export function trustProxies(ranges: string[]): ProxyTrust {
  const parsed = ranges.map(parseRange)
  return {
    isTrusted(address) {
      const parsedAddress = parseAddress(address)
      return parsed.some(
        ([network, bits]) => parsedAddress?.kind() === network.kind() && parsedAddress.match(network, bits),
      )
    },
  }
}

/** One of IPv4 addresses written as IPv6, as the system shows them, is one of IPv4 addresses. */
function parseRange(range: string): [Address, number] {
  const [address, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : [ipaddr.parse(range), range.includes(':') ? 128 : 32]
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits]
}

/**
 * Who is calling. Each proxy appends to `X-Forwarded-For` whom it heard from, so the entries count from the right for as
 * long as the one who wrote them is ours; all left of that is hearsay. No other header is believed here, because proxies
 * pass on what they do not know.
 */
export function findClientAddress(
  headers: RequestHeaders,
  peer: string | undefined,
  trust: ProxyTrust,
): string | undefined {
  let address = normalizeAddress(peer ?? '')
  for (const entry of (headers.get('x-forwarded-for') ?? '').split(',').reverse()) {
    if (!address || !trust.isTrusted(address)) break
    const previous = normalizeAddress(withoutPort(entry.trim()))
    if (!previous) break
    address = previous
  }
  return address
}

/** Some proxies write the port as well: `1.2.3.4:5678` or `[::1]:5678`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** One spelling for each. */
export function normalizeAddress(address: string): string | undefined {
  return parseAddress(address)?.toString()
}

/** One person often has a whole /64 of IPv6 addresses, so limits count the /64. */
export function addressBucket(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

function parseAddress(address: string): Address | undefined {
  // `process` also turns ::ffff:1.2.3.4 into 1.2.3.4, so that both spellings are one address.
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}
