import type { connectionRoutes, HandlerOutput } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'
import { callbackUrlOf } from '../oauth/callback-url.ts'
import { providerIdOf } from './provider-id.ts'
import type { ConnectionRow, StoredSetupLink } from './queries.ts'
import type { SamlSettings } from './saml-settings.ts'
import { samlUrlsOf } from './saml-urls.ts'

export type ConnectionBody = HandlerOutput<(typeof connectionRoutes)['GET /connections/{connection_id}']>

export function toConnectionBody({ config, now }: Platform, row: ConnectionRow, revision: number): ConnectionBody {
  const { settings } = row
  const providerId = providerIdOf(row.id)
  const has_client_secret = row.secrets_encrypted !== null
  return {
    id: row.id,
    team_id: row.team_id,
    team_display_name: row.team_display_name,
    type: row.type,
    provider_id: providerId,
    display_name: row.display_name,
    is_active: row.is_active,
    callback_url: settings.saml ? samlUrlsOf(config.url, row.id).acsUrl : callbackUrlOf(config.url, providerId),
    ...(settings.oidc && { oidc: { ...settings.oidc, has_client_secret } }),
    ...(settings.oauth2 && { oauth2: { ...settings.oauth2, has_client_secret } }),
    ...(settings.saml && { saml: toSamlBody(config.url, row.id, settings.saml) }),
    attributes: settings.attributes,
    roles: settings.roles,
    created_at_millis: row.created_at.getTime(),
    updated_at_millis: row.updated_at.getTime(),
    last_sign_in_at_millis: row.last_sign_in_at?.getTime() ?? null,
    last_test: row.last_test,
    setup_link: row.setup && { ...row.setup, state: stateOf(row.setup, now()) },
    revision,
  }
}

function stateOf({ finished_at_millis, expires_at_millis, opened_at_millis }: StoredSetupLink, now: Date) {
  if (finished_at_millis !== null) return 'finished'
  if (expires_at_millis <= now.getTime()) return 'expired'
  return opened_at_millis === null ? 'sent' : 'opened'
}

function toSamlBody(url: string, id: string, { provider, certificate, ...settings }: SamlSettings) {
  const { entityId, acsUrl, metadataUrl } = samlUrlsOf(url, id)
  return {
    ...settings,
    provider,
    service_provider: { entity_id: entityId, acs_url: acsUrl, metadata_url: metadataUrl, certificate },
  }
}
