import { reloadOwn } from './data.ts'
import { reloadWhere } from './query-client.ts'

const settings = [
  '/internal/projects',
  '/internal/config',
  '/internal/environments',
  '/internal/owner',
  '/internal/data-vault',
  '/internal/email-sources',
  '/internal/email-templates',
  '/internal/email-themes',
  '/project-permission-definitions',
  '/team-permission-definitions',
]
const metrics = ['/internal/overview', '/internal/project-figures']
const permissions = ['/project-permissions', '/team-permissions', '/internal/permission-']
const teams = [
  '/teams',
  '/internal/teams',
  '/internal/second-factor',
  '/team-',
  '/users',
  '/internal/users',
  ...permissions,
]
const payments = ['/payments', '/internal/payments']
const emails = ['/internal/emails', '/internal/email-sends']

/** The start of the paths of routes to reload, by audit log action or its first word. */
const affected: Record<string, readonly string[]> = {
  project: [...settings, ...metrics],
  owner: settings,
  permission_definition: [...settings, '/internal/permission-'],
  project_key_set: ['/internal/api-keys', '/internal/owners', ...metrics],
  webhook_endpoint: ['/internal/webhook-endpoints', ...metrics],
  webhook_delivery: ['/internal/webhook-endpoints', ...metrics],
  api_key: ['/user-api-keys', '/team-api-keys', '/internal/user-and-team-api-keys'],
  permission: permissions,
  team: teams,
  team_membership: teams,
  team_invitation: ['/team-invitations'],
  item: payments,
  payments: [...settings, ...payments],
  purchase: payments,
  subscription: payments,
  email: emails,
  'email.failed': [...emails, ...metrics],
  email_send: ['/internal/email-sends', '/internal/email-drafts'],
  connection: ['/connections'],
  directory: ['/directories', ...teams],
  oauth_client: ['/oauth-clients'],
  oauth_grant: ['/oauth-clients', '/oauth-provider/grants'],
  connection_domain: ['/connection-domains'],
  failed_job: ['/internal/server'],
}

/** All other actions concern a user, such as `passkey.added`. */
const ofUsers = [
  '/users',
  '/internal/users',
  '/internal/email-audience',
  '/internal/second-factor',
  '/auth/sessions',
  '/auth/recovery-codes',
  '/auth/trusted-devices',
  '/contact-channels',
  '/passkeys',
  '/oauth-providers',
  '/team-member-profiles',
  ...metrics,
]

/** Whether an action changes what a route such as `GET /users` returns. The audit log grows with every action, and failures come at any time. */
export function isAffected(route: string, action: string): boolean {
  const path = route.split(' ')[1]!
  const starts = affected[action] ?? affected[subjectOf(action)] ?? ofUsers
  return (
    path === '/internal/audit-entries' ||
    path.startsWith('/internal/traces') ||
    starts.some((start) => path.startsWith(start))
  )
}

const subjectOf = (action: string) => action.split('.', 1)[0]!

/** Reloads the data that the actions changed, or everything if the actions are unknown. */
export function reloadAffected(projectId: string, actions: readonly string[] | undefined, changedAtMillis: number) {
  void reloadWhere(
    ([, of, route]) => of === projectId && (!actions || actions.some((action) => isAffected(route, action))),
    changedAtMillis,
  )
  if (actions?.some((action) => ['project', 'owner'].includes(subjectOf(action)))) void reloadOwn()
}
