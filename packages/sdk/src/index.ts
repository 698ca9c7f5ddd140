import { AdminAppBase } from './admin-app.ts'
import type { AdminAppConstructor, AdminApp as AdminAppType } from './admin-types.ts'
import { ClientAppBase } from './client-app.ts'
import { ServerAppBase } from './server-app.ts'
import type {
  ClientAppConstructor,
  ClientApp as ClientAppType,
  ServerAppConstructor,
  ServerApp as ServerAppType,
} from './types.ts'

/** For browsers and other places that people control: sees one signed-in user. */
export const ClientApp = ClientAppBase as unknown as ClientAppConstructor
export type ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = ClientAppType<
  HasTokenStore,
  ProjectId
>

/** For servers: holds the secret server key and sees every user. */
export const ServerApp = ServerAppBase as unknown as ServerAppConstructor
export type ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = ServerAppType<
  HasTokenStore,
  ProjectId
>

/** For those who run a project: holds its super secret admin key, or the session of somebody who owns it. */
export const AdminApp = AdminAppBase as unknown as AdminAppConstructor
export type AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = AdminAppType<
  HasTokenStore,
  ProjectId
>

export type {
  ApiKey,
  ApiKeyCreateOptions,
  ApiKeyUpdateOptions,
  Connection,
  ConnectionStores,
  ContactChannel,
  ContactChannelCreateOptions,
  ContactChannelUpdateOptions,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  OAuthProviderResult,
  OAuthProviderUpdateOptions,
  Permission,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  ServerOAuthProviderUpdateOptions,
  TeamApiKey,
  TeamApiKeyFirstView,
  TeamReference,
  UserApiKey,
  UserApiKeyFirstView,
  UserStores,
} from './account-types.ts'
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminEmailServer,
  AdminOAuthProviderConfig,
  AdminOwnedProject,
  AdminProject,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectPermission,
  AdminProjectStores,
  AdminProjectUpdateOptions,
  AdminTeamPermission,
  OAuthAccountMergeStrategy,
  ProductionModeError,
  ProjectOwner,
} from './admin-project-types.ts'
export type {
  AdminAppConstructor,
  AdminAppConstructorOptions,
  AdminAppInternals,
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from './admin-types.ts'
export type { CacheEntry, CacheStore, SyncStore } from './cache-types.ts'
export type { AdminConfig, AdminConfigOverride } from './config-types.ts'
export type { DataVaultOptions, DataVaultStore } from './data-vault-types.ts'
export { AssertionError, RetryError, StatusError } from './errors.ts'
export { type Framework, registerFramework } from './framework.ts'
export { type ErrorCode, type ErrorDetailsOf, KnownError, type KnownErrorOf } from './known-errors.ts'
export { KnownErrors } from './known-errors-by-name.ts'
export type {
  Currency,
  Customer,
  CustomerType,
  DayInterval,
  IncludedItem,
  InlineOffer,
  Item,
  ItemReference,
  OfferPrice,
  ServerCustomer,
  ServerItem,
} from './payment-types.ts'
export { Result } from './result.ts'
export type {
  EditableTeamMemberProfile,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamMemberProfile,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  Team,
  TeamCreateOptions,
  TeamInvitation,
  TeamMemberProfile,
  TeamStores,
  TeamUpdateOptions,
  TeamUser,
} from './team-types.ts'
export type {
  AccessType,
  ActiveSession,
  AppInternals,
  Auth,
  ClientAppConstructor,
  ClientAppConstructorOptions,
  ClientAppJson,
  CliLoginError,
  CurrentInternalServerUser,
  CurrentInternalUser,
  CurrentServerUser,
  CurrentUser,
  CurrentUserJson,
  ExtensibleTeam,
  ExtensibleUser,
  GeoInfo,
  GetCurrentUserOptions,
  GetPartialUserOptions,
  GetUserOptions,
  HandlerUrls,
  InternalSession,
  Json,
  OAuthProviderConfig,
  OAuthScopesOnSignIn,
  ObjectExtensions,
  PasskeyRegistrationError,
  PasskeySignInError,
  Project,
  ProjectConfig,
  PromptCliLoginOptions,
  RedirectMethod,
  RedirectToOptions,
  RequestLike,
  ServerAppConstructor,
  ServerAppConstructorOptions,
  ServerAppInternals,
  ServerCookies,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
  Session,
  SignInWithOAuthOptions,
  SignInWithPasskeyOptions,
  SignOutOptions,
  TokenPair,
  TokenPartialUser,
  TokenStoreInit,
  User,
  UserBase,
  UserUpdateOptions,
} from './types.ts'
export { appInternalsSymbol } from './types.ts'
