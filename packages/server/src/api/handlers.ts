import { type RouteDefinition, type RouteId, routes } from '@latchkey/contract'
import { environmentHandlers } from '../administration/environments/routes.ts'
import { metricHandlers } from '../administration/metrics/routes.ts'
import { ownerHandlers } from '../administration/owners/routes.ts'
import { configHandlers } from '../administration/project-config/routes.ts'
import { projectHandlers } from '../administration/projects/routes.ts'
import { serverStatusHandlers } from '../administration/server-status/routes.ts'
import { aiChatHandlers } from '../emails/ai-chat/routes.ts'
import { emailHandlers } from '../emails/routes.ts'
import { accountChangeHandlers } from '../identity/account-changes/routes.ts'
import { anonymousHandlers } from '../identity/anonymous/routes.ts'
import { apiKeyHandlers } from '../identity/api-keys/routes.ts'
import { cliAuthHandlers } from '../identity/cli-auth/routes.ts'
import { connectionDomainHandlers } from '../identity/connections/domains/routes.ts'
import { requiredConnectionHandlers } from '../identity/connections/required/routes.ts'
import { connectionHandlers } from '../identity/connections/routes.ts'
import { connectionSetupHandlers } from '../identity/connections/setups/routes.ts'
import { connectionSignInHandlers } from '../identity/connections/sign-in-routes.ts'
import { contactChannelHandlers } from '../identity/contact-channels/routes.ts'
import { directoryHandlers } from '../identity/directories/routes.ts'
import { impersonationHandlers } from '../identity/impersonation/routes.ts'
import { otpHandlers } from '../identity/magic-link/routes.ts'
import { mfaHandlers } from '../identity/mfa/routes.ts'
import { notificationHandlers } from '../identity/notifications/routes.ts'
import { connectedAccountHandlers } from '../identity/oauth/connected-accounts.ts'
import { oauthHandlers } from '../identity/oauth/routes.ts'
import { oauthClientHandlers } from '../identity/oauth-clients/routes.ts'
import { oauthGrantHandlers } from '../identity/oauth-grants/routes.ts'
import { oauthInteractionHandlers } from '../identity/oauth-provider/routes.ts'
import { passkeyHandlers } from '../identity/passkey/routes.ts'
import { passwordHandlers } from '../identity/password/routes.ts'
import { providerLinkHandlers } from '../identity/provider-links/routes.ts'
import { recoveryCodeHandlers } from '../identity/recovery-codes/routes.ts'
import { secondFactorHandlers } from '../identity/second-factor/routes.ts'
import { sessionHandlers } from '../identity/sessions/routes.ts'
import { stepUpHandlers } from '../identity/step-up/routes.ts'
import { trustedDeviceHandlers } from '../identity/trusted-devices/routes.ts'
import { emailAudienceHandlers } from '../identity/user-list/email-audience.ts'
import { userListHandlers } from '../identity/user-list/routes.ts'
import { userRestrictionHandlers } from '../identity/user-restrictions/routes.ts'
import { userHandlers } from '../identity/users/routes.ts'
import { customerHandlers } from '../payments/customers/routes.ts'
import { purchaseHandlers } from '../payments/purchases/routes.ts'
import { paymentHandlers } from '../payments/routes.ts'
import { stripeHandlers } from '../payments/stripe/routes.ts'
import { dataVaultHandlers } from '../projects/data-vault/routes.ts'
import { liveUpdateHandlers } from '../projects/live-updates/routes.ts'
import { projectKeyHandlers } from '../projects/project-keys/routes.ts'
import { auditHandlers } from '../records/audit/routes.ts'
import { traceHandlers } from '../records/traces/routes.ts'
import { permissionDefinitionHandlers } from '../teams/permissions/definition-routes.ts'
import { permissionHandlers } from '../teams/permissions/routes.ts'
import { teamHandlers } from '../teams/routes.ts'
import { teamInvitationHandlers } from '../teams/team-invitations/routes.ts'
import { teamMemberProfileHandlers } from '../teams/team-member-profiles/routes.ts'
import { teamMembershipHandlers } from '../teams/team-memberships/routes.ts'
import { webhookHandlers } from '../webhooks/routes.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { serviceHandlers } from './service/routes.ts'

/** The handler of every route. A route without one does not compile. */
const handlers: Handlers<typeof routes> = {
  ...serviceHandlers,
  ...projectHandlers,
  ...ownerHandlers,
  ...projectKeyHandlers,
  ...configHandlers,
  ...environmentHandlers,
  ...passwordHandlers,
  ...otpHandlers,
  ...anonymousHandlers,
  ...passkeyHandlers,
  ...mfaHandlers,
  ...recoveryCodeHandlers,
  ...trustedDeviceHandlers,
  ...cliAuthHandlers,
  ...oauthHandlers,
  ...oauthInteractionHandlers,
  ...oauthGrantHandlers,
  ...connectedAccountHandlers,
  ...connectionHandlers,
  ...connectionSignInHandlers,
  ...connectionDomainHandlers,
  ...connectionSetupHandlers,
  ...requiredConnectionHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...impersonationHandlers,
  ...stepUpHandlers,
  ...accountChangeHandlers,
  ...userHandlers,
  ...userListHandlers,
  ...emailAudienceHandlers,
  ...userRestrictionHandlers,
  ...contactChannelHandlers,
  ...teamHandlers,
  ...teamMembershipHandlers,
  ...teamMemberProfileHandlers,
  ...teamInvitationHandlers,
  ...directoryHandlers,
  ...oauthClientHandlers,
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
  ...traceHandlers,
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
