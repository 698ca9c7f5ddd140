import { cacheOf } from '../cache/resource-cache.ts'
import type { Owner } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import type { UserSession } from '../session/session.ts'

/**
 * What is left of a user's recovery codes. The codes themselves are shown once, when they are created.
 * @example
 * const { remaining, createdAt }: RecoveryCodeStatus = await user.getRecoveryCodeStatus()
 * if (createdAt && remaining <= 2) console.log('Create new recovery codes.')
 */
export interface RecoveryCodeStatus {
  /** How many codes have not been used. */
  readonly remaining: number
  /** When the codes were created; null if there are none. */
  readonly createdAt: Date | null
}

const storedAs = 'recovery-codes/'

export async function loadRecoveryCodeStatus({ core, as, userId }: Owner): Promise<RecoveryCodeStatus> {
  const status = await core.call('GET /auth/recovery-codes', { ...as, query: { user_id: userId } })
  const { remaining, created_at_millis: createdAt } = status
  return { remaining, createdAt: createdAt === null ? null : new Date(createdAt) }
}

export async function createRecoveryCodes(core: AppCore, session: UserSession): Promise<string[]> {
  const { codes } = await core.call('POST /auth/recovery-codes', { session })
  await cacheOf(core, session).refresh(storedAs)
  return codes
}

export async function resetSecondFactor({ call }: AppCore, user_id: string): Promise<void> {
  await call('DELETE /users/{user_id}/second-factor', { access: 'server', params: { user_id } })
}
