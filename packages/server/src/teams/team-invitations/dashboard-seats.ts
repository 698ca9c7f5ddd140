import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { findItem } from '../../payments/catalog.ts'
import { findQuantity } from '../../payments/ledger.ts'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { CodeData } from '../../records/verification-codes/queries.ts'
import { countMembers } from '../team-memberships/queries.ts'

const itemId = 'dashboard_admins'

/**
 * Teams of the internal project own projects, and their quantity of this item limits the number of members. If sign-up
 * is closed, owners join only by invitation, so there is nobody to sell seats to and no limit applies. Nor does it to
 * people invited from the dashboard of a server that cannot sell anything.
 */
export function hasLimitedSeats({ project, platform }: Context, invitation: CodeData['team-invitation']): boolean {
  if (project.id !== internalProjectId || !project.config.auth.allowSignUp) return false
  return !invitation.is_from_dashboard || platform.config.stripe !== undefined
}

/** Must be called while the team is locked, so that two users cannot take the last seat. */
export async function assertFreeSeat(trx: Db, ctx: Context, teamId: string): Promise<void> {
  if (await hasFreeSeat(trx, ctx, teamId)) return
  const details = { item_id: itemId, customer_id: teamId, quantity: -1 }
  throw new KnownError('ITEM_QUANTITY_INSUFFICIENT_AMOUNT', details)
}

export async function hasFreeSeat(trx: Db, ctx: Context, teamId: string): Promise<boolean> {
  const { payments } = ctx.project.config
  if (!findItem(payments, itemId)) throw new KnownError('ITEM_NOT_FOUND', { item_id: itemId })
  const holder = { customer: { type: 'team', id: teamId }, itemId } as const
  const seats = (await findQuantity(trx, ctx.project.id, payments, holder, ctx.now())) ?? 0
  return (await countMembers(trx, ctx.project.id, teamId)) < seats
}
