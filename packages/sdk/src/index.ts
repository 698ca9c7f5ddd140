// Re-exports only, so that bundlers leave out the apps that are not used.

export type { ChatContent, ChatContextType, ChatMessage } from './ai-chat/ai-chat.ts'
export type {
  ApiKey,
  ApiKeyCreateOptions,
  ApiKeyUpdateOptions,
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView,
} from './api-keys/api-keys.ts'
export {
  AdminApp,
  type AdminAppConstructor,
  type AdminAppConstructorOptions,
  type AdminAppInternals,
} from './app/admin-app.ts'
export {
  type AppInternals,
  ClientApp,
  type ClientAppConstructor,
  type ClientAppJson,
  type GetConvexPartialUserOptions,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type GetRequiredPartialUserOptions,
  type GetUserOptions,
  type HasStore,
  type OptionsFor,
} from './app/client-app.ts'
export { toClientJson } from './app/client-json.ts'
export {
  type GetConvexUserOptions,
  ServerApp,
  type ServerAppConstructor,
  type ServerAppConstructorOptions,
  type ServerAppInternals,
} from './app/server-app.ts'
export type { AuditEntry, ListAuditEntriesOptions } from './audit/audit.ts'
export type { CacheEntry, CacheStore, SyncStore } from './cache/cached-value.ts'
export type { CliLoginError, PromptCliLoginOptions } from './cli-auth/cli-auth.ts'
export type {
  Connection,
  ConnectionStores,
  GetConnectedAccountOptions,
  OAuthConnection,
} from './connected-accounts/connected-accounts.ts'
export type {
  CompanyConnection,
  ConnectionAttributes,
  ConnectionCreateOptions,
  ConnectionRoles,
  ConnectionSetupLink,
  ConnectionTest,
  ConnectionUpdateOptions,
  OAuth2Settings,
  OidcSettings,
  SamlSettings,
} from './connections/connections.ts'
export type { ConnectionDomain } from './connections/domains.ts'
export type { RequiredConnection, RequiredConnectionUpdateOptions } from './connections/required.ts'
export type { FoundConnection } from './connections/sign-in.ts'
export type {
  ContactChannel,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
} from './contact-channels/contact-channels.ts'
export type { EmailVerificationDetails } from './contact-channels/verification.ts'
export type { ConvexContext, ConvexIdentity } from './convex/convex.ts'
export { type ConvexProviderConfig, getConvexProvidersConfig } from './convex/providers-config.ts'
export type { ClientAppConstructorOptions, SignOutOptions } from './core/app-core.ts'
export {
  appInternalsSymbol,
  type ExtensibleTeam,
  type ExtensibleUser,
  type ObjectExtensions,
} from './core/extensions.ts'
export type { HandlerUrls, RedirectMethod, RedirectToOptions } from './core/redirects.ts'
export type { DataVaultOptions, DataVaultStore, DataVaultValues } from './data-vault/store.ts'
export type {
  Directory,
  DirectoryGroup,
  DirectoryOperation,
  DirectoryRole,
  DirectoryToken,
  NewDirectory,
} from './directories/directories.ts'
export type {
  AdminEmailDraft,
  AdminEmailDraftCreateOptions,
  AdminEmailDraftUpdateOptions,
  AdminEmailTemplate,
  AdminEmailTheme,
  AdminEmailThemeSource,
  EmailPreviewOptions,
} from './emails/emails.ts'
export type { SendEmailOptions } from './emails/send-email.ts'
export type { AdminSentEmail, SendTestEmailOptions } from './emails/sent-emails.ts'
export {
  type CookieAttributes,
  type Framework,
  type RelayedApp,
  registerFramework,
  type ServerCookies,
} from './environment/framework.ts'
export { areCookiesBlocked } from './environment/page-cookies.ts'
export { AssertionError, RetryError, StatusError } from './errors/errors.ts'
export { getReasonPhrase } from './errors/get-reason-phrase.ts'
export { type ErrorCode, type ErrorDetailsOf, hasCode, KnownError, type KnownErrorOf } from './errors/known-errors.ts'
export { type KnownErrorClass, type KnownErrorInit, KnownErrors } from './errors/known-errors-by-name.ts'
export { type Refusal, refusalOf } from './errors/refusal.ts'
export { Result } from './errors/result.ts'
export type { ProjectMetrics } from './metrics/metrics.ts'
export type { MfaPasskeyError } from './mfa/passkey.ts'
export type { MfaOptions } from './mfa/trusted-device.ts'
export type { NotificationCategory } from './notifications/notifications.ts'
export type { OAuthScopesOnSignIn, SignInWithOAuthOptions } from './oauth/oauth.ts'
export type {
  NewOAuthClient,
  OAuthClient,
  OAuthClientCreateOptions,
  OAuthClientListOptions,
  OAuthClientSecret,
  OAuthClientType,
  OAuthClientUpdateOptions,
} from './oauth-clients/oauth-clients.ts'
export type {
  OAuthGrant,
  OAuthGrantClient,
  OAuthGrantListOptions,
  OAuthGrantScope,
} from './oauth-grants/oauth-grants.ts'
export type {
  DeviceRequest,
  OAuthApproval,
  OAuthApprovalError,
  OAuthRequest,
  OAuthRequestError,
  OAuthRequestScope,
} from './oauth-provider/requests.ts'
export type { PasskeyRegistrationError, PasskeySignInError, SignInWithPasskeyOptions } from './passkey/passkey.ts'
export type { Passkey } from './passkey/passkeys.ts'
export type {
  AdminPayments,
  ItemQuantityChangeOptions,
  ListTransactionsOptions,
  StripeAccountInfo,
  TestModePurchaseOptions,
  Transaction,
  TransactionPage,
  TransactionType,
} from './payments/admin-payments.ts'
export type {
  CheckoutOptions,
  Currency,
  Customer,
  DayInterval,
  IncludedItem,
  InlineOffer,
  OfferPrice,
  ServerCustomer,
} from './payments/checkout.ts'
export type { CustomerType, Item, ItemReference, ServerItem } from './payments/items.ts'
export type {
  AdminPermissionDefinition,
  AdminPermissionDefinitionCreateOptions,
  AdminPermissionDefinitionUpdateOptions,
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
} from './permissions/permission-definitions.ts'
export type { ListPermissionsOptions, Permission } from './permissions/permissions.ts'
export type { AdminConfig, AdminConfigOverride } from './project-config/project-config.ts'
export type {
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from './project-keys/project-keys.ts'
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminEmailServer,
  AdminOAuthProviderConfig,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectPermission,
  AdminTeamPermission,
  OAuthAccountMergeStrategy,
} from './projects/admin-project-settings.ts'
export type {
  AdminOwnedProject,
  AdminProject,
  AdminProjectCreateOptions,
  AdminProjectStores,
  AdminProjectUpdateOptions,
  ProjectOwner,
} from './projects/admin-projects.ts'
export type { ProductionModeError } from './projects/production-mode.ts'
export type {
  Branding,
  OAuthProviderConfig,
  Project,
  ProjectConfig,
  ProjectJson,
  SecondFactorPolicy,
} from './projects/projects.ts'
export type {
  OAuthProvider,
  OAuthProviderResult,
  OAuthProviderUpdateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  ServerOAuthProviderUpdateOptions,
} from './provider-links/provider-links.ts'
export type { RecoveryCodeStatus } from './recovery-codes/recovery-codes.ts'
export { relayToAppServer } from './relay/browser.ts'
export { createSessionRoute, type SessionRouteOptions } from './relay/session-route.ts'
export { browserCookies, parseCookies } from './session/cookies.ts'
export type { InternalSession, Session } from './session/session.ts'
export type { RequestLike, TokenPair, TokenStoreInit } from './session/token-store.ts'
export type { ActiveSession, GeoInfo } from './sessions/sessions.ts'
export type { FreshnessOptions } from './step-up/require-fresh.ts'
export type { StepUpError, StepUpProof, StepUpRequest } from './step-up/step-up.ts'
export type { TeamInvitation } from './team-invitations/team-invitations.ts'
export type {
  EditableTeamMemberProfile,
  ServerTeamMemberProfile,
  TeamMemberProfile,
} from './team-member-profiles/team-member-profiles.ts'
export type { LeaveTeamOptions } from './team-memberships/team-memberships.ts'
export type {
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  Team,
  TeamCreateOptions,
  TeamReference,
  TeamStores,
  TeamUpdateOptions,
  TeamUser,
} from './teams/teams.ts'
export type { ListTracesOptions, Trace, TraceStory } from './traces/traces.ts'
export type { Json } from './transport/json.ts'
export type { PageOf } from './transport/lists.ts'
export { isUnavailable, NetworkError } from './transport/network-error.ts'
export type { AccessType, NetworkOptions } from './transport/transport.ts'
export type { TrustedDevice } from './trusted-devices/trusted-devices.ts'
export type { UserRestriction, UserRestrictionOptions } from './user-restrictions/user-restrictions.ts'
// Not by name, because apps cannot augment interfaces that are re-exported by name.
export type * from './users/metadata.ts'
export type {
  CurrentInternalServerUser,
  CurrentServerUser,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
} from './users/server-users.ts'
export type { UserStores } from './users/user-stores.ts'
export type {
  Auth,
  CurrentInternalUser,
  CurrentUser,
  CurrentUserJson,
  SecondFactorRequirement,
  TokenPartialUser,
  User,
  UserBase,
  UserUpdateOptions,
} from './users/users.ts'
export type {
  ListWebhookDeliveriesOptions,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookEndpointCreateOptions,
  WebhookEndpointFirstView,
  WebhookEndpointUpdateOptions,
} from './webhooks/webhooks.ts'
