import type {
  ApiKeyCreateOptions,
  ContactChannel,
  ContactChannelCreateOptions,
  GetConnectedAccount,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  OAuthProviderResult,
  PermissionGranter,
  PermissionReader,
  ServerContactChannel,
  ServerContactChannelCreateOptions,
  ServerOAuthProvider,
  ServerOAuthProviderCreateOptions,
  TeamReference,
  UserApiKey,
  UserApiKeyFirstView,
  UserStores,
} from './account-types.ts'
import type { AdminProject, ProjectOwner } from './admin-project-types.ts'
import type { AdminApp } from './admin-types.ts'
import type { CacheStore, SyncStore } from './cache-types.ts'
import type { DataVaultStore } from './data-vault-types.ts'
import type { SendEmailOptions } from './email-types.ts'
import type { KnownErrorOf } from './known-errors.ts'
import type { Customer, Item, ItemReference, ServerCustomer, ServerItem } from './payment-types.ts'
import type { Result } from './result.ts'
import type {
  EditableTeamMemberProfile,
  ServerTeam,
  ServerTeamCreateOptions,
  Team,
  TeamCreateOptions,
} from './team-types.ts'

/** Registered globally, so that two copies of this package still recognise each other's apps. */
export const appInternalsSymbol: unique symbol = Symbol.for('latchkey.app-internals') as never

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

// ---------------------------------------------------------------------------------------------- apps

export interface ClientAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string> {
  tokenStore: Store
  projectId?: ProjectId | undefined
  publishableClientKey?: string | undefined
  baseUrl?: string | { browser: string; server: string } | undefined
  urls?: Partial<HandlerUrls> | undefined
  oauthScopesOnSignIn?: OAuthScopesOnSignIn | undefined
  redirectMethod?: RedirectMethod | undefined
  extraRequestHeaders?: Record<string, string> | undefined
  noAutomaticPrefetch?: boolean | undefined
  /** Set by `fromClientJson` only; an identifier can be used once per process. */
  uniqueIdentifier?: string | undefined
}

export interface ServerAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string>
  extends ClientAppConstructorOptions<Store, ProjectId> {
  secretServerKey?: string | undefined
}

export interface ClientAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ClientAppConstructorOptions<Store, ProjectId>,
  ): ClientApp<HasStore<Store>, ProjectId>
  readonly [appInternalsSymbol]: { fromClientJson(json: ClientAppJson): ClientApp<boolean, string> }
}

export interface ServerAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ServerAppConstructorOptions<Store, ProjectId>,
  ): ServerApp<HasStore<Store>, ProjectId>
}

export type HasStore<Store> = [Store] extends [null] ? false : null extends Store ? boolean : true

