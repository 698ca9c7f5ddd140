import {
  appInternalsSymbol,
  type ExtensibleUser,
  type GetConnectedAccountOptions,
  type ListPermissionsOptions,
  type TeamReference,
} from '@latchkey/sdk'
import { useConnectedAccountOf } from './connected-account-hooks.ts'
import { createHooks } from './store-hooks.ts'
import { useCached } from './use-cached.ts'

/** The hooks that users of our apps add to the SDK's: `UserHooks`, with the SDK's objects. */
export function createUserHooks(user: ExtensibleUser) {
  const stores = user[appInternalsSymbol]
  return {
    ...createHooks(() => stores, {
      useTeams: 'teams',
      useTeamProfile: 'teamProfile',
      useContactChannels: 'contactChannels',
      useNotificationCategories: 'notificationCategories',
      usePasskeys: 'passkeys',
      useOAuthGrants: 'oauthGrants',
      useOAuthProviders: 'oauthProviders',
      useApiKeys: 'apiKeys',
      useRecoveryCodeStatus: 'recoveryCodeStatus',
      useItem: 'item',
    }),
    useTeam: (id: string) => findById(useCached(stores.teams), id),
    useOAuthProvider: (id: string) => findById(useCached(stores.oauthProviders), id),
    usePermissions(first: TeamReference | ListPermissionsOptions = {}, second?: ListPermissionsOptions) {
      return useCached(
        'id' in first ? stores.permissions(first, second) : stores.permissions(undefined, second ?? first),
      )
    },
    usePermission(...given: [permissionId: string] | [team: TeamReference, permissionId: string]) {
      const [team, id] = given.length === 2 ? given : [undefined, given[0]]
      return findById(useCached(stores.permissions(team)), id)
    },
    useConnectedAccount: (provider: string, options?: GetConnectedAccountOptions) =>
      useConnectedAccountOf(user, provider, options),
    ...(stores.ownedProjects && { useOwnedProjects: () => useCached(stores.ownedProjects!) }),
  }
}

function findById<T extends { id: string }>(list: T[], id: string): T | null {
  return list.find((each) => each.id === id) ?? null
}
