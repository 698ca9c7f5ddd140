import { accountChangeRoutes } from './account-changes.ts'
import { aiChatRoutes } from './ai-chat.ts'
import { anonymousRoutes } from './anonymous.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditRoutes } from './audit.ts'
import { cliAuthRoutes } from './cli-auth.ts'
import { connectedAccountRoutes } from './connected-accounts.ts'
import { connectionDomainRoutes } from './connection-domains.ts'
import { connectionSetupRoutes } from './connection-setups.ts'
import { connectionSignInRoutes } from './connection-sign-in.ts'
import { connectionRoutes } from './connections.ts'
import { contactChannelRoutes } from './contact-channels.ts'
import { customerRoutes } from './customers.ts'
import { dataVaultRoutes } from './data-vault.ts'
import { directoryRoutes } from './directories.ts'
import { emailSourceRoutes } from './email-sources.ts'
import { emailAudienceRoutes, emailRoutes } from './emails.ts'
import { environmentRoutes } from './environments.ts'
import { impersonationRoutes } from './impersonation.ts'
import { liveUpdateRoutes } from './live-updates.ts'
import { magicLinkRoutes } from './magic-link.ts'
import { metricRoutes } from './metrics.ts'
import { mfaRoutes } from './mfa.ts'
import { notificationRoutes } from './notifications.ts'
import { oauthRoutes } from './oauth.ts'
import { oauthClientRoutes } from './oauth-clients.ts'
import { oauthGrantRoutes } from './oauth-grants.ts'
import { oauthInteractionRoutes } from './oauth-interactions.ts'
import { ownerRoutes } from './owners.ts'
import { passkeyRoutes } from './passkey.ts'
import { passwordRoutes } from './password.ts'
import { paymentRoutes } from './payments.ts'
import { permissionDefinitionRoutes, permissionRoutes } from './permissions.ts'
import { projectConfigRoutes } from './project-config.ts'
import { projectKeyRoutes } from './project-keys.ts'
import { projectRoutes } from './projects.ts'
import { providerLinkRoutes } from './provider-links.ts'
import { purchaseRoutes } from './purchases.ts'
import { recoveryCodeRoutes } from './recovery-codes.ts'
import { requiredConnectionRoutes } from './required-connections.ts'
import type { RoutesOf } from './route.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { serverStatusRoutes } from './server-status.ts'
import { serviceRoutes } from './service.ts'
import { sessionRoutes } from './sessions.ts'
import { stepUpRoutes } from './step-up.ts'
import { stripeRoutes } from './stripe.ts'
import { teamInvitationRoutes } from './team-invitations.ts'
import { teamMemberProfileRoutes } from './team-member-profiles.ts'
import { teamMembershipRoutes } from './team-memberships.ts'
import { teamRoutes } from './teams.ts'
import { traceRoutes } from './traces.ts'
import { trustedDeviceRoutes } from './trusted-devices.ts'
import { userListRoutes } from './user-list.ts'
import { userRestrictionRoutes } from './user-restrictions.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'

