import { AppCore, type ClientAppConstructorOptions, type CoreFeatures, type SignOutOptions } from '../core/app-core.ts'
import { findPartialUser } from '../core/current-users.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { bind, onDemand } from '../core/on-demand.ts'
import type { HandlerUrls } from '../core/redirects.ts'
import { isBrowser } from '../environment/environment.ts'
import { framework } from '../environment/framework.ts'
import { AssertionError } from '../errors/errors.ts'
import { takeOAuthCallback } from '../oauth/callback.ts'
import { initiatePasskeySignIn, loadPasskeys } from '../passkey/loading.ts'
import type { SignInWithPasskeyOptions } from '../passkey/passkey.ts'
import { signInWithCredential, signUpWithCredential } from '../password/sign-in.ts'
import { itemStoreOf } from '../payments/item-stores.ts'
import type { Item, ItemReference } from '../payments/items.ts'
import { createProject, type Project } from '../projects/projects.ts'
import type { TokenStoreInit } from '../session/token-store.ts'
import type { Credentials } from '../transport/transport.ts'
import type { CurrentUser, CurrentUserOf, TokenPartialUser } from '../users/users.ts'
import type {
  AppInternals,
  ClientAppJson,
  GetConvexPartialUserOptions,
  GetCurrentUserOptions,
  GetPartialUserOptions,
  GetRequiredPartialUserOptions,
  OptionsFor,
} from './client-app.ts'

export const notSignedIn = (method = 'getUser') =>
  new Error(`User is not signed in but ${method} was called with { or: 'throw' }`)

const loadAccount = () => import('./account-methods.ts')
const loadIntegrations = () => import('./integration-methods.ts')

/** The features in which a server app differs. */
export type AppKind = Pick<CoreFeatures, 'access' | 'loadUsers'>

const clientKind: AppKind = { access: 'client', loadUsers: () => import('./user-objects.ts') }

/** Apps that were serialised for a browser or revived from a server's JSON, so that each exists once. */
const appsByIdentifier = new Map<string, { app: ClientAppBase; json: string | undefined }>()

export function registerApp(app: ClientAppBase, core: AppCore, identifier: string, json?: string): void {
  core.identifier = identifier
  appsByIdentifier.set(identifier, { app, json })
}

/** The methods that the constructor assigns. */
export interface ClientAppBase extends ReturnType<typeof createMethods> {}

