import type { Routes } from '@latchkey/contract'
import type { Owner } from '../core/actors.ts'

/**
 * A passkey of a user.
 * @example
 * for (const passkey of await user.listPasskeys()) {
 *   console.log(passkey.id, passkey.name ?? passkey.deviceName ?? 'Passkey')
 *   console.log(passkey.createdAt, passkey.lastUsedAt ?? 'never used')
 * }
 */
export interface Passkey {
  /** The id of the passkey. */
  readonly id: string
  /** The name that the user has given it; null until then. */
  readonly name: string | null
  /**
   * What created it: the password manager, such as `iCloud Keychain`, or else the browser and the operating system, such
   * as `Firefox (Windows)`. Null if neither is known.
   */
  readonly deviceName: string | null
  /** When it was registered. */
  readonly createdAt: Date
  /** When it was last used, or null if never. */
  readonly lastUsedAt: Date | null
  /**
   * Changes the name. Null shows the device name again.
   * @example await passkey.rename('Work laptop')
   */
  rename(name: string | null): Promise<void>
  /**
   * Removes the passkey. Users cannot remove the last way to sign in to their account.
   * @example await passkey.delete()
   */
  delete(): Promise<void>
}

type PasskeyJson = Routes['PATCH /passkeys/{user_id}/{id}']['response']['client']

export async function loadPasskeys(owner: Owner) {
  const { core, as, userId } = owner
  const { items } = await core.call('GET /passkeys', { ...as, query: { user_id: userId } })
  return { items, create: (record: PasskeyJson) => createPasskeyObject(owner, record) }
}

function createPasskeyObject(owner: Owner, record: PasskeyJson): Passkey {
  const { core, as, userId, cache, refreshUser } = owner
  const { id, last_used_at_millis: lastUsed } = record
  const request = { ...as, params: { user_id: userId, id } }
  const refresh = () => cache.refresh(`passkeys/${userId}`)
  return Object.freeze<Passkey>({
    id,
    name: record.name,
    deviceName: record.device_name,
    createdAt: new Date(record.created_at_millis),
    lastUsedAt: lastUsed === null ? null : new Date(lastUsed),
    async rename(name) {
      await core.call('PATCH /passkeys/{user_id}/{id}', { ...request, body: { name } })
      await refresh()
    },
    /** The user says whether there is a passkey. */
    async delete() {
      await core.call('DELETE /passkeys/{user_id}/{id}', request)
      await Promise.all([refresh(), refreshUser()])
    },
  })
}
