import type { CacheStore, SyncStore } from '../cache/cached-value.ts'
import type { CliLoginError, PromptCliLoginOptions } from '../cli-auth/cli-auth.ts'
import type { FoundConnection } from '../connections/sign-in.ts'
import type { EmailVerificationDetails } from '../contact-channels/verification.ts'
import type { ConvexContext } from '../convex/convex.ts'
import type { AppCore, ClientAppConstructorOptions, SignOutOptions } from '../core/app-core.ts'
import type { appInternalsSymbol } from '../core/extensions.ts'
import type { HandlerUrls, RedirectMethod, RedirectMethods } from '../core/redirects.ts'
import type { BaseUrl } from '../environment/environment.ts'
import type { Framework } from '../environment/framework.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { MfaPasskeyError } from '../mfa/passkey.ts'
import type { MfaOptions } from '../mfa/trusted-device.ts'
import type { OAuthScopesOnSignIn, SignInWithOAuthOptions } from '../oauth/oauth.ts'
import type {
  DeviceRequest,
  OAuthApproval,
  OAuthApprovalError,
  OAuthRequest,
  OAuthRequestError,
} from '../oauth-provider/requests.ts'
import type { PasskeyRegistrationError, PasskeySignInError, SignInWithPasskeyOptions } from '../passkey/passkey.ts'
import type { Item, ItemReference } from '../payments/items.ts'
import type { Project } from '../projects/projects.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { StepUpError, StepUpProof } from '../step-up/step-up.ts'
import type { AccessType, NetworkOptions } from '../transport/transport.ts'
import type {
  CurrentUser,
  CurrentUserJson,
  CurrentUserOf,
  SecondFactorRequirement,
  TokenPartialUser,
} from '../users/users.ts'
import { ClientAppBase } from './client-app-base.ts'

/**
 * For browsers and other code that the user controls. It can only access the signed-in user.
 * @example
 * const latchkey = new ClientApp({ tokenStore: 'cookie' })
 * console.log(latchkey.projectId, latchkey.urls.signIn)
 */
export const ClientApp: ClientAppConstructor = ClientAppBase

/**
 * Used by packages built on this one.
 * @internal
 */
export interface ClientAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: ClientAppConstructorOptions<Store, ProjectId>,
  ): ClientApp<HasStore<Store>, ProjectId>
  readonly [appInternalsSymbol]: { fromClientJson(json: ClientAppJson): ClientApp<boolean, string> }
}

/**
 * Used by packages built on this one.
 * @internal
 */
export type HasStore<Store> = [Store] extends [null] ? false : null extends Store ? boolean : true

export interface ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends RedirectMethods {
  /** The id of the project. */
  readonly projectId: ProjectId
  /** The URLs of the pages for sign-in, account settings and so on. */
  readonly urls: Readonly<HandlerUrls>

  /**
   * The signed-in user, or null. With `or`, a missing user redirects to sign-in, throws, or becomes an anonymous user.
   * @example const user = await latchkey.getUser({ or: 'redirect' })
   */
  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentUserOf<ProjectId> | null>
  /**
   * The user in the access token, which identifies the user without a request. On servers the token is verified with
   * the project's keys. The result is null for a token that the project has not issued; the call fails if it needs the
   * keys or a new token and the server cannot be reached. With `or`, a missing user redirects to sign-in or throws.
   * With `from: 'convex'`, the user who calls a Convex function.
   * @example const user = await latchkey.getPartialUser({ from: 'token', tokenStore: request })
   */
  getPartialUser(options: GetConvexPartialUserOptions): Promise<TokenPartialUser | null>
  getPartialUser(options: GetRequiredPartialUserOptions<HasTokenStore>): Promise<TokenPartialUser>
  getPartialUser(options: GetPartialUserOptions<HasTokenStore>): Promise<TokenPartialUser | null>
  /**
   * The public data of the project, such as its name and its sign-in methods.
   * @example const { displayName, config } = await latchkey.getProject()
   */
  getProject(): Promise<Project>
  /**
   * An item of a customer. Does not require a signed-in user.
   * @example const { quantity } = await latchkey.getItem({ itemId: 'credits', userId: user.id })
   */
  getItem(reference: ItemReference): Promise<Item>

