import { type ProviderType, providerNames } from '@latchkey/contract/providers'

export function isProvider(id: string): id is ProviderType {
  return Object.hasOwn(providerNames, id)
}

/** "github" → "GitHub". A project can also have providers of its own. */
export const providerNameOf = (id: string) => (isProvider(id) ? providerNames[id] : id)
