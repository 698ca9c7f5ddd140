import ipaddr from 'ipaddr.js'
import type { RequestHeaders } from '../../http/context.ts'

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

/** Treats a range of IPv4-mapped IPv6 addresses as a range of IPv4 addresses. */
function parseRange(range: string): [Address, number] {
  const [address, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : [ipaddr.parse(range), range.includes(':') ? 128 : 32]
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits]
}

/**
 * The IP address of the caller. Each proxy appends the address of its client to `X-Forwarded-For`, so entries are read from
 * the right as long as they were written by a trusted proxy. No other header is used, because proxies pass on unknown ones.
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

/** Some proxies include the port: `1.2.3.4:5678` or `[::1]:5678`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** Normalizes an address. */
export function normalizeAddress(address: string): string | undefined {
  return parseAddress(address)?.toString()
}

/** One user often has a whole /64 of IPv6 addresses, so rate limits count the /64. */
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
