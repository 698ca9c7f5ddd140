import { type RouteDefinition, type RouteId, routes } from '@latchkey/contract'
import { accountChangeHandlers } from './account-changes/routes.ts'
import { aiChatHandlers } from './ai-chat/routes.ts'
import { anonymousHandlers } from './anonymous/routes.ts'
import type { AnyHandler, Handlers } from './api/handler.ts'
import { apiKeyHandlers } from './api-keys/routes.ts'
import { auditHandlers } from './audit/routes.ts'
import { cliAuthHandlers } from './cli-auth/routes.ts'
import { contactChannelHandlers } from './contact-channels/routes.ts'
import { customerHandlers } from './customers/routes.ts'
import { dataVaultHandlers } from './data-vault/routes.ts'
import { emailHandlers } from './emails/routes.ts'
import { impersonationHandlers } from './impersonation/routes.ts'
import { liveUpdateHandlers } from './live-updates/routes.ts'
import { otpHandlers } from './magic-link/routes.ts'
import { metricHandlers } from './metrics/routes.ts'
import { mfaHandlers } from './mfa/routes.ts'
import { notificationHandlers } from './notifications/routes.ts'
import { connectedAccountHandlers } from './oauth/connected-accounts.ts'
import { oauthHandlers } from './oauth/routes.ts'
import { ownerHandlers } from './owners/routes.ts'
import { passkeyHandlers } from './passkey/routes.ts'
import { passwordHandlers } from './password/routes.ts'
import { paymentHandlers } from './payments/routes.ts'
import { permissionDefinitionHandlers } from './permissions/definition-routes.ts'
import { permissionHandlers } from './permissions/routes.ts'
import { configHandlers } from './project-config/routes.ts'
import { projectKeyHandlers } from './project-keys/routes.ts'
import { projectHandlers } from './projects/routes.ts'
import { providerLinkHandlers } from './provider-links/routes.ts'
import { purchaseHandlers } from './purchases/routes.ts'
import { serverStatusHandlers } from './server-status/routes.ts'
import { serviceHandlers } from './service/routes.ts'
import { sessionHandlers } from './sessions/routes.ts'
import { stepUpHandlers } from './step-up/routes.ts'
import { stripeHandlers } from './stripe/routes.ts'
import { teamInvitationHandlers } from './team-invitations/routes.ts'
import { teamMemberProfileHandlers } from './team-member-profiles/routes.ts'
import { teamMembershipHandlers } from './team-memberships/routes.ts'
import { teamHandlers } from './teams/routes.ts'
import { userListHandlers } from './user-list/routes.ts'
import { userRestrictionHandlers } from './user-restrictions/routes.ts'
import { userHandlers } from './users/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'

/** The handler of every route. A route without one does not compile. */
const handlers: Handlers<typeof routes> = {
  ...serviceHandlers,
  ...projectHandlers,
  ...ownerHandlers,
  ...projectKeyHandlers,
  ...configHandlers,
  ...passwordHandlers,
  ...otpHandlers,
  ...anonymousHandlers,
  ...passkeyHandlers,
  ...mfaHandlers,
  ...cliAuthHandlers,
  ...oauthHandlers,
  ...connectedAccountHandlers,
  ...sessionHandlers,
  ...impersonationHandlers,
  ...stepUpHandlers,
  ...accountChangeHandlers,
  ...userHandlers,
  ...userListHandlers,
  ...userRestrictionHandlers,
  ...contactChannelHandlers,
  ...teamHandlers,
  ...teamMembershipHandlers,
  ...teamMemberProfileHandlers,
  ...teamInvitationHandlers,
  ...permissionHandlers,
  ...permissionDefinitionHandlers,
  ...providerLinkHandlers,
  ...notificationHandlers,
  ...emailHandlers,
  ...apiKeyHandlers,
  ...paymentHandlers,
  ...purchaseHandlers,
  ...customerHandlers,
  ...stripeHandlers,
  ...dataVaultHandlers,
  ...webhookHandlers,
  ...auditHandlers,
  ...liveUpdateHandlers,
  ...serverStatusHandlers,
  ...metricHandlers,
  ...aiChatHandlers,
}

export interface ServedRoute {
  id: RouteId
  definition: RouteDefinition
  handler: AnyHandler
}

export const servedRoutes: ServedRoute[] = (Object.keys(routes) as (keyof typeof routes)[]).map((id) => ({
  id,
  definition: routes[id],
  handler: handlers[id] as unknown as AnyHandler,
}))
