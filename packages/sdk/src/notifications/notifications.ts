import type { Routes } from '@latchkey/contract'
import type { Owner } from '../core/actors.ts'

/**
 * A category of emails that the app sends.
 * @example
 * for (const category of await user.listNotificationCategories()) {
 *   console.log(category.id, category.name, category.enabled ? 'on' : 'off', category.canDisable)
 * }
 */
export interface NotificationCategory {
  /** The id of the category. */
  readonly id: string
  /** The name of the category. */
  readonly name: string
  /** Whether the user gets emails of this category. */
  readonly enabled: boolean
  /** Whether the user may turn them off. */
  readonly canDisable: boolean
  /**
   * Turns emails of this category on or off.
   * @example await category.setEnabled(false)
   */
  setEnabled(enabled: boolean): Promise<void>
}

type CategoryJson = Routes['GET /emails/notification-preference/{user_id}']['response']['client']['items'][number]

export async function loadNotificationCategories(owner: Owner) {
  const { core, as, userId } = owner
  const params = { user_id: userId }
  const { items } = await core.call('GET /emails/notification-preference/{user_id}', { ...as, params })
  return { items, create: (record: CategoryJson) => createNotificationCategory(owner, record) }
}

function createNotificationCategory(owner: Owner, record: CategoryJson): NotificationCategory {
  const { core, as, cache, userId } = owner
  const { notification_category_id: id } = record
  return Object.freeze<NotificationCategory>({
    id,
    name: record.notification_category_name,
    enabled: record.enabled,
    canDisable: record.can_disable,
    async setEnabled(enabled) {
      const params = { user_id: userId, category_id: id }
      await core.call('PATCH /emails/notification-preference/{user_id}/{category_id}', {
        ...as,
        params,
        body: { enabled },
      })
      await cache.refresh(`notification-categories/${userId}`)
    },
  })
}
