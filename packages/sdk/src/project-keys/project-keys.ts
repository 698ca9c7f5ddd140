import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * A set of up to three API keys of the project.
 * @example
 * const valid = keys.filter((apiKey: InternalApiKeyBase) => apiKey.isValid())
 * for (const { id, description, createdAt, expiresAt, manuallyRevokedAt } of valid) {
 *   console.log(id, description, createdAt, expiresAt, manuallyRevokedAt)
 * }
 */
export interface InternalApiKeyBase {
  /** The id of the keys. */
  readonly id: string
  /** What the keys are for. */
  readonly description: string
  /** When they expire. */
  readonly expiresAt: Date
  /** When they were revoked. */
  readonly manuallyRevokedAt: Date | null
  /** When they were created. */
  readonly createdAt: Date
  /**
   * Whether the keys still work.
   * @example if (!apiKey.isValid()) console.log(apiKey.whyInvalid())
   */
  isValid(): boolean
  /**
   * Why the keys no longer work, or null.
   * @example const reason = apiKey.whyInvalid()
   */
  whyInvalid(): 'expired' | 'manually-revoked' | null
  /**
   * Changes the description.
   * @example await apiKey.update({ description: 'Old server' })
   */
  update(options: { description: string }): Promise<void>
  /**
   * Takes effect immediately and cannot be undone.
   * @example await apiKey.revoke()
   */
  revoke(): Promise<void>
}

/**
 * An API key set of the project, with only the last four characters of each key.
 * @example
 * for (const apiKey of await adminApp.listInternalApiKeys()) {
 *   const { publishableClientKey, secretServerKey, superSecretAdminKey, lastUsedAt, createdBy } = apiKey
 *   console.log(publishableClientKey?.lastFour, secretServerKey?.lastFour, superSecretAdminKey?.lastFour)
 *   console.log(lastUsedAt, createdBy?.displayName)
 * }
 */
export interface InternalApiKey extends InternalApiKeyBase {
  /** The last four characters of the publishable client key, if there is one. */
  readonly publishableClientKey: { readonly lastFour: string } | null
  /** The last four characters of the secret server key, if there is one. */
  readonly secretServerKey: { readonly lastFour: string } | null
  /** The last four characters of the super secret admin key, if there is one. */
  readonly superSecretAdminKey: { readonly lastFour: string } | null
  /** When one of the keys was last used, to the hour. Null if none was ever used. */
  readonly lastUsedAt: Date | null
  /** The owner who created them. Null for older keys, where this was not recorded, and for keys of the deployment. */
  readonly createdBy: { readonly userId: string; readonly displayName: string | null } | null
}

/**
 * A new API key set. The keys are readable only in this response.
 * @example
 * const key: InternalApiKeyFirstView = await adminApp.createInternalApiKey(options)
 * const { publishableClientKey, secretServerKey, superSecretAdminKey } = key
 */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  /** The key for browsers. */
  readonly publishableClientKey?: string | undefined
  /** The key for servers. */
  readonly secretServerKey?: string | undefined
  /** The key for administration. */
  readonly superSecretAdminKey?: string | undefined
}

/**
 * Which keys to create.
 * @example
 * const options: InternalApiKeyCreateOptions = { description: 'CI', expiresAt, hasPublishableClientKey: true, hasSecretServerKey: true, hasSuperSecretAdminKey: false }
 */
export interface InternalApiKeyCreateOptions {
  /** What the keys are for. */
  description: string
  /** When they expire. */
  expiresAt: Date
  /** Whether to create a key for browsers. */
  hasPublishableClientKey: boolean
  /** Whether to create a key for servers. */
  hasSecretServerKey: boolean
  /** Whether to create a key for administration. */
  hasSuperSecretAdminKey: boolean
}

type KeySetJson = Routes['GET /internal/api-keys']['response']['admin']['items'][number]
type NewKeySetJson = Routes['POST /internal/api-keys']['response']['admin']

export async function loadInternalApiKeys(admin: Admin) {
  const items = await loadWholeList((cursor) =>
    admin.core.call('GET /internal/api-keys', { ...admin.as, query: { cursor, include_last_use: 'true' } }),
  )
  return { items, create: (record: KeySetJson) => createKeySet(admin, record) }
}

export async function createInternalApiKey(
  admin: Admin,
  options: InternalApiKeyCreateOptions,
): Promise<InternalApiKeyFirstView> {
  const body = {
    description: options.description,
    expires_at_millis: options.expiresAt.getTime(),
    has_publishable_client_key: options.hasPublishableClientKey,
    has_secret_server_key: options.hasSecretServerKey,
    has_super_secret_admin_key: options.hasSuperSecretAdminKey,
  }
  const record = await admin.core.call('POST /internal/api-keys', { ...admin.as, body })
  await refresh(admin)
  return Object.freeze({
    ...createBase(admin, record),
    publishableClientKey: record.publishable_client_key,
    secretServerKey: record.secret_server_key,
    superSecretAdminKey: record.super_secret_admin_key,
  })
}

function createKeySet(admin: Admin, record: KeySetJson): InternalApiKey {
  return Object.freeze({
    ...createBase(admin, record),
    publishableClientKey: lastFourOf(record.publishable_client_key),
    secretServerKey: lastFourOf(record.secret_server_key),
    superSecretAdminKey: lastFourOf(record.super_secret_admin_key),
    lastUsedAt: record.last_used_at_millis ? new Date(record.last_used_at_millis) : null,
    createdBy: record.created_by ? { userId: record.created_by.user_id, displayName: record.created_by.name } : null,
  })
}

function createBase(admin: Admin, record: KeySetJson | NewKeySetJson): InternalApiKeyBase {
  const expiresAt = new Date(record.expires_at_millis)
  const revoked = 'manually_revoked_at_millis' in record ? record.manually_revoked_at_millis : undefined
  const change = async (body: { description: string } | { revoked: true }) => {
    await admin.core.call('PATCH /internal/api-keys/{id}', { ...admin.as, params: { id: record.id }, body })
    await refresh(admin)
  }
  const whyInvalid = () => {
    if (expiresAt.getTime() <= Date.now()) return 'expired'
    return revoked === undefined ? null : 'manually-revoked'
  }
  return {
    id: record.id,
    description: record.description,
    expiresAt,
    manuallyRevokedAt: revoked === undefined ? null : new Date(revoked),
    createdAt: new Date(record.created_at_millis),
    whyInvalid,
    isValid: () => whyInvalid() === null,
    update: ({ description }) => change({ description }),
    revoke: () => change({ revoked: true }),
  }
}

const lastFourOf = (key: { last_four: string } | undefined) => (key ? Object.freeze({ lastFour: key.last_four }) : null)

const refresh = ({ cache }: Admin) => cache.refresh('internal-api-keys')
