import { cacheFor } from '../cache/resource-cache.ts'
import type { Owner } from '../core/actors.ts'
import { itemStoreOf } from '../payments/item-stores.ts'
import type { EditableTeamMemberProfile } from '../teams/team-types.ts'
import { loadApiKeyActions } from '../teams/teams.ts'
import type { UserStores } from './account-types.ts'

export const loadContactChannelActions = () => import('../contact-channels/contact-channels.ts')
export const loadTeamsOfUser = () => import('../teams/user-teams.ts')
export const loadPermissionActions = () => import('../permissions/permissions.ts')
export const loadConnectedAccounts = () => import('../connected-accounts/connected-accounts.ts')
export const loadOwnedProjects = () => import('../app/owned-projects.ts')

/** The code of a read comes with its first fetch. */
export function createUserStores(owner: Owner) {
  const { cache, userId } = owner
  return {
    get teams() {
      return cache.list(`teams/of/${userId}`, async () => (await loadTeamsOfUser()).loadTeams(owner))
    },
    get contactChannels() {
      const load = async () => (await loadContactChannelActions()).loadContactChannels(owner)
      return cache.list(`contact-channels/${userId}`, load)
    },
    get notificationCategories() {
      const load = async () => (await import('../notifications/notifications.ts')).loadNotificationCategories(owner)
      return cache.list(`notification-categories/${userId}`, load)
    },
    get oauthProviders() {
      const load = async () => (await import('../provider-links/provider-links.ts')).loadOAuthProviders(owner)
      return cache.list(`oauth-providers/${userId}`, load)
    },
    get apiKeys() {
      const load = async () => (await loadApiKeyActions()).loadApiKeys(owner, 'user', userId)
      return cache.list(`api-keys/user/${userId}`, load)
    },
    item: (itemId) => itemStoreOf(owner.core, 'user', owner.customerId, itemId),
    teamProfile(team) {
      let read: (() => Promise<EditableTeamMemberProfile>) | undefined
      const load = async () => {
        read ??= (await loadTeamsOfUser()).createProfileReader(owner, team)
        return read()
      }
      return cache.get(`team-profiles/${userId}/${team.id}`, load)
    },
    permissions(team, { recursive = true } = {}) {
      const load = async () => (await loadPermissionActions()).loadPermissions(owner, team, recursive)
      return cache.list(`permissions/${userId}/${team?.id ?? ''}/${recursive}`, load)
    },
    connectedAccount(provider, scopes = []) {
      const load = async () => (await loadConnectedAccounts()).findConnection(owner, provider, scopes)
      return cache.get(`connected-accounts/${userId}/${provider}/${scopes.join(' ')}`, load)
    },
    get ownedProjects() {
      const { session } = owner.as
      if (!session || owner.core.projectId !== 'internal') return undefined
      const load = async () => (await loadOwnedProjects()).loadProjects(owner, session)
      return cacheFor(session).list('owned-projects', load)
    },
  } satisfies UserStores
}
