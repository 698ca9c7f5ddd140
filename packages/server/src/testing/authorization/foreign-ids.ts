import { isByAccess, type RouteDefinition, routes } from '@latchkey/contract'
import type { ZodObject } from 'zod'
import type { World } from '../world.ts'

type RouteName = keyof typeof routes
type Part = 'params' | 'query' | 'body'

/** Another project, with what its routes refer to. */
export type Elsewhere = World & { signInTestId: string }

/** The ids of things in another project, by the name under which requests give them. */
const foreignIds: Record<string, (elsewhere: Elsewhere) => string> = {
  project_id: ({ project }) => project.id,
  client_id: ({ project }) => project.id,
  user_id: ({ person }) => person.id,
  cursor: ({ person }) => person.id,
  creator_user_id: ({ person }) => person.id,
  team_id: ({ teamId }) => teamId,
  selected_team_id: ({ teamId }) => teamId,
  break_glass_user_id: ({ person }) => person.id,
  customer_id: ({ person }) => person.id,
  actor_id: ({ person }) => person.id,
  target_id: ({ person }) => person.id,
  grant_id: ({ grantId }) => grantId,
  new_team_id: ({ teamId }) => teamId,
  thread_id: ({ keySetId }) => keySetId,
  // Of nothing that is sold; payments/purchases/*.test.ts show that real ones are unknown in another project, too.
  subscription_id: ({ keySetId }) => keySetId,
  purchase_id: ({ keySetId }) => keySetId,
  owner_team_id: ({ teamId }) => teamId,
  directory_id: ({ directoryId }) => directoryId,
  secret_id: ({ oauthSecretId }) => oauthSecretId,
  'GET /oauth-clients/{id}': ({ oauthClientId }) => oauthClientId,
  'PATCH /oauth-clients/{id}': ({ oauthClientId }) => oauthClientId,
  'DELETE /oauth-clients/{id}': ({ oauthClientId }) => oauthClientId,
  'POST /oauth-clients/{id}/rotate-secret': ({ oauthClientId }) => oauthClientId,
  'DELETE /oauth-clients/{id}/secrets/{secret_id}': ({ oauthClientId }) => oauthClientId,
  endpoint_id: ({ webhookEndpointId }) => webhookEndpointId,
  delivery_id: ({ webhookDeliveryId }) => webhookDeliveryId,
  'GET /internal/api-keys/{id}': ({ keySetId }) => keySetId,
  'PATCH /internal/api-keys/{id}': ({ keySetId }) => keySetId,
  'POST /internal/api-keys/{id}/rotate': ({ keySetId }) => keySetId,
  'DELETE /auth/sessions/{id}': ({ otherSessionId }) => otherSessionId,
  'DELETE /team-invitations/{id}': ({ invitationId }) => invitationId,
  // Only owners get further than this; owners/manage.test.ts shows that they do not reach those of others.
  'DELETE /internal/owner-invitations/{id}': ({ invitationId }) => invitationId,
  'GET /internal/sign-in-tests/{id}': ({ signInTestId }) => signInTestId,
  connection_id: ({ connectionId }) => connectionId,
  domain_id: ({ domainId }) => domainId,
  contact_channel_id: ({ channelId }) => channelId,
  'GET /contact-channels/{user_id}/{id}': ({ channelId }) => channelId,
  'PATCH /contact-channels/{user_id}/{id}': ({ channelId }) => channelId,
  'DELETE /contact-channels/{user_id}/{id}': ({ channelId }) => channelId,
  'POST /contact-channels/{user_id}/{id}/send-verification-code': ({ channelId }) => channelId,
  'PATCH /passkeys/{user_id}/{id}': ({ passkeyId }) => passkeyId,
  'DELETE /passkeys/{user_id}/{id}': ({ passkeyId }) => passkeyId,
  'DELETE /auth/trusted-devices/{user_id}/{id}': ({ trustedDeviceId }) => trustedDeviceId,
  'GET /oauth-providers/{user_id}/{id}': ({ linkId }) => linkId,
  'PATCH /oauth-providers/{user_id}/{id}': ({ linkId }) => linkId,
  'DELETE /oauth-providers/{user_id}/{id}': ({ linkId }) => linkId,
  'GET /user-api-keys/{id}': ({ userKey }) => userKey.id,
  'PATCH /user-api-keys/{id}': ({ userKey }) => userKey.id,
  'GET /team-api-keys/{id}': ({ teamKey }) => teamKey.id,
  'PATCH /team-api-keys/{id}': ({ teamKey }) => teamKey.id,
  theme_id: ({ themeId }) => themeId,
  template_id: ({ templateId }) => templateId,
  draft_id: ({ draftId }) => draftId,
  'GET /internal/email-themes/{id}': ({ themeId }) => themeId,
  'PATCH /internal/email-themes/{id}': ({ themeId }) => themeId,
  'POST /internal/email-themes/{id}/reset': ({ themeId }) => themeId,
  'PATCH /internal/email-templates/{id}': ({ templateId }) => templateId,
  'POST /internal/email-templates/{id}/reset': ({ templateId }) => templateId,
  'GET /internal/email-drafts/{id}': ({ draftId }) => draftId,
  'GET /internal/email-sources/{id}/versions': ({ templateId }) => templateId,
  'GET /internal/email-sources/{id}/versions/{version_id}': ({ templateId }) => templateId,
  version_id: ({ templateVersionId }) => templateVersionId,
  'POST /internal/email-sends/{id}/stop': ({ emailSendId }) => emailSendId,
  'POST /internal/email-sends/{id}/resend-failed': ({ emailSendId }) => emailSendId,
  'GET /internal/emails/{id}': ({ failedEmailId }) => failedEmailId,
  'GET /internal/traces/{id}': ({ failedEmailId }) => `email.${failedEmailId}`,
  'POST /internal/emails/{id}/resend': ({ failedEmailId }) => failedEmailId,
  'PATCH /internal/email-drafts/{id}': ({ draftId }) => draftId,
}

