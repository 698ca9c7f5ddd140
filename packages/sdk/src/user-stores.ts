import type { UserStores } from './account-types.ts'
import type { Owner } from './actors.ts'
import { itemStoreOf } from './item-stores.ts'
import { cacheFor } from './resource-cache.ts'
import type { EditableTeamMemberProfile } from './team-types.ts'
import { loadApiKeyActions } from './teams.ts'

export const loadContactChannelActions = () => import('./contact-channels.ts')
export const loadTeamsOfUser = () => import('./user-teams.ts')
export const loadPermissionActions = () => import('./permissions.ts')
export const loadConnectedAccounts = () => import('./connected-accounts.ts')
export const loadOwnedProjects = () => import('./owned-projects.ts')

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
      const load = async () => (await import('./notification-categories.ts')).loadNotificationCategories(owner)
      return cache.list(`notification-categories/${userId}`, load)
    },
    get oauthProviders() {
      const load = async () => (await import('./provider-links.ts')).loadOAuthProviders(owner)
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