export class ClientAppBase<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  readonly projectId: ProjectId
  readonly urls: Readonly<HandlerUrls>
  protected readonly core: AppCore

  constructor(
    options: ClientAppConstructorOptions<TokenStoreInit, ProjectId>,
    kind = clientKind,
    credentials?: Credentials,
  ) {
    const { uniqueIdentifier } = options
    if (uniqueIdentifier && appsByIdentifier.has(uniqueIdentifier)) {
      throw new AssertionError('Two apps cannot have the same `uniqueIdentifier`.', uniqueIdentifier)
    }
    const features = {
      ...kind,
      createProject,
      loadAccount,
      loadIntegrations,
      loadPasskeys: () => import('./passkey-methods.ts'),
      loadSwitching: () => import('./account-switching.ts'),
      loadKeys: () => import('../session/session-keys.ts'),
      loadOwnedProjects: () => import('./owned-projects.ts'),
    }
    this.core = new AppCore(options, features, credentials)
    this.projectId = this.core.projectId as ProjectId
    this.urls = this.core.redirects.urls
    Object.assign(this, createMethods(this.core))
    Object.defineProperty(this, 'core', { enumerable: false })
    if (uniqueIdentifier) registerApp(this, this.core, uniqueIdentifier)
  }

  getUser(
    options: GetCurrentUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUserOf<ProjectId>>
  getUser(
    ...options: OptionsFor<HasTokenStore, GetCurrentUserOptions<HasTokenStore>>
  ): Promise<CurrentUserOf<ProjectId> | null>
  async getUser({ or, tokenStore, freshWithinSeconds }: GetCurrentUserOptions = {}): Promise<CurrentUser | null> {
    const session = await this.core.findSession(tokenStore)
    const value = this.core.users.of(session)
    const user = session.isInvalid ? null : await (session.store?.loadOnce?.(value) ?? value.load())
    if (user && (!user.isAnonymous || or?.startsWith('anonymous'))) {
      if (freshWithinSeconds) await user[appInternalsSymbol].proveWithin(freshWithinSeconds)
      return user
    }
    if (or === 'anonymous') return (await loadAccount()).signUpAnonymously(this.core, tokenStore)
    return this.#withoutUser(or)
  }

  /** Applies the option `or` when nobody is signed in. */
  async #withoutUser(or: string | undefined, method?: string): Promise<null> {
    if (or === 'throw') throw notSignedIn(method)
    if (or !== 'redirect') return null
    const { redirects } = this.core
    return redirects.leave(redirects.to('signIn', { replace: true }), 'Nobody is signed in.')
  }

  getPartialUser(options: GetRequiredPartialUserOptions<HasTokenStore>): Promise<TokenPartialUser>
  getPartialUser(
    options: GetPartialUserOptions<HasTokenStore> | GetConvexPartialUserOptions,
  ): Promise<TokenPartialUser | null>
  async getPartialUser(
    options:
      | GetPartialUserOptions<HasTokenStore>
      | GetRequiredPartialUserOptions<HasTokenStore>
      | GetConvexPartialUserOptions,
  ): Promise<TokenPartialUser | null> {
    const { or } = options
    const user = await (options.from === 'convex'
      ? (await loadIntegrations()).findConvexUser(options.ctx)
      : this.#findTokenUser(options.tokenStore))
    return user && (!user.isAnonymous || or === 'anonymous') ? user : this.#withoutUser(or, 'getPartialUser')
  }

  async #findTokenUser(tokenStore: TokenStoreInit | undefined): Promise<TokenPartialUser | null> {
    const session = await this.core.findSession(tokenStore)
    // A browser requested its token itself. Elsewhere it may come from an untrusted request.
    const isTrusted = isBrowser() && !session.store?.isOfRequest
    return isTrusted ? findPartialUser(session) : (await loadIntegrations()).findVerifiedUser(this.core, session)
  }

  getProject(): Promise<Project> {
    return this.core.project.load()
  }

  #itemOf(reference: ItemReference) {
    return itemStoreOf(this.core, reference)
  }

  async getItem(reference: ItemReference): Promise<Item> {
    return this.#itemOf(reference).load()
  }

  async signInWithPasskey(options: SignInWithPasskeyOptions = {}) {
    const { core } = this
    // Autofill first checks whether the browser supports it, and asks the server only then.
    const initiated = options.autofill ? undefined : initiatePasskeySignIn(core)
    return (await loadPasskeys(core, initiated)).signInWithPasskey(core, initiated, options)
  }

  async callOAuthCallback(): Promise<boolean> {
    const { core } = this
    // Throws without a token store before the callback is consumed.
    core.tokenStores.of()
    const callback = takeOAuthCallback(core)
    return !!callback && (await loadAccount()).finishOAuth(core, callback)
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await this.core.signOut(await this.core.findSession(), options)
  }

  get [appInternalsSymbol](): AppInternals {
    const { core } = this
    return {
      core,
      redirectMethod: core.redirects.method,
      isPrefetching: !core.options.noAutomaticPrefetch,
      framework: framework.current,
      get currentUser() {
        return core.users.storeOf()
      },
      currentUserOf: (tokenStore) => core.users.storeOf(tokenStore),
      project: core.project,
      item: (reference) => this.#itemOf(reference),
      partialUserOf: (tokenStore) => core.users.partialStoreOf(tokenStore),
      setCurrentUser: (user) => core.users.seed(Promise.resolve(user)),
      sendRequest: async (path, init, access = 'client') => {
        const session = core.options.tokenStore ? await core.findSession() : undefined
        return core.withProof(session, () => core.transport.send(path, init, { session, access }))
      },
    }
  }

  static get [appInternalsSymbol]() {
    // biome-ignore lint/complexity/noThisInStatic: a subclass creates apps of its own kind.
    const App = this
    return {
      fromClientJson(json: ClientAppJson): ClientAppBase {
        const text = JSON.stringify(json)
        const known = appsByIdentifier.get(json.uniqueIdentifier)
        if (known?.json && known.json !== text)
          throw new AssertionError('Two apps cannot have the same `uniqueIdentifier`.', json)
        if (known) return known.app
        const app = new App(json)
        registerApp(app, app.core, json.uniqueIdentifier, text)
        return app
      },
    }
  }
}

function createMethods(core: AppCore) {
  return {
    ...core.redirects.createMethods(),
    // Part of the first bundle: sign-in must keep working on a page that was opened before a new deployment.
    ...bind({ signInWithCredential, signUpWithCredential }, core),
    getConvexClientAuth: (options?: { tokenStore?: TokenStoreInit | undefined }) =>
      onDemand(loadIntegrations, ['fetchConvexToken'], core, options).fetchConvexToken,
    findConnection: async (options: { email: string }) => (await loadAccount()).findCompanyConnection(core, options),
    ...onDemand(
      loadIntegrations,
      [
        'promptCliLogin',
        'getConvexHttpClientAuth',
        'withStepUp',
        'getOAuthRequest',
        'approveOAuthRequest',
        'denyOAuthRequest',
        'findDeviceRequest',
        'answerDeviceRequest',
      ],
      core,
    ),
    ...onDemand(
      loadAccount,
      [
        'signInWithOAuth',
        'signInWithConnection',
        'sendMagicLinkEmail',
        'signInWithMagicLink',
        'signInWithImpersonationCode',
        'signInWithMfa',
        'signInWithMfaPasskey',
        'getSecondFactorRequirement',
        'setUpSecondFactor',
        'setUpPasskeySecondFactor',
        'signInWithRecoveryCode',
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
      ],
      core,
    ),
  }
}
