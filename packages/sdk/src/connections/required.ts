import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { toCamelCase } from './names.ts'

/**
 * Whether members of a team sign in only with its connection.
 * @example
 * const required: RequiredConnection = await team.getRequiredConnection()
 * console.log(required.isRequired, required.requiredAt, required.breakGlassUserId, required.breakGlassMember?.displayName)
 * console.log(required.unreadyCount, required.unreadyMembers.map((member) => member.displayName))
 */
export interface RequiredConnection {
  /** Whether no other way to sign in works for members. */
  readonly isRequired: boolean
  /** Since when. */
  readonly requiredAt: Date | null
  /** The member who may also use a password and a second factor. */
  readonly breakGlassUserId: string | null
  /** Who that is, as long as they are a member. */
  readonly breakGlassMember: { userId: string; displayName: string | null; primaryEmail: string | null } | null
  /** The first members who could not sign in with a connection, which keeps it from being required. */
  readonly unreadyMembers: { userId: string; displayName: string | null; primaryEmail: string | null }[]
  /** How many they are. */
  readonly unreadyCount: number
}

/**
 * What members of a team may sign in with.
 * @example
 * await team.updateRequiredConnection({ isRequired: true, breakGlassUserId: user.id })
 */
export interface RequiredConnectionUpdateOptions {
  /** Whether only the connection of the team. */
  isRequired?: boolean | undefined
  /** The member who may also use a password and a second factor, or null for nobody. */
  breakGlassUserId?: string | null | undefined
}

type Json = Routes['GET /teams/{team_id}/required-connection']['response']['client']

export async function loadRequiredConnection({ core, as }: Actor, teamId: string): Promise<RequiredConnection> {
  return fromJson(await core.call('GET /teams/{team_id}/required-connection', { ...as, params: { team_id: teamId } }))
}

export async function updateRequiredConnection(
  { core, as, cache }: Actor,
  teamId: string,
  { isRequired, breakGlassUserId }: RequiredConnectionUpdateOptions,
): Promise<RequiredConnection> {
  const body = {
    ...(isRequired !== undefined && { is_required: isRequired }),
    ...(breakGlassUserId !== undefined && { break_glass_user_id: breakGlassUserId }),
  }
  const params = { team_id: teamId }
  const changed = await core.call('PATCH /teams/{team_id}/required-connection', { ...as, params, body })
  await cache.refresh(`required-connection/${teamId}`)
  return fromJson(changed)
}

const fromJson = ({ revision: _, ...json }: Json) => Object.freeze(toCamelCase(json)) as RequiredConnection
