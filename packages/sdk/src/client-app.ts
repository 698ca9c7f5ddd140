import { AppCore, type AppKind } from './app-core.ts'
import { getBaseUrl } from './environment.ts'
import { AssertionError } from './errors.ts'
import { type ErrorCode, hasCode } from './known-errors.ts'
import { ok } from './result.ts'
import type { Session } from './session.ts'
import { createNonce } from './transport.ts'
import {
  type AppInternals,
  appInternalsSymbol,
  type ClientAppConstructorOptions,
  type ClientAppJson,
  type CurrentUser,
  type GetCurrentUserOptions,
  type GetPartialUserOptions,
  type HandlerUrls,
  type Project,
  type SignOutOptions,
  type TokenPartialUser,
  type TokenStoreInit,
} from './types.ts'
import { createCurrentUser, resultOf } from './users.ts'

interface SignedIn {
  access_token: string
  refresh_token: string
  is_new_user?: boolean
}

const clientKind: AppKind = { access: 'client', createCurrentUser }

/** Apps that were handed to a browser or came from a server, so that each is revived once. */
const appsByIdentifier = new Map<string, { app: ClientAppBase; json: string | undefined }>()

export class ClientAppBase {
  readonly projectId: string
  readonly urls: Readonly<HandlerUrls>
  protected readonly core: AppCore
  #identifier: string | undefined
  #anonymous: Promise<SignedIn> | undefined

  constructor(options: ClientAppConstructorOptions, kind = clientKind, secretServerKey?: string) {
    const { uniqueIdentifier } = options
    if (uniqueIdentifier && appsByIdentifier.has(uniqueIdentifier)) {
      throw new AssertionError('Two apps cannot have the same `uniqueIdentifier`.', uniqueIdentifier)
    }
    this.core = new AppCore(options, kind, secretServerKey)
    this.projectId = this.core.projectId
    this.urls = this.core.redirects.urls
    Object.assign(this, this.core.redirects.createMethods())
    Object.defineProperty(this, 'core', { enumerable: false })
    if (uniqueIdentifier) this.#register(uniqueIdentifier)
  }

  async getUser(options: GetCurrentUserOptions = {}): Promise<CurrentUser | null> {
    const { or, tokenStore } = options
    const session = await this.core.findSession(tokenStore)
    const user = session.isInvalid ? null : await this.core.users.of(session).load()
    if (user && (!user.isAnonymous || or?.startsWith('anonymous'))) return user
    if (or === 'anonymous') return this.#signUpAnonymously(tokenStore)
    if (or === 'throw') throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
    if (or !== 'redirect') return null
    const { redirects } = this.core
    return redirects.leave(redirects.to('signIn', { replace: true }), 'Nobody is signed in.')
  }