export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends RedirectMethods {
  readonly projectId: ProjectId
  readonly urls: Readonly<HandlerUrls>

  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentUserOf<ProjectId> | null>
  getPartialUser(options: GetPartialUserOptions<HasTokenStore>): Promise<TokenPartialUser | null>
  getProject(): Promise<Project>
  /** What a customer has of an item. Nobody has to be signed in. */
  getItem(reference: ItemReference): Promise<Item>

  signInWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
  }): Promise<Result<undefined, KnownErrorOf<'EMAIL_PASSWORD_MISMATCH' | 'INVALID_TOTP_CODE'>>>
  signUpWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
    /** Where the link in the verification mail leads; required outside a browser. */
    verificationCallbackUrl?: string
  }): Promise<Result<undefined, KnownErrorOf<'USER_EMAIL_ALREADY_EXISTS' | 'PASSWORD_REQUIREMENTS_NOT_MET'>>>
  /** Mails a link and a code. The code as typed, upper-cased, followed by the nonce, is what signs in. */
  sendMagicLinkEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<{ nonce: string }, KnownErrorOf<'REDIRECT_URL_NOT_WHITELISTED'>>>
  signInWithMagicLink(code: string, options?: { noRedirect?: boolean }): Promise<Result<undefined, SignInCodeError>>
  /** Finishes a sign-in that asked for the second factor. */
  signInWithMfa(
    totp: string,
    attemptCode: string,
    options?: { noRedirect?: boolean },
  ): Promise<Result<undefined, SignInCodeError>>
  sendForgotPasswordEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<undefined, KnownErrorOf<'USER_NOT_FOUND'>>>
  verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  resetPassword(options: {
    code: string
    password: string
  }): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** Leaves the page for the provider's. Works in browsers only; the promise never settles once the page is left. */
  signInWithOAuth(provider: string, options?: SignInWithOAuthOptions): Promise<never>
  /**
   * Finishes a sign-in at the page that the provider sends people back to. True when this call did it; false when
   * there is nothing to finish, for instance because an earlier call has taken it.
   */
  callOAuthCallback(): Promise<boolean>
  signInWithPasskey(options?: SignInWithPasskeyOptions): Promise<Result<undefined, PasskeySignInError>>
  /** Signs a command line in: shows a link, and waits until somebody has confirmed there. Gives a refresh token. */
  promptCliLogin(options: PromptCliLoginOptions): Promise<Result<string, CliLoginError>>
  signOut(options?: SignOutOptions): Promise<void>
  /** Uses the code of a verification mail up. Works without a signed-in user. */
  verifyEmail(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** Whether the code of an invitation is good, without using it. Works without a signed-in user. */
  verifyTeamInvitationCode(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** The team that a code invites to. Somebody must be signed in. */
  getTeamInvitationDetails(
    code: string,
  ): Promise<Result<{ teamDisplayName: string }, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** Makes the signed-in user a member of the team, whatever their e-mail. */
  acceptTeamInvitation(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>

  readonly [appInternalsSymbol]: AppInternals
}

type SignInCodeError = KnownErrorOf<'VERIFICATION_ERROR' | 'INVALID_TOTP_CODE'>
export type PasskeySignInError = KnownErrorOf<
  'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR' | 'INVALID_TOTP_CODE'
>
export type PasskeyRegistrationError = KnownErrorOf<'PASSKEY_REGISTRATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR'>
export type CliLoginError = KnownErrorOf<'CLI_AUTH_ERROR' | 'CLI_AUTH_EXPIRED_ERROR' | 'CLI_AUTH_USED_ERROR'>

export interface SignInWithOAuthOptions {
  /** The page that finishes the sign-in by `callOAuthCallback()`, instead of `urls.oauthCallback`. */
  returnTo?: string | undefined
}

export interface SignInWithPasskeyOptions {
  /**
   * Offers passkeys among the suggestions of an input whose `autocomplete` ends with `webauthn`, instead of asking at
   * once. It waits for as long as the page is open. It ends with PASSKEY_WEBAUTHN_ERROR whose `details.code` is
   * `AbortError` when `signal` aborts, or `NotSupportedError` where browsers cannot do this. Another passkey call
   * interrupts it; it goes on when the person cancels that one, and ends when they do not.
   */
  autofill?: boolean | undefined
  /** Ends the waiting, and takes a question that is open on the screen away. */
  signal?: AbortSignal | undefined
}

export interface PromptCliLoginOptions {
  /** Where the app with the page `/handler/cli-auth-confirm` is, for instance `https://app.example.com`. */
  appUrl: string
  /** How long the link can be confirmed: 2 hours unless given, 24 hours at most. */
  expiresInMillis?: number | undefined
  /** How often to ask whether somebody has confirmed, and how long to wait in between: for ever, every 2 seconds. */
  maxAttempts?: number | undefined
  waitTimeMillis?: number | undefined
  /** Shows the link to the person. Printed unless given. */
  promptLink?: ((url: string) => unknown) | undefined
  /** Stops asking; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

export interface ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ClientApp<HasTokenStore, ProjectId> {
  getUser(id: string): Promise<ServerUser | null>
  /** The owner of a user's API key; null unless the key is valid. */
  getUser(options: { apiKey: string }): Promise<ServerUser | null>
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>
  listUsers(options?: ServerListUsersOptions): Promise<ServerUser[] & { nextCursor: string | null }>
  createUser(options: ServerUserCreateOptions): Promise<ServerUser>
  /** @deprecated Use `getUser()`. */
  getServerUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUserOf<ProjectId> | null>

  listTeams(): Promise<ServerTeam[]>
  getTeam(id: string): Promise<ServerTeam | null>
  /** The team that an API key belongs to; null unless the key is valid. */
  getTeam(options: { apiKey: string }): Promise<ServerTeam | null>
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam>

  getItem(reference: ItemReference): Promise<ServerItem>
  /** Encrypted values by key and secret. The store is made in the settings of the project. */
  getDataVaultStore(id: string): Promise<DataVaultStore>

  /** Links a user to an account at a provider. */
  createOAuthProvider(options: ServerOAuthProviderCreateOptions): Promise<OAuthProviderResult<ServerOAuthProvider>>

  /**
   * Mails some users, or all of them. Resolves when the mails are on their way; rejects with
   * REQUIRES_CUSTOM_EMAIL_SERVER, USER_ID_DOES_NOT_EXIST or SCHEMA_ERROR, and then nothing was sent.
   */
  sendEmail(options: SendEmailOptions): Promise<void>

  readonly [appInternalsSymbol]: ServerAppInternals
}

/** An app without a token store of its own cannot be asked for a user without naming one. */
export type OptionsFor<HasTokenStore extends boolean, Options> = HasTokenStore extends false
  ? [options: Options]
  : [options?: Options]

type TokenStoreOption<HasTokenStore extends boolean> = HasTokenStore extends false
  ? { tokenStore: Exclude<TokenStoreInit, null> }
  : { tokenStore?: TokenStoreInit | undefined }

export type GetCurrentUserOptions<HasTokenStore extends boolean = boolean> = {
  /** With `anonymous` whoever is not signed in becomes an anonymous user. */
  or?: 'redirect' | 'throw' | 'return-null' | 'anonymous' | 'anonymous-if-exists[deprecated]' | undefined
} & TokenStoreOption<HasTokenStore>

/** @deprecated Use `GetCurrentUserOptions`. */
export type GetUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

export type GetPartialUserOptions<HasTokenStore extends boolean = boolean> = {
  from: 'token'
  or?: 'return-null' | 'anonymous' | undefined
} & TokenStoreOption<HasTokenStore>

export interface SignOutOptions {
  redirectUrl?: string | URL | undefined
}

// -------------------------------------------------------------------------------------- token stores

export type TokenStoreInit = 'cookie' | 'nextjs-cookie' | 'memory' | RequestLike | TokenPair | null

export interface RequestLike {
  headers: { get(name: string): string | null }
}

export interface TokenPair {
  accessToken: string | null
  refreshToken: string | null
}

/** What a framework lends to `'nextjs-cookie'` on the server; it decides about attributes such as Secure. */
export interface ServerCookies {
  /** Every value sent under this name, decoded. */
  getAll(name: string): string[]
  /** Null deletes. May throw where the framework forbids writing, as in server components. */
  set(name: string, value: string | null, maxAgeSeconds: number): void
}

// ------------------------------------------------------------------------------------- urls, redirects

export interface HandlerUrls {
  handler: string
  signIn: string
  signUp: string
  signOut: string
  emailVerification: string
  passwordReset: string
  forgotPassword: string
  oauthCallback: string
  magicLinkCallback: string
  accountSettings: string
  teamInvitation: string
  mfa: string
  error: string
  home: string
  afterSignIn: string
  afterSignUp: string
  afterSignOut: string
}

export type RedirectMethod =
  | 'window'
  | 'none'
  | {
      useNavigate: () => (to: string) => void
      /** Without it redirects load the page. With `replace` the page that is left must not stay in the history. */
      navigate?: (to: string, options: { replace: boolean }) => void
    }

export interface RedirectToOptions {
  replace?: boolean | undefined
  noRedirectBack?: boolean | undefined
}

type RedirectTarget = Capitalize<Exclude<keyof HandlerUrls, 'handler'>>

export type RedirectMethods = {
  [Target in RedirectTarget as `redirectTo${Target extends 'OauthCallback' ? 'OAuthCallback' : Target}`]: (
    options?: RedirectToOptions,
  ) => Promise<void>
}

/** Provider id → extra scopes to ask for at every sign-in. */
export type OAuthScopesOnSignIn = { [provider: string]: string[] | undefined }

// ---------------------------------------------------------------------------------------------- users

export interface UserBase {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly hasPassword: boolean
  /** @deprecated */
  readonly emailAuthEnabled: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly isMultiFactorRequired: boolean
  readonly isAnonymous: boolean
  /** @deprecated */
  readonly oauthProviders: readonly { readonly id: string }[]
  readonly selectedTeam: Team | null
  /** The record as the wire gives it to clients, without anything only a server may see. */
  toClientJson(): CurrentUserJson
}

/** What can be done with the session behind a current user. */
export interface Auth {
  readonly currentSession: Session
  /** For an `AdminApp` in the name of a person who owns a project: `new AdminApp({ projectOwnerSession, … })`. */
  readonly _internalSession: InternalSession
  getAuthJson(): Promise<TokenPair>
  getAuthHeaders(): Promise<{ 'x-stack-auth': string }>
  /**
   * Makes a passkey for this user; it replaces an older one. Works in browsers only. The host name is that of the page
   * unless given; a Latchkey server accepts no other.
   */
  registerPasskey(options?: { hostname?: string }): Promise<Result<undefined, PasskeyRegistrationError>>
  signOut(options?: SignOutOptions): Promise<void>
}

export interface Session {
  getTokens(): Promise<TokenPair>
}

/** A session with what it takes to send requests in its name. */
export interface InternalSession extends Session {
  /** The server refused this access token, so another one is needed. */
  dropAccessToken(accessToken: string): void
}

interface UserActions extends PermissionReader, Customer {
  update(options: UserUpdateOptions): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(metadata: Json): Promise<void>
  setSelectedTeam(team: TeamReference | null): Promise<void>
  setPassword(options: { password: string }): Promise<KnownErrorOf<'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  delete(): Promise<void>
  getActiveSessions(): Promise<ActiveSession[]>
  revokeSession(sessionId: string): Promise<void>

  listContactChannels(): Promise<ContactChannel[]>
  createContactChannel(options: ContactChannelCreateOptions): Promise<ContactChannel>
  listNotificationCategories(): Promise<NotificationCategory[]>
  /** The links to accounts at providers. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  getConnectedAccount: GetConnectedAccount

  listTeams(): Promise<Team[]>
  /** Null unless the user is a member of it. */
  getTeam(id: string): Promise<Team | null>
  /** The new team is also selected. */
  createTeam(options: TeamCreateOptions): Promise<Team>
  leaveTeam(team: TeamReference): Promise<void>
  getTeamProfile(team: TeamReference): Promise<EditableTeamMemberProfile>

  listApiKeys(): Promise<UserApiKey[]>
  createApiKey(options: ApiKeyCreateOptions): Promise<UserApiKeyFirstView>

  readonly [appInternalsSymbol]: UserStores
}

export interface User extends UserBase, UserActions {}

export interface CurrentUser extends User, Auth {
  updatePassword(options: {
    oldPassword: string
    newPassword: string
  }): Promise<KnownErrorOf<'PASSWORD_CONFIRMATION_MISMATCH' | 'PASSWORD_REQUIREMENTS_NOT_MET'> | undefined>
  /**
   * Mails a link to the primary e-mail. Outside a browser the link's target must be given.
   * @deprecated Use `sendVerificationEmail` of the contact channel.
   */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<KnownErrorOf<'EMAIL_ALREADY_VERIFIED'> | undefined>
}

export interface ServerUser extends UserBase, UserActions, PermissionGranter {
  readonly lastActiveAt: Date
  readonly serverMetadata: Json
  readonly selectedTeam: ServerTeam | null
  update(options: ServerUserUpdateOptions): Promise<void>
  setPrimaryEmail(email: string | null, options?: { verified?: boolean }): Promise<void>
  setServerMetadata(metadata: Json): Promise<void>
  setClientReadOnlyMetadata(metadata: Json): Promise<void>
  createSession(options?: { expiresInMillis?: number; isImpersonation?: boolean }): Promise<Session>
  /** Not supported for server users: always rejects. */
  sendVerificationEmail(): Promise<never>
  /** Server users have no session, so `or: 'redirect'` throws. */
  getConnectedAccount: GetConnectedAccount
  listContactChannels(): Promise<ServerContactChannel[]>
  createContactChannel(options: ServerContactChannelCreateOptions): Promise<ServerContactChannel>
  listOAuthProviders(): Promise<ServerOAuthProvider[]>
  getOAuthProvider(id: string): Promise<ServerOAuthProvider | null>
  listTeams(): Promise<ServerTeam[]>
  getTeam(id: string): Promise<ServerTeam | null>
  createTeam(options: TeamCreateOptions): Promise<ServerTeam>
  getItem: ServerCustomer['getItem']
  createCheckoutUrl: ServerCustomer['createCheckoutUrl']
  readonly [appInternalsSymbol]: UserStores<ServerTeam, ServerContactChannel, ServerOAuthProvider>
}

export interface CurrentServerUser extends ServerUser, Auth {
  updatePassword: CurrentUser['updatePassword']
}

/** Users of the internal project own projects. */
export interface CurrentInternalUser extends CurrentUser, ProjectOwner {}
export interface CurrentInternalServerUser extends CurrentServerUser, ProjectOwner {}

type CurrentUserOf<ProjectId extends string> = ProjectId extends 'internal' ? CurrentInternalUser : CurrentUser
type CurrentServerUserOf<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalServerUser
  : CurrentServerUser

export interface UserUpdateOptions {
  displayName?: string | null | undefined
  clientMetadata?: Json | undefined
  selectedTeamId?: string | null | undefined
  totpMultiFactorSecret?: Uint8Array | null | undefined
  profileImageUrl?: string | null | undefined
  otpAuthEnabled?: boolean | undefined
  passkeyAuthEnabled?: boolean | undefined
}

export interface ServerUserUpdateOptions extends UserUpdateOptions {
  primaryEmail?: string | null | undefined
  primaryEmailVerified?: boolean | undefined
  primaryEmailAuthEnabled?: boolean | undefined
  password?: string | null | undefined
  clientReadOnlyMetadata?: Json | undefined
  serverMetadata?: Json | undefined
}

export interface ServerUserCreateOptions {
  primaryEmail?: string | null | undefined
  primaryEmailAuthEnabled?: boolean | undefined
  primaryEmailVerified?: boolean | undefined
  password?: string | undefined
  otpAuthEnabled?: boolean | undefined
  displayName?: string | null | undefined
  clientMetadata?: Json | undefined
  clientReadOnlyMetadata?: Json | undefined
  serverMetadata?: Json | undefined
}

export interface ServerListUsersOptions {
  cursor?: string | undefined
  limit?: number | undefined
  orderBy?: 'signedUpAt' | undefined
  desc?: boolean | undefined
  query?: string | undefined
  includeAnonymous?: boolean | undefined
}

/** Read from the access token alone, so it is as old as the token. */
export interface TokenPartialUser {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly isAnonymous: boolean
}

export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly isImpersonation: boolean
  readonly isCurrentSession: boolean
  readonly geoInfo: GeoInfo | undefined
}

export interface GeoInfo {
  readonly ip: string
  readonly countryCode?: string | null | undefined
  readonly regionCode?: string | null | undefined
  readonly cityName?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly tzIdentifier?: string | null | undefined
}

// -------------------------------------------------------------------------------------------- project

export interface Project {
  readonly id: string
  readonly displayName: string
  readonly config: ProjectConfig
}

export interface ProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  readonly oauthProviders: readonly OAuthProviderConfig[]
}

