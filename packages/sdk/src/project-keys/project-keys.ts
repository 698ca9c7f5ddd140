import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'

/** A set of up to three API keys of the project. */
export interface InternalApiKeyBase {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  isValid(): boolean
  whyInvalid(): 'expired' | 'manually-revoked' | null
  update(options: { description: string }): Promise<void>
  /** Takes effect immediately and cannot be undone. */
  revoke(): Promise<void>
}

export interface InternalApiKey extends InternalApiKeyBase {
  readonly publishableClientKey: { readonly lastFour: string } | null
  readonly secretServerKey: { readonly lastFour: string } | null
  readonly superSecretAdminKey: { readonly lastFour: string } | null
}

/** Returned once, on creation: the only time that the keys are readable. */
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

type KeySetJson = Routes['GET /internal/api-keys/{id}']['response']['admin']
type NewKeySetJson = Routes['POST /internal/api-keys']['response']['admin']

export async function loadInternalApiKeys(admin: Admin) {
  const items = await loadWholeList((cursor) =>
    admin.core.call('GET /internal/api-keys', { ...admin.as, query: { cursor } }),
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
