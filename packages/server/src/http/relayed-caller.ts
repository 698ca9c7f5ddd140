import { normalizeAddress } from '../platform/http/client-address.ts'
import type { Caller } from './context.ts'

/** Names the visitor for whom an app's server sends a request. Only believed together with the project's secret key. */
export const relayedForHeader = 'x-stack-relayed-for'

/**
 * The visitor of an app whose server relays their request. Limits per address count the visitor, as if they had called
 * themselves; one whose address the app does not know counts as the app's server.
 */
export function relayedCaller(caller: Caller): Caller {
  const { headers } = caller
  const address = normalizeAddress(headers.get(relayedForHeader) ?? '') ?? caller.address
  // The location that a proxy adds is that of the app's server.
  return { headers, address, isProxied: false, isOnThisMachine: false }
}
