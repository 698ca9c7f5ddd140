import { appInternalsSymbol, type Json, type TeamJson } from '../app/types.ts'
import { type Actor, copyOf } from '../core/actors.ts'
import { onDemand } from '../core/on-demand.ts'
import { itemStoreOf, loadItems } from '../payments/item-stores.ts'
import type { ServerTeam, ServerTeamUser, Team, TeamStores } from './team-types.ts'

export interface ServerTeamJson extends TeamJson {
  created_at_millis: number
  server_metadata: Json
}

const loadTeamActions = () => import('./team-actions.ts')
export const loadApiKeyActions = () => import('../api-keys/api-keys.ts')

export function createTeam(actor: Actor, record: TeamJson | ServerTeamJson): Team {
  const { id } = record
  const stores = createTeamStores(actor, id)
  const team = {
    id,
    displayName: record.display_name,
    profileImageUrl: record.profile_image_url,
    clientMetadata: record.client_metadata,
    clientReadOnlyMetadata: record.client_read_only_metadata,
    ...onDemand(loadTeamActions, ['update', 'delete', 'inviteUser'], actor, id),
    listUsers: () => copyOf(stores.users),
    listInvitations: () => copyOf(stores.invitations),
    listApiKeys: () => copyOf(stores.apiKeys),
    ...onDemand(
      async () => ({ createApiKey: (await loadApiKeyActions()).createApiKey<'team'> }),
      ['createApiKey'],
      actor,
      'team',
      id,
    ),
    getItem: (itemId: string) => stores.item(itemId).load(),
    ...onDemand(loadItems, ['createCheckoutUrl'], actor, 'team', id),
    ...('server_metadata' in record && {
      createdAt: new Date(record.created_at_millis),
      serverMetadata: record.server_metadata,
      ...onDemand(loadTeamActions, ['addUser', 'removeUser'], actor, id),
    }),
    [appInternalsSymbol]: stores,
  }
  return Object.freeze<Team>(Object.assign(team, actor.core.extensions.team?.(team)))
}

export const createServerTeam = (actor: Actor, record: ServerTeamJson) => createTeam(actor, record) as ServerTeam

function createTeamStores(actor: Actor, teamId: string): TeamStores<ServerTeamUser> {
  const { cache } = actor
  return {
    get users() {
      const load = async () => (await loadTeamActions()).loadUsers(actor, teamId)
      return cache.list(`team-users/${teamId}`, load)
    },
    get invitations() {
      const load = async () => (await loadTeamActions()).loadInvitations(actor, teamId)
      return cache.list(`team-invitations/${teamId}`, load)
    },
    get apiKeys() {
      const load = async () => (await loadApiKeyActions()).loadApiKeys(actor, 'team', teamId)
      return cache.list(`api-keys/team/${teamId}`, load)
    },
    item: (itemId) => itemStoreOf(actor.core, 'team', teamId, itemId),
  }
}
