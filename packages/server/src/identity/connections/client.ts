import type { Platform } from '../../platform/platform.ts'
import { createProviderClient } from '../oauth/providers/client.ts'
import { providerEnvironment } from '../oauth/providers/environment.ts'
import type { ProviderClient } from '../oauth/providers/provider.ts'
import { oauth2Definition, oidcDefinition } from './definitions.ts'
import type { ConnectionRow } from './queries.ts'
import { samlClient } from './saml-client.ts'
import { openSecrets } from './secrets.ts'

/** The client that signs people in at the provider of a connection. */
export function connectionClient(platform: Platform, row: ConnectionRow): ProviderClient {
  const { oidc, oauth2, saml } = row.settings
  if (saml) return samlClient(platform, row, saml)
  const provider = oidc ?? oauth2
  if (!provider) throw new Error(`The connection ${row.id} has no settings of its type.`)
  const definition = oidc ? oidcDefinition(row, oidc) : oauth2Definition(row, oauth2!)
  const keys = { clientId: provider.client_id, clientSecret: openSecrets(platform, row).client_secret ?? '' }
  return createProviderClient(definition, keys, providerEnvironment(platform))
}
