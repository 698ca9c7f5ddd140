import type { AdminConfig } from '@latchkey/react'
import { useProject } from '../data/owner.ts'
import { useConfig } from '../data/use-config.ts'
import { settings } from '../settings.ts'

export type Provider = NonNullable<AdminConfig['oauthProvider']>

/** The settings while nothing is set. */
const unset: Provider = {
  isEnabled: false,
  scopes: {},
  resources: {},
  claims: {},
  allowMetadataDocuments: true,
  allowRegistration: false,
}

export const useProvider = (): Provider => useConfig().oauthProvider ?? unset

export interface Addresses {
  issuer: string
  discovery: string
  metadata: string
}

/** Where apps find the provider. */
export function useAddresses(): Addresses {
  const { id } = useProject()
  return {
    issuer: `${settings.url}/oauth/${id}`,
    discovery: `${settings.url}/oauth/${id}/.well-known/openid-configuration`,
    metadata: `${settings.url}/.well-known/oauth-authorization-server/oauth/${id}`,
  }
}

/** Scopes that every project has, with what they let an app see. */
export const builtInScopes = [
  ['openid', 'Who the user is'],
  ['profile', 'Name and picture'],
  ['email', 'Email address'],
  ['teams', 'The user’s teams'],
  ['offline_access', 'Access while the user is away'],
] as const

/** One per line; spaces around them and empty lines do not count. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
