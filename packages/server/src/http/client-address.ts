import ipaddr from 'ipaddr.js'
import type { RequestHeaders } from './context.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface ProxyTrust {
  isTrusted(address: string): boolean
}

export function trustProxies(ranges: string[]): ProxyTrust {
  const parsed = ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.parse(range), range.includes(':') ? 128 : 32] as [Address, number]),
  )
  return {
    isTrusted(address) {
      const parsedAddress = parseAddress(address)
      return parsed.some(
        ([network, bits]) => parsedAddress?.kind() === network.kind() && parsedAddress.match(network, bits),
      )
    },
  }
}

const directHeaders = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip']

/** Who is calling. Headers are believed only when the connection comes from a configured proxy. */
export function findClientAddress(
  headers: RequestHeaders,
  peer: string | undefined,
  trust: ProxyTrust,
): string | undefined {
  if (!peer) return undefined
  if (!trust.isTrusted(peer)) return canonical(peer)
  for (const name of directHeaders) {
    const address = canonical(headers.get(name)?.split(',')[0]?.trim() ?? '')
    if (address) return address
  }
  // The rightmost entry that is no proxy of ours was written by a proxy of ours; all left of it is hearsay.
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  const client = forwarded.reverse().find((entry) => parseAddress(entry) && !trust.isTrusted(entry))
  return canonical(client ?? peer)
}

/** One person often has a whole /64 of IPv6 addresses, so limits count the /64. */
export function addressBucket(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return 'unknown'
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

function canonical(address: string): string | undefined {
  return parseAddress(address)?.toString()
}

function parseAddress(address: string): Address | undefined {
  // `process` also turns ::ffff:1.2.3.4 into 1.2.3.4, so that both spellings are one address.
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}
