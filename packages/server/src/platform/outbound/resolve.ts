import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

interface AskOptions {
  /** As in `Resolver.setServers`; the system's name servers by default. */
  servers?: string[]
  timeoutMillis?: number
}

/**
 * Queries the name servers directly. The system's resolver blocks one of four threads for as long as a name server does
 * not respond, so a few bad names would block the lookups of all other requests.
 */
export function createNameQuery({ servers, timeoutMillis = 3_000 }: AskOptions = {}): Resolve {
  return async (hostname) => {
    const family = isIP(hostname)
    if (family !== 0) return [{ address: hostname, family }]
    if (/(^|\.)localhost\.?$/i.test(hostname)) return loopback
    const resolver = new Resolver({ timeout: timeoutMillis, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason
    return found
  }
}

/** The system's resolver, which also knows the names of this machine and its network. */
const resolveLikeSystem: Resolve = (hostname) => lookup(hostname, { all: true })

/** Public names must not be resolved as names of the local network. */
export function resolverFor({ allowsPrivateAddresses }: { allowsPrivateAddresses: boolean }): Resolve {
  return allowsPrivateAddresses ? resolveLikeSystem : createNameQuery()
}
