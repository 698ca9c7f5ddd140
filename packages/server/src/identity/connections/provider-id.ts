import { connectionProviderPrefix, hasUuidShape } from '@latchkey/contract'

/** What the routes of OAuth and the links of users call a connection. */
export function providerIdOf(connectionId: string): string {
  return `${connectionProviderPrefix}${connectionId}`
}

/** Undefined for the configured providers of a project. */
export function findConnectionId(providerId: string): string | undefined {
  if (!providerId.startsWith(connectionProviderPrefix)) return undefined
  const id = providerId.slice(connectionProviderPrefix.length)
  return hasUuidShape(id) && id === id.toLowerCase() ? id : undefined
}
