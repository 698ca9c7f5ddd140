import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * An API key of a user or a team. `value` is the full key only on creation.
 * @example
 * const keys: ApiKey[] = [...(await user.listApiKeys()), ...(await team.listApiKeys())]
 * for (const apiKey of keys) {
 *   console.log(apiKey.id, apiKey.type, apiKey.description, `ends in ${apiKey.value.lastFour}`)
 *   console.log(apiKey.createdAt, apiKey.lastUsedAt, apiKey.expiresAt, apiKey.manuallyRevokedAt)
 * }
 */
export type ApiKey<Type extends 'user' | 'team' = 'user' | 'team', IsFirstView extends boolean = false> = {
  /** The id. It is not secret. */
  readonly id: string
  /** What the key is for. */
  readonly description: string
  /** When the key expires, if it does. */
  readonly expiresAt: Date | undefined
  /** When the key was revoked, or null. */
  readonly manuallyRevokedAt: Date | null
  /** When the key was created. */
  readonly createdAt: Date
  /** When your server last looked up the key, to the minute. Null if it never did, or if the server is older. */
  readonly lastUsedAt: Date | null
  /** Whether it is the key of a user or of a team. */
  readonly type: Type
  /** The full key on creation, afterwards only its last four characters. */
  readonly value: IsFirstView extends true ? string : { readonly lastFour: string }
  /**
   * Changes the description or the expiry of the key.
   * @example await apiKey.update({ description: 'Old laptop' })
   */
  update(options: ApiKeyUpdateOptions): Promise<void>
  /**
   * Revokes the key. It stays in the list but cannot be used again.
   * @example await apiKey.revoke()
   */
  revoke(): Promise<void>
  /**
   * Whether the key is neither expired nor revoked.
   * @example if (!apiKey.isValid()) console.log('Create a new key.')
   */
  isValid(): boolean
  /**
   * Why the key cannot be used, or null if it can.
   * @example if (apiKey.whyInvalid() === 'expired') console.log('Create a new key.')
   */
  whyInvalid(): 'manually-revoked' | 'expired' | null
} & (Type extends 'user'
  ? {
      /** The id of the user. */
      readonly userId: string
    }
  : {
      /** The id of the team. */
      readonly teamId: string
    })

/**
 * An API key of a user, without its secret.
 * @example
 * const [apiKey]: UserApiKey[] = await user.listApiKeys()
 * const isOurs = apiKey?.userId === user.id
 */
export type UserApiKey = ApiKey<'user'>

/**
 * A new API key of a user, with its secret. It is not shown again.
 * @example const { value } = await user.createApiKey({ description: 'Laptop', expiresAt: null })
 */
export type UserApiKeyFirstView = ApiKey<'user', true>

/**
 * An API key of a team, without its secret.
 * @example
 * const [apiKey]: TeamApiKey[] = await team.listApiKeys()
 * const isOurs = apiKey?.teamId === team.id
 */
export type TeamApiKey = ApiKey<'team'>

/**
 * A new API key of a team, with its secret. It is not shown again.
 * @example const { value } = await team.createApiKey({ description: 'CI', expiresAt: null })
 */
export type TeamApiKeyFirstView = ApiKey<'team', true>

/**
 * The settings of a new API key.
 * @example await user.createApiKey({ description: 'Laptop', expiresAt: null, isPublic: false })
 */
export interface ApiKeyCreateOptions {
  /** What the key is for, shown in lists. */
  description: string
  /** Null for a key that never expires. */
  expiresAt: Date | null
  /** Public keys may be published, so they are not revoked when found in public code. */
  isPublic?: boolean | undefined
}

/**
 * Changes to an API key.
 * @example
 * await apiKey.update({ description: 'Old laptop', expiresAt: new Date('2027-01-01') })
 * await apiKey.update({ revoked: true })
 */
export interface ApiKeyUpdateOptions {
  /** What the key is for, shown in lists. */
  description?: string | undefined
  /** Null for a key that never expires. */
  expiresAt?: Date | null | undefined
  /** If true, revokes the key for good. A revoked key stays revoked. */
  revoked?: boolean | undefined
}

