import type { GetConnectedAccount } from '../connected-accounts/connected-accounts.ts'
import { copyOf, type Owner } from '../core/actors.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { onDemand } from '../core/on-demand.ts'
import type { ListPermissionsOptions } from '../permissions/permissions.ts'
import type { TeamReference } from '../teams/teams.ts'
import { createUserStores } from './user-stores.ts'

/** The members of a user object for the user's emails, teams, permissions, API keys and items. */
export function createUserResources(owner: Owner) {
  const stores = createUserStores(owner)
  const { loadAccount, loadIntegrations, loadOwnedProjects } = owner.core.features
  const { ownedProjects } = stores
  const findPermission = async (...given: [string] | [TeamReference, string]) => {
    const [team, id] = given.length === 2 ? given : [undefined, given[0]]
    return findById(await stores.permissions(team).load(), id)
  }
  const getConnectedAccount = async (provider: string, options: Parameters<GetConnectedAccount>[1] = {}) => {
    const { or, scopes = [] } = options
    const connection = await stores.connectedAccount(provider, scopes).load()
    if (connection || (or !== 'redirect' && or !== 'throw')) return connection
    return (await loadAccount()).orConnect(owner, provider, scopes, or)
  }
  return {
    listContactChannels: () => copyOf(stores.contactChannels),
    ...onDemand(loadAccount, ['createContactChannel', 'revokeOAuthGrants', 'signOutEverywhere'], owner),
    listNotificationCategories: () => copyOf(stores.notificationCategories),
    listPasskeys: () => copyOf(stores.passkeys),
    listOAuthGrants: () => copyOf(stores.oauthGrants),
    listOAuthProviders: () => copyOf(stores.oauthProviders),
    getOAuthProvider: async (id: string) => findById(await stores.oauthProviders.load(), id),
    getConnectedAccount: getConnectedAccount as GetConnectedAccount,
    getRecoveryCodeStatus: () => stores.recoveryCodeStatus.load(),
    listTeams: () => copyOf(stores.teams),
    getTeam: async (id: string) => findById(await stores.teams.load(), id),
    ...onDemand(loadAccount, ['createTeam', 'leaveTeam'], owner),
    getTeamProfile: (team: TeamReference) => stores.teamProfile(team).load(),
    listPermissions(first: TeamReference | ListPermissionsOptions = {}, second?: ListPermissionsOptions) {
      return copyOf('id' in first ? stores.permissions(first, second) : stores.permissions(undefined, second ?? first))
    },
    getPermission: findPermission,
    hasPermission: async (...given: [string] | [TeamReference, string]) => !!(await findPermission(...given)),
    listApiKeys: () => copyOf(stores.apiKeys),
    ...onDemand(
      async () => ({ createApiKey: (await loadAccount()).createApiKey<'user'> }),
      ['createApiKey'],
      owner,
      'user',
      owner.userId,
    ),
    ...(ownedProjects && {
      listOwnedProjects: () => copyOf(ownedProjects),
      ...onDemand(loadOwnedProjects, ['createProject'], owner),
    }),
    getItem: (itemId: string) => stores.item(itemId).load(),
    ...onDemand(loadIntegrations, ['createCheckoutUrl'], owner, 'user', owner.customerId),
    setSelectedTeam: (team: TeamReference | null) => owner.update({ selectedTeamId: team?.id ?? null }),
    [appInternalsSymbol]: stores,
  }
}

function findById<T extends { id: string }>(list: T[], id: string): T | null {
  return list.find((each) => each.id === id) ?? null
}
