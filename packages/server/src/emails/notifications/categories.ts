import type { ProjectConfig } from '../../projects/project-config/render.ts'

export interface NotificationCategory {
  id: string
  name: string
  canDisable: boolean
}

/** The same in every project; clients hard-code the ids. */
export const transactional: NotificationCategory = {
  id: '7bb82d33-2f54-4a3d-9d23-82739e0d66ef',
  name: 'Transactional',
  canDisable: false,
}

export const marketing: NotificationCategory = {
  id: '4f6f8873-3d04-46bd-8bef-18338b1a1b4c',
  name: 'Marketing',
  canDisable: true,
}

export const categories: readonly NotificationCategory[] = [transactional, marketing]

/** Whether users who have not decided get emails of the category. */
export function isOnByDefault(category: NotificationCategory, { emails }: Pick<ProjectConfig, 'emails'>): boolean {
  return category !== marketing || !emails.isMarketingOptIn
}
