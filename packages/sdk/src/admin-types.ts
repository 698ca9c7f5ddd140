import type { AdminProject } from './admin-project-types.ts'
import type { CacheStore } from './cache-types.ts'
import type {
  appInternalsSymbol,
  HasStore,
  InternalSession,
  ServerApp,
  ServerAppConstructorOptions,
  ServerAppInternals,
  TokenStoreInit,
} from './types.ts'

/** With the keys of a project, or with the session of somebody who owns it. */
export type AdminAppConstructorOptions<Store extends TokenStoreInit = TokenStoreInit, ProjectId = string> =
  | (ServerAppConstructorOptions<Store, ProjectId> & {
      superSecretAdminKey?: string | undefined
      projectOwnerSession?: undefined
    })
  | (Omit<ServerAppConstructorOptions<Store, ProjectId>, 'publishableClientKey' | 'secretServerKey'> & {
      /** The `_internalSession` of a signed-in user of the internal project. */
      projectOwnerSession: InternalSession
    })

export interface AdminAppConstructor {
  new <const Store extends TokenStoreInit, const ProjectId extends string = string>(
    options: AdminAppConstructorOptions<Store, ProjectId>,
  ): AdminApp<HasStore<Store>, ProjectId>
}

export interface AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends ServerApp<HasTokenStore, ProjectId> {
  getProject(): Promise<AdminProject>

  /** The key sets of the project, newest first. */
  listInternalApiKeys(): Promise<InternalApiKey[]>
  createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView>

  readonly [appInternalsSymbol]: AdminAppInternals
}

export interface AdminAppInternals extends ServerAppInternals {
  readonly project: CacheStore<AdminProject>
  readonly internalApiKeys: CacheStore<InternalApiKey[]>
}

// ------------------------------------------------------------------------------------------- key sets

/** A set of up to three keys that apps use the project with. */
export interface InternalApiKeyBase {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  isValid(): boolean
  whyInvalid(): 'expired' | 'manually-revoked' | null
  update(options: { description: string }): Promise<void>
  /** For good, and at once. */
  revoke(): Promise<void>
}

export interface InternalApiKey extends InternalApiKeyBase {
  readonly publishableClientKey: { readonly lastFour: string } | null
  readonly secretServerKey: { readonly lastFour: string } | null
  readonly superSecretAdminKey: { readonly lastFour: string } | null
}

/** Right after it was made: the one time that the keys can be read. */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: string | undefined
  readonly superSecretAdminKey?: string | undefined
}

export interface InternalApiKeyCreateOptions {
  description: string
  expiresAt: Date
  hasPublishableClientKey: boolean
  hasSecretServerKey: boolean
  hasSuperSecretAdminKey: boolean
}