  /** Calls that come meanwhile share the one new user. */
  async #signUpAnonymously(tokenStore?: TokenStoreInit): Promise<CurrentUser> {
    const { core } = this
    this.#anonymous ??= core.call('POST /auth/anonymous/sign-up').finally(() => {
      this.#anonymous = undefined
    })
    const store = await core.tokenStores.find(tokenStore)
    core.startSession(store, await this.#anonymous)
    const user = await core.users.of(core.sessionOf(store)).load()
    if (!user) throw new Error('Something went wrong while signing up anonymously')
    return user
  }

  async getPartialUser({ or, tokenStore }: GetPartialUserOptions): Promise<TokenPartialUser | null> {
    const claims = (await this.core.findSession(tokenStore)).findAccessToken()?.claims
    if (!claims || (claims.is_anonymous && or !== 'anonymous')) return null
    return {
      id: claims.sub,
      displayName: claims.name,
      primaryEmail: claims.email,
      primaryEmailVerified: claims.email_verified,
      isAnonymous: claims.is_anonymous,
    }
  }

  getProject(): Promise<Project> {
    return this.core.project.load()
  }

  async signInWithCredential(options: { email: string; password: string; noRedirect?: boolean }) {
    const { email, password, noRedirect } = options
    const body = { email, password }
    return this.#signIn(
      ['EMAIL_PASSWORD_MISMATCH', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/password/sign-in', { session, body }),
      noRedirect,
    )
  }

  async sendMagicLinkEmail(email: string, { callbackUrl }: { callbackUrl?: string } = {}) {
    const { core } = this
    const callback_url = core.redirects.getCallbackUrl('magicLinkCallback', callbackUrl, 'callbackUrl')
    const body = { email, callback_url }
    return resultOf(['REDIRECT_URL_NOT_WHITELISTED'], core.call('POST /auth/otp/send-sign-in-code', { body }))
  }

  async signInWithMagicLink(code: string, { noRedirect }: { noRedirect?: boolean } = {}) {
    return this.#signIn(
      ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/otp/sign-in', { session, body: { code } }),
      noRedirect,
    )
  }

  async signInWithMfa(totp: string, attemptCode: string, { noRedirect }: { noRedirect?: boolean } = {}) {
    const body = { type: 'totp' as const, totp, code: attemptCode }
    return this.#signIn(
      ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/mfa/sign-in', { session, body }),
      noRedirect,
    )
  }

  async sendForgotPasswordEmail(email: string, { callbackUrl }: { callbackUrl?: string } = {}) {
    const { core } = this
    const callback_url = core.redirects.getCallbackUrl('passwordReset', callbackUrl, 'callbackUrl')
    return this.#done(
      'USER_NOT_FOUND',
      core.call('POST /auth/password/send-reset-code', { body: { email, callback_url } }),
    )
  }

  async verifyPasswordResetCode(code: string) {
    return this.#done('VERIFICATION_ERROR', this.core.call('POST /auth/password/reset/check-code', { body: { code } }))
  }

  async resetPassword(body: { code: string; password: string }) {
    return this.#done('VERIFICATION_ERROR', this.core.call('POST /auth/password/reset', { body }))
  }

  async signUpWithCredential(options: {
    email: string
    password: string
    noRedirect?: boolean
    verificationCallbackUrl?: string
  }) {
    const { email, password, noRedirect, verificationCallbackUrl: given } = options
    const { core } = this
    const verification_callback_url = core.redirects.getCallbackUrl(
      'emailVerification',
      given,
      'verificationCallbackUrl',
    )
    const body = { email, password, verification_callback_url }
    return this.#signIn(
      ['USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_REQUIREMENTS_NOT_MET'],
      // An anonymous user who signs up keeps the account, so the server must see who asks.
      async (session) => ({
        ...(await core.call('POST /auth/password/sign-up', { session, body })),
        is_new_user: true,
      }),
      noRedirect,
    )
  }

  async verifyEmail(code: string) {
    const { core } = this
    const result = await resultOf(
      ['VERIFICATION_ERROR'],
      core.call('POST /contact-channels/verify', { body: { code } }),
    )
    if (result.status === 'error') return result
    const session = core.options.tokenStore ? await core.findSession() : undefined
    if (session && !session.isInvalid) await core.users.of(session).load()
    return ok(undefined)
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await this.core.signOut(await this.core.findSession(), options)
  }

  async #done<Code extends ErrorCode>(code: Code, work: Promise<unknown>) {
    const result = await resultOf([code], work)
    return result.status === 'error' ? result : ok(undefined)
  }

  /** Every sign-in: the session of whoever asks goes along, the new one is kept, and then one goes on to the app. */
  async #signIn<Code extends ErrorCode>(
    codes: Code[],
    ask: (session: Session) => Promise<SignedIn>,
    noRedirect = false,
  ) {
    const { core } = this
    const store = await core.tokenStores.find()
    const result = await resultOf(codes, this.#orSecondFactor(ask(core.sessionOf(store))))
    if (result.status === 'error') return result
    core.startSession(store, result.data)
    const page = result.data.is_new_user ? 'afterSignUp' : 'afterSignIn'
    if (!noRedirect) await core.redirects.to(page, { replace: true })
    return ok(undefined)
  }

  /** Hands over to the page for the second factor where one is asked for. */
  async #orSecondFactor<T>(signIn: Promise<T>): Promise<T> {
    try {
      return await signIn
    } catch (error) {
      if (!hasCode(error, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')) throw error
      globalThis.sessionStorage?.setItem('stack_mfa_attempt_code', error.details.attempt_code)
      const { redirects } = this.core
      return redirects.leave(redirects.to('mfa'), 'The sign-in needs a second factor.', error)
    }
  }

  #register(identifier: string, json?: string): void {
    this.#identifier = identifier
    appsByIdentifier.set(identifier, { app: this, json })
  }

  #toClientJson(): ClientAppJson {
    const { options, projectId, publishableClientKey, extraRequestHeaders } = this.core
    const { redirectMethod, tokenStore } = options
    if (typeof redirectMethod === 'object')
      throw new Error('An app with a `redirectMethod` object cannot be serialised.')
    if (tokenStore && typeof tokenStore === 'object')
      throw new Error('An app with tokens of its own cannot be serialised.')
    const isNew = !this.#identifier
    const json: ClientAppJson = {
      baseUrl: options.baseUrl ?? getBaseUrl(undefined, true),
      projectId,
      publishableClientKey,
      tokenStore,
      urls: options.urls ?? {},
      oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {},
      uniqueIdentifier: this.#identifier ?? createNonce(),
      redirectMethod,
      extraRequestHeaders,
    }
    if (isNew) this.#register(json.uniqueIdentifier, JSON.stringify(json))
    return json
  }

  get [appInternalsSymbol](): AppInternals {
    const { core } = this
    return {
      redirectMethod: core.redirects.method,
      get currentUser() {
        return core.users.storeOf()
      },
      currentUserOf: (tokenStore) => core.users.storeOf(tokenStore),
      project: core.project,
      toClientJson: () => this.#toClientJson(),
      setCurrentUser: (user) => core.users.seed(core.sessionOf(core.tokenStores.of()), Promise.resolve(user)),
      sendRequest: async (path, init, access = 'client') => {
        const session = core.options.tokenStore ? await core.findSession() : undefined
        return core.transport.send(path, init, { session, access })
      },
    }
  }

  static get [appInternalsSymbol]() {
    // biome-ignore lint/complexity/noThisInStatic: a subclass revives apps of its own kind.
    const App = this
    return {
      fromClientJson(json: ClientAppJson): ClientAppBase {
        const text = JSON.stringify(json)
        const known = appsByIdentifier.get(json.uniqueIdentifier)
        if (known && known.json !== text) throw new AssertionError('An app was serialised in two different ways.', json)
        if (known) return known.app
        const app = new App(json)
        app.#register(json.uniqueIdentifier, text)
        return app
      },
    }
  }
}
