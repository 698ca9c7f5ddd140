import type { AdminApp, appInternalsSymbol } from '@latchkey/react'
import { reloadChanged } from './data.ts'

/** Cache key prefixes to reload, by audit log action or its first word. */
const affected: Record<string, readonly string[]> = {
  project: ['settings/', 'metrics/', 'overview/'],
  owner: ['settings/'],
  permission_definition: ['settings/'],
  project_key_set: ['internal-api-keys', 'overview/'],
  webhook_endpoint: ['webhook-', 'overview/'],
  webhook_delivery: ['webhook-', 'overview/'],
  api_key: ['api-keys/', 'users/', 'teams/'],
  permission: ['permissions/', 'users/', 'teams/', 'team-'],
  team: ['teams/', 'team-', 'users/', 'permissions/'],
  team_membership: ['teams/', 'team-', 'users/', 'permissions/'],
  team_invitation: ['teams/', 'team-'],
  item: ['users/', 'teams/', 'transactions/', 'payments/'],
  payments: ['stripe-account-info', 'settings/', 'payments/'],
  purchase: ['users/', 'teams/', 'transactions/', 'payments/'],
  email: ['sent-emails/', 'email-sends/'],
  'email.failed': ['sent-emails/', 'email-sends/', 'overview/'],
  email_send: ['email-sends/', 'email-drafts'],
  subscription: ['users/', 'teams/', 'transactions/', 'payments/'],
}

/** All other actions concern a user, such as `passkey.added`. */
const ofUsers = ['users/', 'metrics/', 'overview/', 'contact-channels/', 'oauth-providers/', 'team-users/'] as const

type Stores = AdminApp<false>[typeof appInternalsSymbol]

/** Reloads the data that the actions changed, or everything if the actions are unknown. */
export function reloadAffected(
  stores: Stores,
  actions: readonly string[] | undefined,
  changedAtMillis: number,
  reloadProjects: () => void,
): void {
  const subjectOf = (action: string) => action.split('.', 1)[0]!
  const keysOf = (action: string) => affected[action] ?? affected[subjectOf(action)] ?? ofUsers
  const prefixes = actions ? ['audit-entries/', ...new Set(actions.flatMap(keysOf))] : ['']
  reloadChanged(stores.find(...prefixes), changedAtMillis)
  if (actions?.some((action) => ['project', 'owner'].includes(subjectOf(action)))) reloadProjects()
}
