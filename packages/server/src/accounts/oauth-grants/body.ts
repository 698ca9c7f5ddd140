import { builtInScopes } from '@latchkey/contract'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import type { WebhookEvents } from '../../webhooks/events.ts'
import type { GrantRow, ListedGrant } from './queries.ts'

export function toGrantEvent(grant: Omit<GrantRow, 'payload'>): WebhookEvents['oauth_grant.created'] {
  return {
    id: grant.id,
    user_id: grant.user_id,
    client_id: grant.client_id,
    client_name: grant.client_name,
    team_id: grant.team_id,
    scopes: grant.scopes,
    created_at_millis: grant.created_at.getTime(),
    expires_at_millis: grant.expires_at?.getTime() ?? null,
  }
}

/** With the scopes in words. What the project no longer offers is missing, because it allows nothing any more. */
export function toGrantBody(
  { client_id, display_name, type, is_verified, scopes, ...grant }: ListedGrant,
  { oauthProvider }: ProjectConfig,
) {
  const offered = oauthProvider?.scopes ?? {}
  const isBuiltIn = (id: string) => (builtInScopes as readonly string[]).includes(id)
  return {
    ...grant,
    client: { id: client_id, display_name, host: hostOf(client_id, type), is_verified, type },
    scopes: scopes
      .filter((id) => isBuiltIn(id) || Object.hasOwn(offered, id))
      .map((id) => ({
        id,
        display_name: (!isBuiltIn(id) && offered[id]?.displayName) || null,
        description: (!isBuiltIn(id) && offered[id]?.description) || null,
      })),
  }
}

/** The ID of a client with a metadata document is its URL. */
function hostOf(clientId: string, type: ListedGrant['type']): string | null {
  return type === null && URL.canParse(clientId) ? new URL(clientId).host : null
}
