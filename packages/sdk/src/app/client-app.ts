import type { CacheStore, SyncStore } from '../cache/cached-value.ts'
import type { CliLoginError, PromptCliLoginOptions } from '../cli-auth/cli-auth.ts'
import type { EmailVerificationDetails } from '../contact-channels/verification.ts'
import type { ClientAppConstructorOptions, SignOutOptions } from '../core/app-core.ts'
import type { appInternalsSymbol, ObjectExtensions } from '../core/extensions.ts'
import type { HandlerUrls, RedirectMethod, RedirectMethods } from '../core/redirects.ts'
import type { BaseUrl } from '../environment/environment.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { OAuthScopesOnSignIn, SignInWithOAuthOptions } from '../oauth/oauth.ts'
import type { PasskeySignInError, SignInWithPasskeyOptions } from '../passkey/passkey.ts'
import type { Item, ItemReference } from '../payments/items.ts'
import type { Project } from '../projects/projects.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { StepUpError, StepUpProof } from '../step-up/step-up.ts'
import type { AccessType } from '../transport/transport.ts'
import type { CurrentUser, CurrentUserJson, CurrentUserOf, TokenPartialUser } from '../users/users.ts'
import { ClientAppBase } from './client-app-base.ts'

/** For browsers and other places that the user controls: it sees one signed-in user. */
export const ClientApp: ClientAppConstructor = ClientAppBase

export interface ClientAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ClientAppConstructorOptions<Store, ProjectId>,
  ): ClientApp<HasStore<Store>, ProjectId>
  readonly [appInternalsSymbol]: { fromClientJson(json: ClientAppJson): ClientApp<boolean, string> }
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
    options?: {
      callbackUrl?: string
      /**
       * Also where somebody signed up with the e-mail and never verified it. Whoever uses the code gets that account
       * without the credentials, addresses, keys and sessions from before.
       */
      claimUnverified?: boolean
    },
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
  /** Proves who is signed in, so that for ten minutes what could take the account over is done without asking. */
  stepUp(proof: StepUpProof): Promise<Result<undefined, StepUpError>>
  /** Mails a code for `stepUp`. What the person types, followed by the nonce, is the code. */
  sendStepUpCode(): Promise<{ nonce: string }>
  /** Uses the code of a verification mail up. Works without a signed-in user. */
  verifyEmail(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** Which account wants to use which address. Does not use the code up. */
  getEmailVerificationDetails(
    code: string,
  ): Promise<Result<EmailVerificationDetails, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /** For who reads a verification mail about an account that is not theirs: the address is removed there. */
  rejectEmailVerification(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
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

export interface ClientAppJson {
  baseUrl: BaseUrl | undefined
  projectId: string
  publishableClientKey: string
  tokenStore: 'cookie' | 'nextjs-cookie' | 'memory' | null
  urls: Partial<HandlerUrls>
  oauthScopesOnSignIn: OAuthScopesOnSignIn
  uniqueIdentifier: string
  redirectMethod: 'window' | 'none' | undefined
  extraRequestHeaders: Record<string, string>
}

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
  /** Who asks for a proof of the person from now on, unless the app does so itself. */
  askForProof(ask: ClientAppConstructorOptions['onStepUpRequired']): void
}
