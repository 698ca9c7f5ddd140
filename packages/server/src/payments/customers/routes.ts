import type { customerRoutes } from '@latchkey/contract'
import { z } from 'zod'
import type { Handlers } from '../../api/handler.ts'
import { readCursor, toCursor } from '../../platform/db/cursor.ts'
import type { Offer } from '../catalog.ts'
import { assertCustomer, toCustomer } from '../customers.ts'
import { findHoldings } from '../holdings.ts'
import { findCustomerName, listCustomers } from './queries.ts'

const defaultLimit = 50
const placeShape = z.tuple([z.int(), z.string().regex(/^[^\0]{1,500}$/)]).transform(([micros, id]) => ({ micros, id }))

export const customerHandlers: Handlers<typeof customerRoutes> = {
  'GET /internal/payments/customers': async ({ ctx, query }) => {
    const { customer_type: type, query: text, cursor, limit = defaultLimit } = query
    const prefix = type === 'custom' ? text : text?.toLowerCase()
    const after = readCursor(cursor, placeShape)
    const rows = await listCustomers(ctx.db, ctx.project.id, { type, prefix: prefix || undefined, after, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      items: rows.map(({ customer_id, display_name, primary_email, profile_image_url, created_at, plans }) => ({
        customer_type: type,
        customer_id,
        display_name,
        primary_email,
        profile_image_url,
        since_millis: created_at.getTime(),
        plans,
      })),
      is_paginated: true,
      pagination: { next_cursor: last ? toCursor(last.micros, last.customer_id) : null },
    }
  },

  'GET /internal/payments/customers/{customer_type}/{customer_id}': async ({ ctx, params }) => {
    const { db, project } = ctx
    const customer = toCustomer(params.customer_type, params.customer_id)
    await assertCustomer(db, project.id, customer)
    const { subscriptions, defaultOffers } = await findHoldings(
      db,
      project.id,
      project.config.payments,
      customer,
      ctx.now(),
    )
    return {
      customer_type: customer.type,
      customer_id: customer.id,
      display_name: await findCustomerName(db, project.id, customer),
      subscriptions: subscriptions.map((held) => ({
        id: held.id,
        offer_id: held.offer_id,
        offer_display_name: held.offer.displayName,
        quantity: held.quantity,
        status: held.status,
        price: findPrice(held.offer, held.price_id),
        period_end_millis: held.period_end.getTime(),
        cancel_at_period_end: held.cancel_at_period_end,
        test_mode: held.is_test_mode,
      })),
      default_offers: defaultOffers.map(({ offerId, offer }) => ({
        offer_id: offerId,
        offer_display_name: offer.displayName,
      })),
    }
  },
}

/** Null if the offer no longer has it. */
function findPrice({ prices }: Offer, id: string | null) {
  return typeof prices === 'object' && id !== null && Object.hasOwn(prices, id) ? prices[id]! : null
}