  /**
   * Signs in with email and password, and then goes to the page for signed-in users.
   * @example const result = await latchkey.signInWithCredential({ email, password })
   */
  signInWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
  }): Promise<Result<undefined, KnownErrorOf<'EMAIL_PASSWORD_MISMATCH' | 'INVALID_TOTP_CODE'>>>
  /**
   * Creates an account with email and password, signs in, and emails a verification link.
   * @example const result = await latchkey.signUpWithCredential({ email, password })
   */
  signUpWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
    /** The target of the link in the verification email. Required outside a browser. */
    verificationCallbackUrl?: string
  }): Promise<Result<undefined, KnownErrorOf<'USER_EMAIL_ALREADY_EXISTS' | 'PASSWORD_REQUIREMENTS_NOT_MET'>>>
  /**
   * Emails a link and a code. To sign in with the code, pass the typed code in upper case, followed by the nonce.
   * @example const result = await latchkey.sendMagicLinkEmail('ada@example.com')
   */
  sendMagicLinkEmail(
    email: string,
    options?: {
      callbackUrl?: string
      /**
       * Also send the email if an account has this address but never verified it. Using the code takes over that
       * account and removes its earlier credentials, addresses, keys and sessions.
       */
      claimUnverified?: boolean
    },
  ): Promise<Result<{ nonce: string }, KnownErrorOf<'REDIRECT_URL_NOT_WHITELISTED' | 'USER_EMAIL_ALREADY_EXISTS'>>>
  /**
   * Signs in with the code of a magic link, or with the nonce and the six characters of the email.
   * @example const result = await latchkey.signInWithMagicLink(code)
   */
  signInWithMagicLink(code: string, options?: { noRedirect?: boolean }): Promise<Result<undefined, SignInCodeError>>
  /**
   * Lets a project owner impersonate a user: signs in with the code in the fragment of a link from the dashboard. The
   * React components do this on the handler's page `impersonation`.
   * @example
   * const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
   * const result = await latchkey.signInWithImpersonationCode(code)
   */
  signInWithImpersonationCode(
    code: string,
    options?: { noRedirect?: boolean },
  ): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Completes a sign-in that requires a second factor.
   * @example const result = await latchkey.signInWithMfa('123456', attemptCode)
   * @example const result = await latchkey.signInWithMfa('123456', attemptCode, { trustDevice: true })
   */
  signInWithMfa(totp: string, attemptCode: string, options?: MfaOptions): Promise<Result<undefined, SignInCodeError>>
  /**
   * Completes a sign-in that requires a second factor with a passkey. Works in browsers only; call it from a click handler.
   * @example const result = await latchkey.signInWithMfaPasskey(attemptCode)
   */
  signInWithMfaPasskey(attemptCode: string, options?: MfaOptions): Promise<Result<undefined, MfaPasskeyError>>
  /**
   * Completes a sign-in that requires a second factor with one of the user's recovery codes, which is used up. Spaces,
   * hyphens and case do not matter.
   * @example const result = await latchkey.signInWithRecoveryCode('7KQ2-X9FM-04TB-CEHW', attemptCode)
   */
  signInWithRecoveryCode(
    recoveryCode: string,
    attemptCode: string,
    options?: { noRedirect?: boolean },
  ): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR' | 'INVALID_RECOVERY_CODE'>>>
  /**
   * Emails a link to choose a new password.
   * @example await latchkey.sendForgotPasswordEmail('ada@example.com')
   */
  sendForgotPasswordEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<undefined, KnownErrorOf<'USER_NOT_FOUND'>>>
  /**
   * Checks the code of a link without using it.
   * @example const { status } = await latchkey.verifyPasswordResetCode(code)
   */
  verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Sets a new password with the code of a link.
   * @example await latchkey.resetPassword({ code, password })
   */
  resetPassword(options: {
    code: string
    password: string
  }): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Redirects to the provider. Works in browsers only; the promise never settles once the page is left.
   * @example await latchkey.signInWithOAuth('github')
   */
  signInWithOAuth(provider: string, options?: SignInWithOAuthOptions): Promise<never>
  /**
   * The connection for an email address, if a company has proven its domain. Says nothing about accounts.
   * @example const connection = await latchkey.findConnection({ email: 'ada@acme.example' })
   */
  findConnection(options: { email: string }): Promise<FoundConnection | null>
  /**
   * Redirects to the identity provider of a company. Works in browsers only; the promise never settles once the page is
   * left.
   * @example await latchkey.signInWithConnection(connection.id)
   */
  signInWithConnection(connectionId: string, options?: SignInWithOAuthOptions): Promise<never>
  /**
   * Completes a sign-in on the page that the provider redirects to. Returns false if there is nothing to complete, for
   * instance because an earlier call has done it.
   * @example const isSignedIn = await latchkey.callOAuthCallback()
   */
  callOAuthCallback(): Promise<boolean>
  /**
   * Signs in with a passkey. Works in browsers only.
   * @example const result = await latchkey.signInWithPasskey()
   */
  signInWithPasskey(options?: SignInWithPasskeyOptions): Promise<Result<undefined, PasskeySignInError>>
  /**
   * Signs in a command-line tool: shows a link and waits for the user to confirm there. Returns a refresh token.
   * @example const result = await latchkey.promptCliLogin({ appUrl: 'https://app.example.com' })
   */
  promptCliLogin(options: PromptCliLoginOptions): Promise<Result<string, CliLoginError>>
  /**
   * What another app asks for, on the page that the server sends the browser to. Works before the user has signed in. An
   * error if the request has expired or was answered before.
   * @example
   * const id = new URLSearchParams(location.search).get('interaction') ?? ''
   * const result = await latchkey.getOAuthRequest(id)
   */
  getOAuthRequest(id: string): Promise<Result<OAuthRequest, OAuthRequestError>>
  /**
   * Approves it as the signed-in user. Send the browser to the URL, which works once, for a minute.
   * @example
   * const result = await latchkey.approveOAuthRequest(id, { user, scopes: ['openid', 'profile'] })
   * if (result.status === 'ok') location.assign(result.data.redirectUrl)
   */
  approveOAuthRequest(
    id: string,
    approval?: OAuthApproval,
  ): Promise<Result<{ redirectUrl: string }, OAuthApprovalError>>
  /**
   * Refuses it. Send the browser to the URL, so that the other app learns of it.
   * @example
   * const result = await latchkey.denyOAuthRequest(id)
   * if (result.status === 'ok') location.assign(result.data.redirectUrl)
   */
  denyOAuthRequest(id: string): Promise<Result<{ redirectUrl: string }, OAuthRequestError>>
  /**
   * What a device asks for that shows this code. Requires a signed-in user. Spaces, hyphens and case do not matter.
   * @example const result = await latchkey.findDeviceRequest('WDJB-MJHT')
   */
  findDeviceRequest(userCode: string): Promise<Result<DeviceRequest, OAuthRequestError>>
  /**
   * Approves or refuses it. Approving needs a recent proof of the user's identity.
   * @example await latchkey.answerDeviceRequest('WDJB-MJHT', { isApproved: true, scopes: ['openid'] })
   */
  answerDeviceRequest(
    userCode: string,
    answer: OAuthApproval & { isApproved: boolean },
  ): Promise<Result<undefined, OAuthApprovalError>>
  /**
   * Ends the session and goes to the page after sign-out.
   * @example await latchkey.signOut({ redirectUrl: '/' })
   */
  signOut(options?: SignOutOptions): Promise<void>
  /**
   * What requires a second factor of a user who has not set one up, who can do nothing else before. Null if the user is
   * not asked for one.
   * @example
   * const requirement = await latchkey.getSecondFactorRequirement()
   * if (requirement) console.log(`${requirement.displayName} requires a second factor.`)
   */
  getSecondFactorRequirement(): Promise<SecondFactorRequirement | null>
  /**
   * Sets up the authenticator app of a user who needs a second factor. Check a code of the app first: a secret that is
   * missing there locks the user out. False if the user does not need one anymore, for example because it was set up in
   * another tab: what is there is not replaced.
   * @example const isSetUp = await latchkey.setUpSecondFactor(crypto.getRandomValues(new Uint8Array(20)))
   */
  setUpSecondFactor(secret: Uint8Array): Promise<boolean>
  /**
   * The same with a passkey, which is added to the account unless the device has one already. Works in browsers only;
   * call it from a click handler.
   * @example const result = await latchkey.setUpPasskeySecondFactor()
   */
  setUpPasskeySecondFactor(options?: { hostname?: string }): Promise<Result<boolean, PasskeyRegistrationError>>
  /**
   * Proves the user's identity again, which allows sensitive changes to the account for ten minutes.
   * @example const result = await latchkey.stepUp({ type: 'password', password })
   */
  stepUp(proof: StepUpProof): Promise<Result<undefined, StepUpError>>
  /**
   * Emails a code for `stepUp`. Pass the typed code, followed by the nonce.
   * @example const { nonce } = await latchkey.sendStepUpCode()
   */
  sendStepUpCode(): Promise<{ nonce: string }>
  /**
   * Sends a request to your own server. If `requireFresh` refuses it there, asks the user for a proof and calls `send`
   * again. Throws STEP_UP_REQUIRED if they do not give one.
   * @example
   * const response = await latchkey.withStepUp(async () =>
   *   fetch('/api/transfer', { method: 'POST', headers: await user.getAuthHeaders() }),
   * )
   */
  withStepUp(send: () => Promise<Response>): Promise<Response>
  /**
   * Verifies an address with the code of a verification email. Without a signed-in user, the password of the account is
   * required as proof that the account belongs to the owner of the address.
   * @example const { status } = await latchkey.verifyEmail(code, { password })
   */
  verifyEmail(
    code: string,
    options?: { password?: string | undefined },
  ): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR' | 'PASSWORD_CONFIRMATION_MISMATCH'>>>
  /**
   * The account and the address of a verification code. Does not consume the code.
   * @example const result = await latchkey.getEmailVerificationDetails(code)
   */
  getEmailVerificationDetails(
    code: string,
  ): Promise<Result<EmailVerificationDetails, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Removes the address from the account, for recipients of a verification email who did not sign up.
   * @example await latchkey.rejectEmailVerification(code)
   */
  rejectEmailVerification(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Checks the code of an invitation without using it. Does not require a signed-in user.
   * @example const { status } = await latchkey.verifyTeamInvitationCode(code)
   */
  verifyTeamInvitationCode(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * The team of an invitation code. Requires a signed-in user.
   * @example const result = await latchkey.getTeamInvitationDetails(code)
   */
  getTeamInvitationDetails(
    code: string,
  ): Promise<Result<{ teamDisplayName: string }, KnownErrorOf<'VERIFICATION_ERROR'>>>
  /**
   * Adds the signed-in user to the team, even if the invitation was sent to another address.
   * @example await latchkey.acceptTeamInvitation(code)
   */
  acceptTeamInvitation(code: string): Promise<Result<undefined, KnownErrorOf<'VERIFICATION_ERROR'>>>

  /**
   * A token callback for a Convex client with a persistent connection.
   *
   * @example
   * const convex = new ConvexReactClient(url)
   * convex.setAuth(app.getConvexClientAuth())
   */
  getConvexClientAuth(
    ...options: OptionsFor<HasTokenStore, TokenStoreOption<HasTokenStore>>
  ): (args: { forceRefreshToken: boolean }) => Promise<string | null>
  /**
   * The token for a Convex HTTP client. Rejects if nobody is signed in.
   *
   * @example
   * const convex = new ConvexHttpClient(url)
   * convex.setAuth(await app.getConvexHttpClientAuth({ tokenStore: request }))
   */
  getConvexHttpClientAuth(...options: OptionsFor<HasTokenStore, TokenStoreOption<HasTokenStore>>): Promise<string>

  readonly [appInternalsSymbol]: AppInternals
}

type SignInCodeError = KnownErrorOf<'VERIFICATION_ERROR' | 'INVALID_TOTP_CODE'>

/**
 * For apps without a token store, the options with one are required.
 * @internal
 */
export type OptionsFor<HasTokenStore extends boolean, Options> = HasTokenStore extends false
  ? [options: Options]
  : [options?: Options]

type TokenStoreOption<HasTokenStore extends boolean> = HasTokenStore extends false
  ? {
      /** Where to read the user's tokens, for instance the incoming request. */
      tokenStore: Exclude<TokenStoreInit, null>
    }
  : {
      /** Where to read the user's tokens. Defaults to the token store of the app. */
      tokenStore?: TokenStoreInit | undefined
    }

/**
 * Where to find the signed-in user, and what to do if there is none.
 * @example const user = await latchkey.getUser({ or: 'throw', tokenStore: request, freshWithinSeconds: 300 })
 */
export type GetCurrentUserOptions<HasTokenStore extends boolean = boolean> = {
  /** With `anonymous`, an anonymous user is created if nobody is signed in. */
  or?: 'redirect' | 'throw' | 'return-null' | 'anonymous' | 'anonymous-if-exists[deprecated]' | undefined
  /**
   * The user must have authenticated within so many seconds, at least 30; signing in counts. Otherwise they are asked for
   * a proof, as by `stepUp`. Without one, and on servers, fails with STEP_UP_REQUIRED.
   */
  freshWithinSeconds?: number | undefined
} & TokenStoreOption<HasTokenStore>

/**
 * @deprecated Use `GetCurrentUserOptions`.
 * @example const options: GetUserOptions = { or: 'redirect' }
 */
export type GetUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>

/**
 * Reads the user from the access token, without a request while the token is valid.
 * @example const user = await latchkey.getPartialUser({ from: 'token', or: 'return-null' })
 */
export type GetPartialUserOptions<HasTokenStore extends boolean = boolean> = {
  /** Reads the user from the access token. */
  from: 'token'
  /** What to do if nobody is signed in. Anonymous users count as signed out unless this is `anonymous`. */
  or?: 'return-null' | 'anonymous' | undefined
} & TokenStoreOption<HasTokenStore>

/**
 * The same for pages that require a user.
 * @example const user = await latchkey.getPartialUser({ from: 'token', or: 'redirect' })
 */
export type GetRequiredPartialUserOptions<HasTokenStore extends boolean = boolean> = {
  /** Reads the user from the access token. */
  from: 'token'
  /** What to do if nobody is signed in. Anonymous users count as signed out. */
  or: 'redirect' | 'throw'
} & TokenStoreOption<HasTokenStore>

/**
 * Reads the user from the identity that Convex has verified.
 * @example const user = await latchkey.getPartialUser({ from: 'convex', ctx, or: 'return-null' })
 */
export interface GetConvexPartialUserOptions {
  /** Reads the user from Convex. */
  from: 'convex'
  /** The first parameter of a query, mutation or action. */
  ctx: ConvexContext
  /** What to do if nobody is signed in. Anonymous users count as signed out unless this is `anonymous`. */
  or?: 'return-null' | 'anonymous' | undefined
}

/**
 * Used by packages built on this one.
 * @internal
 */
export interface ClientAppJson {
  baseUrl: BaseUrl | undefined
  projectId: string
  publishableClientKey: string
  tokenStore: 'cookie' | 'nextjs-cookie' | 'memory' | null
  urls: Partial<HandlerUrls>
  oauthScopesOnSignIn: OAuthScopesOnSignIn
  uniqueIdentifier: string
  redirectMethod: 'window' | 'none' | 'nextjs' | undefined
  extraRequestHeaders: Record<string, string>
  network?: NetworkOptions | undefined
  noAutomaticPrefetch?: boolean | undefined
  cookieDomain?: string | undefined
  bindSessions?: boolean | undefined
  httpOnlySessions?: boolean | undefined
}

/**
 * Used by packages built on this one, through `appInternalsSymbol`. Not for apps.
 * @internal
 */
export interface AppInternals<User extends CurrentUser = CurrentUser> {
  /** The state of the app. Its `extensions` add members, such as hooks, to every object that the app creates. */
  readonly core: AppCore
  readonly redirectMethod: RedirectMethod
  /** Whether to prefetch the user. */
  readonly isPrefetching: boolean
  readonly framework: Framework
  /**
   * The user of the app's token store. Subscribers are also notified of sign-in, sign-out and changes in other tabs.
   * Includes anonymous users; readers that do not want them treat `isAnonymous` as signed out.
   */
  readonly currentUser: CacheStore<User | null>
  /** The same for a token store given per call; equal tokens give the same object on every call. */
  currentUserOf(tokenStore: TokenStoreInit | undefined): CacheStore<User | null>
  readonly project: CacheStore<Project>
  item(reference: ItemReference): CacheStore<Item>
  /** The user in the access token of a store, without a request. Anonymous users are included. */
  partialUserOf(tokenStore?: TokenStoreInit): SyncStore<TokenPartialUser | null>
  /**
   * Seeds the cache of the current user, so that the first render in a browser needs no request. Undefined leaves the
   * request to the browser.
   */
  setCurrentUser(user: CurrentUserJson | null | undefined | Promise<CurrentUserJson | null | undefined>): void
  sendRequest(path: string, init: RequestInit, type?: AccessType): Promise<Response>
}
