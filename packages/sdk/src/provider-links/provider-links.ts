import type { Routes } from '@latchkey/contract'
import type { Actor, Owner } from '../core/actors.ts'
import { doneOrError, resultOf } from '../errors/expected-errors.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import { ok, type Result } from '../errors/result.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * A link to an account at an OAuth provider. `id` is the id of the link, `type` the type of provider.
 * @example
 * for (const provider of await user.listOAuthProviders()) {
 *   console.log(provider.id, provider.type, provider.userId, provider.email)
 *   console.log(provider.allowSignIn, provider.allowConnectedAccounts)
 * }
 */
export interface OAuthProvider {
  /** The id of the link. */
  readonly id: string
  /** The provider, for instance `github`. */
  readonly type: string
  /** The id of the user. */
  readonly userId: string
  /** The email address at the provider. */
  readonly email: string | undefined
  /** Whether the user can sign in with it. */
  readonly allowSignIn: boolean
  /** Whether the app can request access tokens. */
  readonly allowConnectedAccounts: boolean
  /**
   * Changes how the account is used.
   * @example await provider.update({ allowSignIn: false })
   */
  update(options: OAuthProviderUpdateOptions): Promise<OAuthProviderResult<undefined>>
  /**
   * Removes the link between user and account.
   * @example await provider.delete()
   */
  delete(): Promise<void>
}

/**
 * A linked account, as servers see it.
 * @example
 * const [provider]: ServerOAuthProvider[] = await serverUser.listOAuthProviders()
 * console.log(provider?.accountId)
 */
export interface ServerOAuthProvider extends OAuthProvider {
  /** The id of the account at the provider. */
  readonly accountId: string
  /**
   * Changes the linked account.
   * @example await provider.update({ accountId: '583231' })
   */
  update(options: ServerOAuthProviderUpdateOptions): Promise<OAuthProviderResult<undefined>>
}

/**
 * The result of a change to a linked account.
 * @example const result: OAuthProviderResult<undefined> = await provider.update({ allowSignIn: true })
 */
export type OAuthProviderResult<T> = Result<T, KnownErrorOf<'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'>>

/**
 * How a linked account is used.
 * @example await provider.update({ allowSignIn: true, allowConnectedAccounts: true })
 */
export interface OAuthProviderUpdateOptions {
  /** Whether the user can sign in with it. */
  allowSignIn?: boolean | undefined
  /** Whether the app can request access tokens. */
  allowConnectedAccounts?: boolean | undefined
}

/**
 * A change of a linked account.
 * @example await provider.update({ accountId: '583231', email: 'ada@example.com' })
 */
export interface ServerOAuthProviderUpdateOptions extends OAuthProviderUpdateOptions {
  /** The id of the account at the provider. */
  accountId?: string | undefined
  /** The email address at the provider. */
  email?: string | undefined
}

/**
 * A new link between a user and an account at a provider.
 * @example
 * const options: ServerOAuthProviderCreateOptions = {
 *   userId: user.id,
 *   accountId: '583231',
 *   providerConfigId: 'github',
 *   email: 'ada@example.com',
 *   allowSignIn: true,
 *   allowConnectedAccounts: false,
 * }
 */
export interface ServerOAuthProviderCreateOptions {
  /** The id of the user. */
  userId: string
  /** The id of the account at the provider. */
  accountId: string
  /** The id of the provider in the project's settings, for instance `github`. */
  providerConfigId: string
  /** The email address at the provider. */
  email?: string | undefined
  /** Whether the user can sign in with it. */
  allowSignIn: boolean
  /** Whether the app can request access tokens. */
  allowConnectedAccounts: boolean
}

type LinkJson = Routes['GET /oauth-providers']['response']['client']['items'][number]
type ServerLinkJson = Routes['POST /oauth-providers']['response']['server']

export async function loadOAuthProviders(owner: Owner) {
  const { core, as, userId } = owner
  const load = (cursor?: string) => core.call('GET /oauth-providers', { ...as, query: { user_id: userId, cursor } })
  const items = await loadWholeList<unknown>(load)
  return { items: items as LinkJson[], create: (record: LinkJson) => createLink(owner, record) }
}

export async function createOAuthProvider(
  actor: Actor,
  options: ServerOAuthProviderCreateOptions,
): Promise<OAuthProviderResult<ServerOAuthProvider>> {
  const body = {
    user_id: options.userId,
    provider_config_id: options.providerConfigId,
    account_id: options.accountId,
    email: options.email,
    allow_sign_in: options.allowSignIn,
    allow_connected_accounts: options.allowConnectedAccounts,
  }
  const created = actor.core.call('POST /oauth-providers', { ...actor.as, body })
  const result = await resultOf(['OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'], created)
  if (result.status === 'error') return result
  const owner = { ...actor, userId: result.data.user_id }
  await refresh(owner)
  return ok(createLink(owner, result.data) as ServerOAuthProvider)
}

type LinkOwner = Actor & { userId: string }

function createLink(owner: LinkOwner, record: LinkJson | ServerLinkJson): OAuthProvider {
  const { core, as, userId } = owner
  const request = { ...as, params: { user_id: userId, id: record.id } }
  const link: ServerOAuthProvider | OAuthProvider = {
    id: record.id,
    type: record.type,
    userId: record.user_id,
    email: record.email,
    allowSignIn: record.allow_sign_in,
    allowConnectedAccounts: record.allow_connected_accounts,
    ...('account_id' in record && { accountId: record.account_id }),
    async update(options: Partial<ServerOAuthProviderCreateOptions>) {
      const body = {
        allow_sign_in: options.allowSignIn,
        allow_connected_accounts: options.allowConnectedAccounts,
        account_id: options.accountId,
        email: options.email,
      }
      const updated = core.call('PATCH /oauth-providers/{user_id}/{id}', { ...request, body })
      const result = await doneOrError(['OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'], updated)
      if (result.status === 'ok') await refresh(owner)
      return result
    },
    async delete() {
      await core.call('DELETE /oauth-providers/{user_id}/{id}', request)
      await refresh(owner)
    },
  }
  return Object.freeze(link)
}

/** The user is refreshed too, because it lists the links; connected accounts depend on them. */
async function refresh({ cache, userId, refreshUser }: LinkOwner): Promise<void> {
  const changed = ['oauth-providers', 'connected-accounts', 'provider-tokens'].map((name) => `${name}/${userId}`)
  await Promise.all([cache.refresh(...changed), refreshUser()])
}
