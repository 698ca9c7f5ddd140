import { AppCore, type AppKind, proofs } from '../core/app-core.ts'
import { findPartialUser } from '../core/current-users.ts'
import { onDemand } from '../core/on-demand.ts'
import { signIn } from '../core/sign-in.ts'
import { getBaseUrl } from '../environment/environment.ts'
import { AssertionError } from '../errors/errors.ts'
import { takeOAuthCallback } from '../oauth/callback.ts'
import { initiatePasskeySignIn, withPasskeys } from '../passkey/loading.ts'
import { itemPathOf, itemStoreOf } from '../payments/item-stores.ts'
import type { Item, ItemReference } from '../payments/payment-types.ts'
import { type Credentials, createNonce } from '../transport/transport.ts'
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
  type SignInWithPasskeyOptions,
  type SignOutOptions,
  type TokenPartialUser,
} from './types.ts'

const proofMethods = [
  'sendMagicLinkEmail',
  'sendForgotPasswordEmail',
  'verifyPasswordResetCode',
  'resetPassword',
  'verifyEmail',
  'stepUp',
  'sendStepUpCode',
  'verifyTeamInvitationCode',
  'getTeamInvitationDetails',
  'acceptTeamInvitation',
  'getEmailVerificationDetails',
  'rejectEmailVerification',
] as const

const clientKind: AppKind = { access: 'client', loadUsers: () => import('../users/users.ts') }

/** Apps that were handed to a browser or came from a server, so that each is revived once. */
const appsByIdentifier = new Map<string, { app: ClientAppBase; json: string | undefined }>()

export class ClientAppBase {
  readonly projectId: string
  readonly urls: Readonly<HandlerUrls>
  protected readonly core: AppCore
  #identifier: string | undefined

  constructor(options: ClientAppConstructorOptions, kind = clientKind, credentials?: Credentials) {
    const { uniqueIdentifier } = options
    if (uniqueIdentifier && appsByIdentifier.has(uniqueIdentifier)) {
      throw new AssertionError('Two apps cannot have the same `uniqueIdentifier`.', uniqueIdentifier)
    }
    this.core = new AppCore(options, kind, credentials)
    this.projectId = this.core.projectId
    this.urls = this.core.redirects.urls
    Object.assign(
      this,
      this.core.redirects.createMethods(),
      onDemand(() => import('../oauth/oauth.ts'), ['signInWithOAuth'], this.core),
      onDemand(() => import('../cli-auth/cli-auth.ts'), ['promptCliLogin'], this.core),
      onDemand(proofs, proofMethods, this.core),
    )
    Object.defineProperty(this, 'core', { enumerable: false })
    if (uniqueIdentifier) this.#register(uniqueIdentifier)
  }

  async getUser(options: GetCurrentUserOptions = {}): Promise<CurrentUser | null> {
    const { or, tokenStore } = options
    const session = await this.core.findSession(tokenStore)
    const user = session.isInvalid ? null : await this.core.users.of(session).load()
    if (user && (!user.isAnonymous || or?.startsWith('anonymous'))) return user
    if (or === 'anonymous') return (await import('../anonymous/anonymous.ts')).signUpAnonymously(this.core, tokenStore)
    if (or === 'throw') throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
    if (or !== 'redirect') return null
    const { redirects } = this.core
    return redirects.leave(redirects.to('signIn', { replace: true }), 'Nobody is signed in.')
  }

  async getPartialUser({ or, tokenStore }: GetPartialUserOptions): Promise<TokenPartialUser | null> {
    const user = findPartialUser(await this.core.findSession(tokenStore))
    return user?.isAnonymous && or !== 'anonymous' ? null : user
  }

  getProject(): Promise<Project> {
    return this.core.project.load()
  }

  #itemOf(reference: ItemReference) {
    return itemStoreOf(this.core, ...itemPathOf(reference))
  }

  async getItem(reference: ItemReference): Promise<Item> {
    return this.#itemOf(reference).load()
  }

  async signInWithCredential(options: { email: string; password: string; noRedirect?: boolean }) {
    const { email, password, noRedirect } = options
    const body = { email, password }
    return signIn(
      this.core,
      ['EMAIL_PASSWORD_MISMATCH', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/password/sign-in', { session, body }),
      noRedirect,
    )
  }

  async signInWithMagicLink(code: string, { noRedirect }: { noRedirect?: boolean } = {}) {
    return signIn(
      this.core,
      ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/otp/sign-in', { session, body: { code } }),
      noRedirect,
    )
  }

  async signInWithMfa(totp: string, attemptCode: string, { noRedirect }: { noRedirect?: boolean } = {}) {
    const body = { type: 'totp' as const, totp, code: attemptCode }
    return signIn(
      this.core,
      ['VERIFICATION_ERROR', 'INVALID_TOTP_CODE'],
      (session) => this.core.call('POST /auth/mfa/sign-in', { session, body }),
      noRedirect,
    )
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
    return signIn(
      this.core,
      ['USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_REQUIREMENTS_NOT_MET'],
      // An anonymous user who signs up keeps the account, so the server must see who asks.
      async (session) => ({
        ...(await core.call('POST /auth/password/sign-up', { session, body })),
        is_new_user: true,
      }),
      noRedirect,
    )
  }

  signInWithPasskey(options: SignInWithPasskeyOptions = {}) {
    const { core } = this
    // Suggestions wait for the person, so these first see whether the browser has them at all.
    const initiated = options.autofill ? undefined : initiatePasskeySignIn(core)
    return withPasskeys(initiated, (passkeys) => passkeys.signInWithPasskey(core, initiated, options))
  }

  async callOAuthCallback(): Promise<boolean> {
    const { core } = this
    // Asked for first, because without a store the callback must not be used up.
    core.tokenStores.of()
    const callback = takeOAuthCallback(core)
    return !!callback && (await import('../oauth/oauth.ts')).finishOAuth(core, callback)
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await this.core.signOut(await this.core.findSession(), options)
  }

  #register(identifier: string, json?: string): void {
    this.#identifier = identifier
    appsByIdentifier.set(identifier, { app: this, json })
  }

  #toClientJson(): ClientAppJson {
    const { options, projectId, transport, extraRequestHeaders } = this.core
    const { redirectMethod, tokenStore } = options
    if (typeof redirectMethod === 'object' || (tokenStore && typeof tokenStore === 'object'))
      throw new Error('An app with a `redirectMethod` object or own tokens cannot be serialised.')
    const isNew = !this.#identifier
    const json: ClientAppJson = {
      baseUrl: options.baseUrl ?? getBaseUrl(undefined, true),
      projectId,
      publishableClientKey: transport.publishableClientKey,
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
      item: (reference) => this.#itemOf(reference),
      partialUserOf: (tokenStore) => core.users.partialStoreOf(tokenStore),
      toClientJson: () => this.#toClientJson(),
      setCurrentUser: (user) => core.users.seed(core.sessionOf(core.tokenStores.of()), Promise.resolve(user)),
      sendRequest: async (path, init, access = 'client') => {
        const session = core.options.tokenStore ? await core.findSession() : undefined
        return core.transport.send(path, init, { session, access })
      },
      extendObjects: (extensions) => {
        core.extensions = extensions
      },
      askForProof: (ask) => {
        core.askForProof = ask
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
        if (known?.json && known.json !== text)
          throw new AssertionError('An app was serialised in two different ways.', json)
        if (known) return known.app
        const app = new App(json)
        app.#register(json.uniqueIdentifier, text)
        return app
      },
    }
  }
}
