import {
  appInternalsSymbol,
  type CompanyConnection,
  type ConnectionDomain,
  type Directory,
  type ExtensibleTeam,
  type Item,
  type RequiredConnection,
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
  /**
   * `listUsers` as a hook.
   * @example const members = team.useUsers()
   */
  useUsers(): TeamUser[]
  /**
   * `listInvitations` as a hook.
   * @example const invitations = team.useInvitations()
   */
  useInvitations(): TeamInvitation[]
  /**
   * `listApiKeys` as a hook.
   * @example const apiKeys = team.useApiKeys()
   */
  useApiKeys(): TeamApiKey[]
  /**
   * `listConnections` as a hook.
   * @example const connections = team.useConnections()
   */
  useConnections(): CompanyConnection[]
  /**
   * `listConnectionDomains` as a hook.
   * @example const domains = team.useConnectionDomains()
   */
  useConnectionDomains(): ConnectionDomain[]
  /**
   * `getRequiredConnection` as a hook.
   * @example const { isRequired } = team.useRequiredConnection()
   */
  useRequiredConnection(): RequiredConnection
  /**
   * `getDirectory` as a hook.
   * @example const directory = team.useDirectory()
   */
  useDirectory(): Directory | null
  /**
   * `getItem` as a hook.
   * @example const { quantity } = team.useItem('seats')
   */
  useItem(itemId: string): Item
}

/**
 * The SDK's team with its hooks.
 * @example const team: Team | null = user.useTeam(teamId)
 */
export interface Team extends SdkTeam, TeamHooks {}

/**
 * The SDK's team, as servers see it, with its hooks.
 * @example const team: ServerTeam | null = latchkey.useTeam(teamId)
 */
export interface ServerTeam extends SdkServerTeam, TeamHooks {
  /**
   * The members.
   * @example const members = await team.listUsers()
   */
  listUsers(): Promise<ServerTeamUser[]>
  /**
   * `listUsers` as a hook.
   * @example const members = team.useUsers()
   */
  useUsers(): ServerTeamUser[]
  /**
   * `getItem` as a hook.
   * @example const { quantity } = team.useItem('seats')
   */
  useItem(itemId: string): ServerItem
}

/**
 * A member of a team, as servers see them.
 * @example
 * const [member]: ServerTeamUser[] = team.useUsers()
 * console.log(member?.teamProfile.displayName)
 */
export interface ServerTeamUser extends ServerUser {
  /** The name and picture in the team. */
  readonly teamProfile: ServerTeamMemberProfile
}

export const createTeamHooks = (team: ExtensibleTeam): TeamHooks =>
  createHooks(() => team[appInternalsSymbol], {
    useUsers: 'users',
    useInvitations: 'invitations',
    useApiKeys: 'apiKeys',
    useConnections: 'connections',
    useConnectionDomains: 'connectionDomains',
    useRequiredConnection: 'requiredConnection',
    useDirectory: 'directory',
    useItem: 'item',
  })
