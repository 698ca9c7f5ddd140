import { KnownError } from '@latchkey/contract'
import type { Db } from '../db/database.ts'
import { internalProjectId } from '../http/authenticate.ts'
import type { Context } from '../http/context.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { countMembers } from '../team-memberships/queries.ts'

const itemId = 'dashboard_admins'

/** Teams of the internal project own projects, and their plan says how many people may run them. */
export function hasLimitedSeats(ctx: Context): boolean {
  return ctx.project.id === internalProjectId
}

/** To be called while the team is locked, so that two cannot take the last seat. */
export async function assertFreeSeat(trx: Db, ctx: Context, teamId: string): Promise<void> {
  const { payments } = ctx.project.config
  if (!Object.hasOwn(payments.items, itemId)) throw new KnownError('ITEM_NOT_FOUND', { item_id: itemId })
  const members = await countMembers(trx, ctx.project.id, teamId)
  if (members + 1 > countSeats(payments)) {
    const details = { item_id: itemId, customer_id: teamId, quantity: -1 }
    throw new KnownError('ITEM_QUANTITY_INSUFFICIENT_AMOUNT', details)
  }
}

/** What every team has without buying anything: the items of the offers that are included by default. */
function countSeats({ offers }: ProjectConfig['payments']): number {
  return Object.values(offers)
    .filter((offer) => offer.customerType === 'team' && offer.prices === 'include-by-default')
    .reduce((sum, { includedItems }) => sum + (includedItems[itemId]?.quantity ?? 0), 0)
}
