import { findUserForShare } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { isDeactivated } from './queries.ts'

/**
 * Refuses a sign-in with a connection of the team to whom its directory has deactivated or deleted. Must be called in the
 * transaction of the sign-in: a deactivation at the same moment waits for it, and then ends what it has started.
 */
export async function assertNotDeactivated(
  trx: Db,
  ctx: Context,
  teamId: string | null,
  person: { userId: string; email: string | null },
): Promise<void> {
  if (teamId === null) return
  await findUserForShare(trx, ctx.project.id, person.userId)
  if (!(await isDeactivated(trx, ctx.project.id, teamId, person))) return
  throw new PlainError(403, 'Your company has deactivated your access. Ask its administrator to give it back.')
}