type KeyType = 'user' | 'team'
type KeyJson = (
  | Routes['GET /user-api-keys/{id}']['response']['client']
  | Routes['GET /team-api-keys/{id}']['response']['client']
  | Routes['POST /user-api-keys']['response']['client']
  | Routes['POST /team-api-keys']['response']['client']
) & { type: KeyType }

export async function loadApiKeys<Type extends KeyType>(actor: Actor, type: Type, ownerId: string) {
  const { core, as } = actor
  const items = await loadWholeList<unknown>((cursor) =>
    type === 'user'
      ? core.call('GET /user-api-keys', { ...as, query: { user_id: ownerId, cursor } })
      : core.call('GET /team-api-keys', { ...as, query: { team_id: ownerId, cursor } }),
  )
  return { items: items as KeyJson[], create: (record: KeyJson) => createKey<Type, false>(actor, ownerId, record) }
}

export async function createApiKey<Type extends KeyType>(
  actor: Actor,
  type: Type,
  ownerId: string,
  { description, expiresAt, isPublic }: ApiKeyCreateOptions,
): Promise<ApiKey<Type, true>> {
  const { core, as } = actor
  const body = { description, expires_at_millis: millisOf(expiresAt), is_public: isPublic }
  const record: KeyJson =
    type === 'user'
      ? await core.call('POST /user-api-keys', { ...as, body: { ...body, user_id: ownerId } })
      : await core.call('POST /team-api-keys', { ...as, body: { ...body, team_id: ownerId } })
  await refresh(actor, type, ownerId)
  return createKey<Type, true>(actor, ownerId, record)
}

function createKey<Type extends KeyType, IsFirstView extends boolean>(actor: Actor, ownerId: string, record: KeyJson) {
  const { core, as } = actor
  const { id, value, type, expires_at_millis: expires, manually_revoked_at_millis: revoked } = record
  const { last_used_at_millis: used } = record
  const update = async ({ description, expiresAt, revoked }: ApiKeyUpdateOptions) => {
    const expires_at_millis = expiresAt === undefined ? undefined : millisOf(expiresAt)
    const request = { ...as, params: { id }, body: { description, expires_at_millis, ...(revoked && { revoked }) } }
    await (type === 'user'
      ? core.call('PATCH /user-api-keys/{id}', { ...request, query: { user_id: ownerId } })
      : core.call('PATCH /team-api-keys/{id}', { ...request, query: { team_id: ownerId } }))
    await refresh(actor, type, ownerId)
  }
  const whyInvalid = () => {
    if (revoked !== undefined) return 'manually-revoked'
    return expires !== undefined && expires <= Date.now() ? 'expired' : null
  }
  const key = {
    id,
    description: record.description,
    expiresAt: expires === undefined ? undefined : new Date(expires),
    manuallyRevokedAt: revoked === undefined ? null : new Date(revoked),
    createdAt: new Date(record.created_at_millis),
    lastUsedAt: used === undefined ? null : new Date(used),
    type,
    value: typeof value === 'string' ? value : Object.freeze({ lastFour: value.last_four }),
    ...('user_id' in record ? { userId: record.user_id } : { teamId: record.team_id }),
    update,
    revoke: () => update({ revoked: true }),
    whyInvalid,
    isValid: () => whyInvalid() === null,
  }
  return Object.freeze(key) as unknown as ApiKey<Type, IsFirstView>
}

function millisOf(date: Date | null): number | null {
  const millis = date === null ? null : date.getTime()
  // JSON would turn an invalid date into null, which means that the key never expires.
  if (Number.isNaN(millis)) throw new RangeError('`expiresAt` of an API key is not a valid date.')
  return millis
}

/** Lookups by API key are refreshed too, because a revoked key has no owner. */
async function refresh({ cache }: Actor, type: KeyType, ownerId: string): Promise<void> {
  await cache.refresh(`api-keys/${type}/${ownerId}`, `${type}s/of-api-key/`)
}