export * from './access.ts'
export { accountChangeRoutes } from './account-changes.ts'
export { aiChatRoutes } from './ai-chat.ts'
export { anonymousRoutes } from './anonymous.ts'
export { apiKeyRoutes } from './api-keys.ts'
export { auditRoutes } from './audit.ts'
export { type BrandColors, type Branding, brandColors, completeBranding, toBrandVariables } from './branding.ts'
export { cliAuthRoutes } from './cli-auth.ts'
export { commonErrors } from './common-errors.ts'
export { connectedAccountRoutes } from './connected-accounts.ts'
export { connectionDomain, connectionDomainRoutes, domainCheckResults } from './connection-domains.ts'
export { connectionSetupRoutes, setupLinkDays } from './connection-setups.ts'
export { connectionSignInRoutes } from './connection-sign-in.ts'
export {
  type ConnectionType,
  connection,
  connectionProviderPrefix,
  connectionRoutes,
  connectionTypes,
  maxConnectionDomains,
  maxConnections,
} from './connections.ts'
export { contactChannelRoutes } from './contact-channels.ts'
export { customerRoutes } from './customers.ts'
export { dataVaultRoutes } from './data-vault.ts'
export { directoryActions, directoryRoutes, maxDirectoryOperations, maxDirectoryRoles } from './directories.ts'
export * from './email-document.ts'
export * from './email-kinds.ts'
export { emailSourceRoutes } from './email-sources.ts'
export { emailAudienceRoutes, emailRoutes } from './emails.ts'
export { environmentRoutes } from './environments.ts'
export * from './errors.ts'
export {
  acceptsMe,
  type Environment,
  maxPasswordLength,
  minPasswordLength,
  signInEmail,
} from './fields.ts'
export { impersonationRoutes } from './impersonation.ts'
export { liveUpdateRoutes } from './live-updates.ts'
export * from './locales.ts'
export { magicLinkRoutes } from './magic-link.ts'
export { metricRoutes } from './metrics.ts'
export { mfaRoutes } from './mfa.ts'
export { notificationRoutes } from './notifications.ts'
export { oauthRoutes } from './oauth.ts'
export { maxOAuthClients, maxSecretOverlapDays, oauthClientRoutes } from './oauth-clients.ts'
export { oauthGrant, oauthGrantRoutes } from './oauth-grants.ts'
export { oauthInteractionRoutes } from './oauth-interactions.ts'
export * from './oauth-provider.ts'
export * from './owner-roles.ts'
export { ownerRoutes } from './owners.ts'
export { maxPasskeys, passkeyRoutes, passkeyRpId } from './passkey.ts'
export { passwordRoutes } from './password.ts'
export { paymentRoutes } from './payments.ts'
export {
  permissionDefinition,
  permissionDefinitionRoutes,
  permissionRoutes,
  projectPermission,
  teamPermission,
} from './permissions.ts'
export {
  type ConfigOverrideTree,
  configOverride,
  projectConfigRoutes,
  secondFactorPolicies,
  soldOffer,
  systemPermissionIds,
} from './project-config.ts'
export { projectKeyRoutes } from './project-keys.ts'
export { adminProject, clientProject, projectRoutes, projectUpdate } from './projects.ts'
export { providerLinkRoutes } from './provider-links.ts'
export { type ProviderType, providerNames, providerScopes, providerTypes } from './providers.ts'
export { purchaseRoutes } from './purchases.ts'
export * from './rate-limits.ts'
export { recoveryCodeRoutes } from './recovery-codes.ts'
export * from './redirect-uris.ts'
export { requiredConnectionRoutes } from './required-connections.ts'
export * from './route.ts'
export { secondFactorRoutes } from './second-factor.ts'
export { serverStatusRoutes } from './server-status.ts'
export { serviceRoutes } from './service.ts'
export { sessionRoutes } from './sessions.ts'
export { stepUpRoutes } from './step-up.ts'
export { stripeRoutes } from './stripe.ts'
export type { Subject, SubjectType } from './subjects.ts'
export { teamInvitationRoutes } from './team-invitations.ts'
export { teamMemberProfileRoutes } from './team-member-profiles.ts'
export { teamMembershipRoutes } from './team-memberships.ts'
export { clientTeam, serverTeam, teamRoutes } from './teams.ts'
export * from './trace-kinds.ts'
export { type Trace, type TraceStep, traceRoutes, traceStep } from './traces.ts'
export { maxSentTrustedDevices, maxTrustedDevices, trustedDeviceDays, trustedDeviceRoutes } from './trusted-devices.ts'
export { userListRoutes } from './user-list.ts'
export { userRestrictionRoutes } from './user-restrictions.ts'
export { clientUser, serverUser, userRoutes } from './users.ts'
export { hasUuidShape, isUuid, projectIdPattern, uuidSource } from './uuid.ts'
export { type OAuthGrantEndReason, type SessionEndReason, webhookEventTypes } from './webhook-events.ts'
export { webhookRoutes } from './webhooks.ts'

