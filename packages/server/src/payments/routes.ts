import { randomUUID } from 'node:crypto'
import { type CustomerType, KnownError, type paymentRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import type { Context } from '../http/context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { recordAudit } from '../records/audit/record.ts'
import { findItem, type Item } from './catalog.ts'
import { assertCustomer, customerNotFound, isPossibleCustomer, toCustomer } from './customers.ts'
import { findQuantity } from './ledger.ts'
import { insertItemChange, lockAccount } from './ledger-queries.ts'

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  'GET /payments/items/{customer_type}/{customer_id}/{item_id}': async ({ ctx, params }) => {
    const { item, holder } = getHolder(ctx, params)
    const { customer } = holder
    const quantity = isPossibleCustomer(customer)
      ? await findQuantity(ctx.db, ctx.project.id, ctx.project.config.payments, holder, ctx.now())
      : undefined
    if (quantity === undefined) throw customerNotFound(customer)
    return { id: params.item_id, display_name: item.displayName, quantity }
  },

  'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity': async ({
    ctx,
    params,
    query,
    body,
  }) => {
    const { holder } = getHolder(ctx, params)
    const { customer, itemId } = holder
    const item_name = findItem(ctx.project.config.payments, itemId)?.displayName ?? null
    const id = randomUUID()
    await inTransaction(ctx.db, async (trx) => {
      await assertCustomer(trx, ctx.project.id, customer)
      const now = await lockAccount(trx, ctx.project.id, customer, ctx.now())
      const quantity = await findQuantity(trx, ctx.project.id, ctx.project.config.payments, holder, now)
      const left = (quantity ?? 0) + body.delta
      if (query.allow_negative === 'false' && left < 0) {
        const details = { item_id: itemId, customer_id: params.customer_id, quantity: body.delta }
        throw new KnownError('ITEM_QUANTITY_INSUFFICIENT_AMOUNT', details)
      }
      if (Math.abs(left) > Number.MAX_SAFE_INTEGER)
        throw new PlainError(400, 'The resulting quantity is too large to be stored exactly.')
      await insertItemChange(trx, ctx.project.id, holder, {
        id,
        delta: body.delta,
        created_at: now,
        expires_at: body.expires_at === undefined ? null : readDate(body.expires_at),
        description: body.description ?? null,
      })
      await recordAudit(trx, ctx, {
        action: 'item.quantity_changed',
        target: { type: customer.type === 'custom' ? 'customer' : customer.type, id: customer.id },
        details: { item_id: itemId, item_name, change_id: id, delta: body.delta },
      })
    })
    return { id }
  },
}

function getHolder(ctx: Context, params: { customer_type: CustomerType; customer_id: string; item_id: string }) {
  const { customer_type, customer_id, item_id } = params
  const item: Item | undefined = findItem(ctx.project.config.payments, item_id)
  if (!item) throw new KnownError('ITEM_NOT_FOUND', { item_id })
  if (item.customerType !== customer_type) {
    throw new KnownError('ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH', {
      item_id,
      customer_id,
      item_customer_type: item.customerType,
      actual_customer_type: customer_type,
    })
  }
  return { item, holder: { customer: toCustomer(customer_type, customer_id), itemId: item_id } }
}

/** Without an offset, the time is in UTC, not in the server's time zone. */
function readDate(text: string): Date {
  const isComplete = !text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  return new Date(isComplete ? text : `${text}Z`)
}
