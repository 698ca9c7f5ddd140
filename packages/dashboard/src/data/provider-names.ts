import { type ProviderType, providerNames } from '@latchkey/contract/providers'

export function isProvider(id: string): id is ProviderType {
  return Object.hasOwn(providerNames, id)
}

/** "github" → "GitHub". A project can also have providers of its own. */
export function providerNameOf(id: string): string {
  if (isProvider(id)) return providerNames[id]
  return id.startsWith('sso_') ? 'the identity provider of a company' : id
}
