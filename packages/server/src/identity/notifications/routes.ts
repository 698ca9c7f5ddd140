import { type HandlerOutput, KnownError, type notificationRoutes } from '@latchkey/contract'
import { findUserRecord, type UserRecord } from '../../accounts/users/queries.ts'
import { requireUser } from '../../accounts/users/signed-in.ts'
import type { Handlers } from '../../api/handler.ts'
import { categories, isOnByDefault, type NotificationCategory } from '../../emails/notifications/categories.ts'
import { findPreferences, setPreference } from '../../emails/notifications/queries.ts'
import { showUnsubscribePage, unsubscribe } from '../../emails/notifications/unsubscribe.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { assertOwnUser } from '../users/own.ts'

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  'GET /emails/notification-preference/{user_id}': async ({ ctx, clientUser, params }) => {
    await assertMayDecide(ctx, clientUser, params.user_id)
    const decided = await findPreferences(ctx.db, ctx.project.id, params.user_id)
    const items = categories.map((category) =>
      toPreferenceBody(category, decided.get(category.id) ?? isOnByDefault(category, ctx.project.config)),
    )
    return { items, is_paginated: false }
  },

  'PATCH /emails/notification-preference/{user_id}/{category_id}': async ({ ctx, params, body }) => {
    const category = categories.find(({ id }) => id === params.category_id)
    if (!category) throw new PlainError(404, 'There is no such notification category.')
    const clientUser = ctx.access === 'client' ? await requireUser(ctx) : undefined
    await assertMayDecide(ctx, clientUser, params.user_id)
    const preference = { userId: params.user_id, categoryId: category.id, isEnabled: body.enabled }
    await setPreference(ctx.db, ctx.project.id, preference)
    return toPreferenceBody(category, body.enabled)
  },

  'GET /emails/unsubscribe-link': ({ ctx, query }) => showUnsubscribePage(ctx, query.code),
  'POST /emails/unsubscribe-link': ({ ctx, query }) => unsubscribe(ctx, query.code),
}

async function assertMayDecide(ctx: Context, clientUser: UserRecord | undefined, userId: string): Promise<void> {
  assertOwnUser(clientUser, userId)
  if (!(await findUserRecord(ctx.db, ctx.project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}

type PreferenceBody = HandlerOutput<
  (typeof notificationRoutes)['PATCH /emails/notification-preference/{user_id}/{category_id}']
>

function toPreferenceBody(category: NotificationCategory, isEnabled: boolean): PreferenceBody {
  return {
    notification_category_id: category.id,
    notification_category_name: category.name,
    enabled: isEnabled,
    can_disable: category.canDisable,
  }
}
