import { type ProviderType, providerNames } from '@latchkey/contract/providers'

export function isProvider(id: string): id is ProviderType {
  return Object.hasOwn(providerNames, id)
}

/** Of a team or the project, with an identity provider. */
export const isConnection = (id: string) => id.startsWith('sso_')

/** "github" → "GitHub". A project can also have providers of its own. */
export function providerNameOf(id: string): string {
  if (isProvider(id)) return providerNames[id]
  return isConnection(id) ? 'the identity provider of a company' : id
}
