import type { HandlerUrls, OAuthScopesOnSignIn, RedirectMethod, RedirectMethods } from '../core/redirect-types.ts'
import type { KnownErrorOf, StepUpMethod } from '../errors/known-errors.ts'
import type { Result } from '../errors/result.ts'
import type { Item, ItemReference } from '../payments/payment-types.ts'
import type { Project } from '../projects/project-types.ts'
import type { TokenStoreInit } from '../session/token-store-types.ts'
import type { ClientAppJson } from '../transport/wire-types.ts'
import type { CurrentUserOf, TokenPartialUser } from '../users/user-types.ts'
import type { AppInternals, appInternalsSymbol } from './app-internals.ts'

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
  /**
   * Called when the server wants a recent proof of the person before it does what a call asks for. Has them prove it with
   * `stepUp`; when the promise resolves the call is sent once more, and when it rejects the call fails. Calls that come
   * meanwhile share it. The React provider asks by itself unless this is given.
   */
  onStepUpRequired?: ((request: StepUpRequest) => Promise<void>) | undefined
  /** Set by `fromClientJson` only; an identifier can be used once per process. */
  uniqueIdentifier?: string | undefined
}

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

export interface EmailVerificationDetails {
  email: string
  accountDisplayName: string | null
  accountPrimaryEmail: string | null
  projectDisplayName: string
}

type SignInCodeError = KnownErrorOf<'VERIFICATION_ERROR' | 'INVALID_TOTP_CODE'>

export interface StepUpRequest {
  /** What counts as a proof for this person. With none, they sign in again. */
  methods: StepUpMethod[]
  maxAgeSeconds: number
}

export type StepUpProof =
  | { type: 'password'; password: string }
  | { type: 'totp'; totp: string }
  | { type: 'email_code'; code: string }
  | { type: 'passkey' }

export type StepUpError = KnownErrorOf<
  | 'PASSWORD_CONFIRMATION_MISMATCH'
  | 'INVALID_TOTP_CODE'
  | 'VERIFICATION_ERROR'
  | 'PASSKEY_AUTHENTICATION_FAILED'
  | 'PASSKEY_WEBAUTHN_ERROR'
  | 'STEP_UP_REQUIRED'
>

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
