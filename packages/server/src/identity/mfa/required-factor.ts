import { findUserForUpdate, type UserRecord } from '../../accounts/users/queries.ts'
import { findRequirement, hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'

/**
 * Call it after what may have removed the user's last second factor, with the user as locked before. Of two removals at
 * once, the second sees the first. Servers may remove one that is required, for example of a user who has lost it.
 */
export async function keepRequiredFactor(
  trx: Db,
  ctx: Context,
  person: UserRecord,
  before: Pick<UserRecord, 'requires_totp' | 'passkey_mfa_enabled'>,
): Promise<void> {
  if (ctx.access !== 'client' || !hasSecondFactor(before)) return
  const requirement = findRequirement(ctx.project, person, ctx.now())
  if (requirement?.required_from_millis !== null) return
  const after = await findUserForUpdate(trx, ctx.project.id, person.id)
  if (!after || hasSecondFactor(after)) return
  const name = JSON.stringify(requirement.display_name)
  const who = requirement.required_by === 'team' ? `The team ${name}` : 'This project'
  const message = `${who} requires a second factor, so it cannot be removed. You can replace it with another.`
  throw new PlainError(400, message)
}