export interface OAuthProviderConfig {
  readonly id: string
}

// ------------------------------------------------------------------------------------- wire and internals

export interface TeamJson {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
}

/** A user as a client may see it on the wire; handed from a server to a browser by `toClientJson`. */
export interface CurrentUserJson {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  display_name: string | null
  profile_image_url: string | null
  signed_up_at_millis: number
  has_password: boolean
  otp_auth_enabled: boolean
  passkey_auth_enabled: boolean
  auth_with_email: boolean
  requires_totp_mfa: boolean
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  selected_team_id: string | null
  selected_team: TeamJson | null
  client_metadata: Json
  client_read_only_metadata: Json
}

export interface ClientAppJson {
  baseUrl: string | { browser: string; server: string } | undefined
  projectId: string
  publishableClientKey: string
  tokenStore: 'cookie' | 'nextjs-cookie' | 'memory' | null
  urls: Partial<HandlerUrls>
  oauthScopesOnSignIn: OAuthScopesOnSignIn
  uniqueIdentifier: string
  redirectMethod: 'window' | 'none' | undefined
  extraRequestHeaders: Record<string, string>
}

export type AccessType = 'client' | 'server' | 'admin'

/** For the packages built on this one, behind `appInternalsSymbol`; not for apps. */
export interface AppInternals<User extends CurrentUser = CurrentUser> {
  readonly redirectMethod: RedirectMethod
  /**
   * The user of the app's token store. Subscribers also hear of sign-in, sign-out and other tabs.
   * Anonymous users are included: a reader that was not asked for them treats `isAnonymous` as signed out.
   */
  readonly currentUser: CacheStore<User | null>
  /** The same for a token store given per call; equal tokens give the same object on every call. */
  currentUserOf(tokenStore: TokenStoreInit | undefined): CacheStore<User | null>
  readonly project: CacheStore<Project>
  item(reference: ItemReference): CacheStore<Item>
  /** Who the access token of a store says is signed in, without asking the server. Anonymous users are included. */
  partialUserOf(tokenStore?: TokenStoreInit): SyncStore<TokenPartialUser | null>
  toClientJson(): ClientAppJson
  /** Seeds the current-user cache, so that the first render in a browser needs no request. */
  setCurrentUser(user: CurrentUserJson | null | Promise<CurrentUserJson | null>): void
  sendRequest(path: string, init: RequestInit, type?: AccessType): Promise<Response>
  /** Adds members, such as hooks, to every object that this app makes from now on. */
  extendObjects(extensions: ObjectExtensions): void
}