/** Places whose name looks like that of an id but that name nothing of a project. */
export const noReferences = [
  'GET /projects/{project_id}/.well-known/jwks.json params.project_id',
  // As with headers, a wrong key of a project is told from an unknown project: their ids are public.
  'GET /auth/oauth/authorize/{provider} query.client_id',
  // A place in the order of IDs, which any ID can name.
  'GET /internal/permission-holders query.cursor',
]

/** Permissions have names that every project chooses for itself; their own tests show that they stay in it. */
const namesPermission = /permission-definitions.* (?:params|body)\.id$|\.permission_id$/

/**
 * Kinds of email and providers have ids that do not belong to one project; what it sells and counts, every project names for
 * itself. What another app asks for is named by a code. Jobs belong to the server; server-status/routes.test.ts shows that
 * only the internal project reaches them.
 */
const namesNothing = /\.provider_(?:config_)?id$|\.(?:category|job|account|offer|price|item|interaction)_id$/

/** Where a request names something of a project by its id. */
export const idPlaces = (Object.entries(routes) as [RouteName, RouteDefinition][]).flatMap(([route, definition]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    idFields(definition, part)
      .map((name) => ({ route, part, name, place: `${route} ${part}.${name}` }))
      .filter(({ place }) => !namesPermission.test(place) && !namesNothing.test(place)),
  ),
)

function idFields(definition: RouteDefinition, part: Part): string[] {
  const schema = definition[part]
  if (!schema) return []
  const schemas = isByAccess(schema) ? [schema.client, schema.server] : [schema]
  const names = schemas.flatMap((variant) => Object.keys((variant as ZodObject | undefined)?.shape ?? {}))
  return [...new Set(names)].filter((name) => /(?:^|_)id$|cursor/.test(name))
}

export function findForeignId(route: RouteName, name: string) {
  return foreignIds[name === 'id' ? route : name]
}
