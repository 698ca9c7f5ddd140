import { Resolver } from 'node:dns/promises'
import { isPublicAddress } from '../../../platform/outbound/addresses.ts'
import type { Settings } from '../../../platform/platform.ts'
import { recordOf } from './name.ts'

export type FoundRecord = 'found' | 'missing' | 'unreachable'

const timeoutMillis = 1_500
const maxServers = 4

/** Who is asked. By default the name servers of the domain itself, because others may still have an older answer. */
type NameServers = Pick<Settings, 'nameServers' | 'isProduction'>

export async function findRecord(
  config: NameServers,
  claim: { domain: string; challenge: string },
): Promise<FoundRecord> {
  const { name, value } = recordOf(claim)
  try {
    const servers = config.nameServers?.length ? config.nameServers : await findNameServers(config, claim.domain)
    if (servers.length === 0) return 'unreachable'
    const records = await openResolver(servers).resolveTxt(name)
    return records.some((pieces) => pieces.join('').trim() === value) ? 'found' : 'missing'
  } catch (error) {
    return saysNothing(error) ? 'missing' : 'unreachable'
  }
}

/**
 * The addresses of the name servers of the domain, or of the closest domain above it that has some: for a domain that is
 * no longer registered, those of its top-level domain, which say so.
 */
async function findNameServers({ isProduction }: NameServers, domain: string): Promise<string[]> {
  const resolver = openResolver()
  const labels = domain.split('.')
  for (let from = 0; from < labels.length; from++) {
    const names = await resolver.resolveNs(labels.slice(from).join('.')).catch(orNone)
    if (names.length === 0) continue
    const found = await Promise.all(names.slice(0, maxServers).map((name) => listAddresses(resolver, name)))
    // Whoever has a domain decides what its name servers are called, so they could be in our own network.
    return found.flat().filter((address) => !isProduction || isPublicAddress(address))
  }
  return []
}

async function listAddresses(resolver: Resolver, name: string): Promise<string[]> {
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(orNone), resolver.resolve6(name).catch(orNone)])
  return [...four, ...six]
}

function openResolver(servers?: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: timeoutMillis, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}

function orNone(error: unknown): string[] {
  if (saysNothing(error)) return []
  throw error
}

/** The answer of a name server that there is no such name or record. */
function saysNothing(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOTFOUND' || code === 'ENODATA'
}