/** Each is given the object as it is without the additions, and answers with these. */
export interface ObjectExtensions {
  user?(this: void, user: ExtensibleUser): object
  team?(this: void, team: ExtensibleTeam): object
  connection?(this: void, connection: OAuthConnection): object
  project?(this: void, project: AdminProject): object
  dataVaultStore?(this: void, store: DataVaultStore): object
  /** For the apps of projects that a user owns: the code comes when somebody asks for these. */
  loadAdminApp?(this: void): Promise<(app: AdminApp<false>) => object>
}

export type ExtensibleUser = Pick<User, typeof appInternalsSymbol | 'id' | 'getConnectedAccount'>
export type ExtensibleTeam = Pick<Team, typeof appInternalsSymbol | 'id'>

export interface ServerAppInternals extends AppInternals<CurrentServerUser> {
  user(id: string): CacheStore<ServerUser | null>
  userOfApiKey(apiKey: string): CacheStore<ServerUser | null>
  users(options?: ServerListUsersOptions): CacheStore<ServerUser[] & { nextCursor: string | null }>
  team(id: string): CacheStore<ServerTeam | null>
  teamOfApiKey(apiKey: string): CacheStore<ServerTeam | null>
  readonly teams: CacheStore<ServerTeam[]>
  /** The same object for the same id. */
  dataVaultStore(id: string): DataVaultStore
}
