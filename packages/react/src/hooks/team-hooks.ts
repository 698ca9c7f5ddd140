import {
  appInternalsSymbol,
  type ExtensibleTeam,
  type Item,
  type ServerTeam as SdkServerTeam,
  type Team as SdkTeam,
  type ServerItem,
  type ServerTeamMemberProfile,
  type TeamApiKey,
  type TeamInvitation,
  type TeamUser,
} from '@latchkey/sdk'
import { createHooks } from './store-hooks.ts'
import type { ServerUser } from './user-types.ts'

interface TeamHooks {
  useUsers(): TeamUser[]
  /** Those that nobody has accepted yet. */
  useInvitations(): TeamInvitation[]
  useApiKeys(): TeamApiKey[]
  /** What this team has of an item. */
  useItem(itemId: string): Item
}

/** The SDK's team with its hooks. */
export interface Team extends SdkTeam, TeamHooks {}

/** The SDK's team, as servers see it, with its hooks. */
export interface ServerTeam extends SdkServerTeam, TeamHooks {
  listUsers(): Promise<ServerTeamUser[]>
  useUsers(): ServerTeamUser[]
  useItem(itemId: string): ServerItem
}

export interface ServerTeamUser extends ServerUser {
  readonly teamProfile: ServerTeamMemberProfile
}

export const createTeamHooks = (team: ExtensibleTeam): TeamHooks =>
  createHooks(() => team[appInternalsSymbol], {
    useUsers: 'users',
    useInvitations: 'invitations',
    useApiKeys: 'apiKeys',
    useItem: 'item',
  })