/** Every route of the API. */
export const routes = {
  ...serviceRoutes,
  ...projectRoutes,
  ...ownerRoutes,
  ...projectKeyRoutes,
  ...projectConfigRoutes,
  ...environmentRoutes,
  ...passwordRoutes,
  ...magicLinkRoutes,
  ...anonymousRoutes,
  ...passkeyRoutes,
  ...mfaRoutes,
  ...recoveryCodeRoutes,
  ...trustedDeviceRoutes,
  ...cliAuthRoutes,
  ...oauthRoutes,
  ...oauthInteractionRoutes,
  ...oauthGrantRoutes,
  ...connectedAccountRoutes,
  ...connectionRoutes,
  ...connectionSignInRoutes,
  ...connectionDomainRoutes,
  ...connectionSetupRoutes,
  ...requiredConnectionRoutes,
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...impersonationRoutes,
  ...stepUpRoutes,
  ...accountChangeRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...emailAudienceRoutes,
  ...userRestrictionRoutes,
  ...contactChannelRoutes,
  ...providerLinkRoutes,
  ...notificationRoutes,
  ...emailRoutes,
  ...emailSourceRoutes,
  ...apiKeyRoutes,
  ...teamRoutes,
  ...teamMembershipRoutes,
  ...teamMemberProfileRoutes,
  ...teamInvitationRoutes,
  ...directoryRoutes,
  ...oauthClientRoutes,
  ...permissionRoutes,
  ...permissionDefinitionRoutes,
  ...paymentRoutes,
  ...purchaseRoutes,
  ...customerRoutes,
  ...stripeRoutes,
  ...dataVaultRoutes,
  ...webhookRoutes,
  ...auditRoutes,
  ...traceRoutes,
  ...liveUpdateRoutes,
  ...serverStatusRoutes,
  ...metricRoutes,
  ...aiChatRoutes,
}

/**
 * Request and response types by route name. Clients import only this type, so that no schema gets into their bundle.
 */
export interface Routes
  extends RoutesOf<typeof serviceRoutes>,
    RoutesOf<typeof projectRoutes>,
    RoutesOf<typeof ownerRoutes>,
    RoutesOf<typeof projectKeyRoutes>,
    RoutesOf<typeof projectConfigRoutes>,
    RoutesOf<typeof environmentRoutes>,
    RoutesOf<typeof passwordRoutes>,
    RoutesOf<typeof magicLinkRoutes>,
    RoutesOf<typeof anonymousRoutes>,
    RoutesOf<typeof passkeyRoutes>,
    RoutesOf<typeof mfaRoutes>,
    RoutesOf<typeof recoveryCodeRoutes>,
    RoutesOf<typeof trustedDeviceRoutes>,
    RoutesOf<typeof cliAuthRoutes>,
    RoutesOf<typeof oauthRoutes>,
    RoutesOf<typeof oauthInteractionRoutes>,
    RoutesOf<typeof oauthGrantRoutes>,
    RoutesOf<typeof connectedAccountRoutes>,
    RoutesOf<typeof connectionRoutes>,
    RoutesOf<typeof connectionSignInRoutes>,
    RoutesOf<typeof connectionDomainRoutes>,
    RoutesOf<typeof connectionSetupRoutes>,
    RoutesOf<typeof requiredConnectionRoutes>,
    RoutesOf<typeof secondFactorRoutes>,
    RoutesOf<typeof sessionRoutes>,
    RoutesOf<typeof impersonationRoutes>,
    RoutesOf<typeof stepUpRoutes>,
    RoutesOf<typeof accountChangeRoutes>,
    RoutesOf<typeof userRoutes>,
    RoutesOf<typeof userListRoutes>,
    RoutesOf<typeof emailAudienceRoutes>,
    RoutesOf<typeof userRestrictionRoutes>,
    RoutesOf<typeof contactChannelRoutes>,
    RoutesOf<typeof providerLinkRoutes>,
    RoutesOf<typeof notificationRoutes>,
    RoutesOf<typeof emailRoutes>,
    RoutesOf<typeof emailSourceRoutes>,
    RoutesOf<typeof apiKeyRoutes>,
    RoutesOf<typeof teamRoutes>,
    RoutesOf<typeof teamMembershipRoutes>,
    RoutesOf<typeof teamMemberProfileRoutes>,
    RoutesOf<typeof teamInvitationRoutes>,
    RoutesOf<typeof directoryRoutes>,
    RoutesOf<typeof oauthClientRoutes>,
    RoutesOf<typeof permissionRoutes>,
    RoutesOf<typeof permissionDefinitionRoutes>,
    RoutesOf<typeof paymentRoutes>,
    RoutesOf<typeof purchaseRoutes>,
    RoutesOf<typeof customerRoutes>,
    RoutesOf<typeof stripeRoutes>,
    RoutesOf<typeof dataVaultRoutes>,
    RoutesOf<typeof webhookRoutes>,
    RoutesOf<typeof auditRoutes>,
    RoutesOf<typeof traceRoutes>,
    RoutesOf<typeof liveUpdateRoutes>,
    RoutesOf<typeof serverStatusRoutes>,
    RoutesOf<typeof metricRoutes>,
    RoutesOf<typeof aiChatRoutes> {}
