import type { Routes } from '@latchkey/contract'
import type { AppCore } from '../core/app-core.ts'
import type { SendOptions } from '../transport/transport.ts'

/**
 * A device on which the user has shown the second factor, and which is not asked for it for 30 days.
 * @example
 * for (const device of await user.getTrustedDevices()) {
 *   console.log(device.id, device.userAgent, device.createdAt, device.expiresAt, device.lastUsedAt ?? 'never used')
 * }
 */
export interface TrustedDevice {
  /** The id of the device. */
  readonly id: string
  /** The `User-Agent` of the browser. Null if it was none. */
  readonly userAgent: string | null
  /** When the user trusted it. */
  readonly createdAt: Date
  /** When it is asked for the second factor again. */
  readonly expiresAt: Date
  /** When it last signed the user in without the second factor, or null if never. */
  readonly lastUsedAt: Date | null
}

type DeviceJson = Routes['GET /auth/trusted-devices']['response']['client']['items'][number]
type Actor = Pick<SendOptions, 'session' | 'access'>

export async function getTrustedDevices({ call }: AppCore, as: Actor, user_id: string): Promise<TrustedDevice[]> {
  const { items } = await call('GET /auth/trusted-devices', { ...as, query: { user_id } })
  return items.map(createTrustedDevice)
}

function createTrustedDevice(json: DeviceJson): TrustedDevice {
  return Object.freeze<TrustedDevice>({
    id: json.id,
    userAgent: json.user_agent,
    createdAt: new Date(json.created_at_millis),
    expiresAt: new Date(json.expires_at_millis),
    lastUsedAt: json.last_used_at_millis === null ? null : new Date(json.last_used_at_millis),
  })
}

/** All of them, unless one is named. */
export async function forgetTrustedDevices({ call }: AppCore, as: Actor, user_id: string, id?: string): Promise<void> {
  if (id === undefined) await call('DELETE /auth/trusted-devices/{user_id}', { ...as, params: { user_id } })
  else await call('DELETE /auth/trusted-devices/{user_id}/{id}', { ...as, params: { user_id, id } })
}
