import { findUserForShare } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'
import { insertTeamGrant } from '../../teams/permissions/queries.ts'
import { getTeamForShare } from '../../teams/queries.ts'
import { joinTeam } from '../../teams/team-memberships/join.ts'
import { recordEvent } from '../../webhooks/events.ts'
import type { ProviderProfile } from '../oauth/providers/provider.ts'
import { domainOfAddress } from './domains/name.ts'
import { isProvenDomain } from './domains/queries.ts'
import { findConnectionId } from './provider-id.ts'
import { type ConnectionRow, useAssertion } from './queries.ts'

/** What a provider says about an address counts only in the domains that its company has proven. */
export async function trustProvenAddress(
  db: Db,
  projectId: string,
  { team_id }: Pick<ConnectionRow, 'team_id'>,
  profile: ProviderProfile,
): Promise<ProviderProfile> {
  const { email, isEmailVerified } = profile
  const isTrusted =
    email !== null && isEmailVerified && (await isProvenDomain(db, projectId, team_id, domainOfAddress(email)))
  return { ...profile, isEmailVerified: isTrusted }
}

/** An assertion counts once, on whichever server it arrives. */
export async function acceptOnce(
  trx: Db,
  ctx: Context,
  providerId: string,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<void> {
  const connectionId = findConnectionId(providerId)!
  if (await useAssertion(trx, ctx.project.id, connectionId, { hash: hashToken(id), expiresAt })) return
  const reason = 'The assertion was used before.'
  ctx.trace.note({ step: 'connection-refused', connection_id: connectionId, reason })
  throw new PlainError(400, 'This sign-in has already finished. Please go back to the app and sign in again.')
}

/**
 * Adds the user to the team of the connection with the role of their groups. Only the first sign-in does: whoever is
 * removed from the team later stays out of it.
 */
export async function joinTeamOfConnection(
  trx: Db,
  ctx: Context,
  connection: ConnectionRow,
  userId: string,
  groups: readonly string[],
): Promise<void> {
  const { team_id: teamId } = connection
  if (teamId === null) return
  await findUserForShare(trx, ctx.project.id, userId)
  await getTeamForShare(trx, ctx.project.id, teamId)
  if (!(await joinTeam(trx, ctx, teamId, userId))) return
  for (const permissionId of listRoles(ctx.project, connection, groups)) {
    await insertTeamGrant(trx, ctx.project.id, { teamId, userId, permissionId })
    const data = { id: permissionId, team_id: teamId, user_id: userId }
    await recordEvent(trx, ctx.project.id, { type: 'team_permission.created', data, now: ctx.now() })
    await recordAudit(trx, ctx, {
      action: 'permission.granted',
      target: { type: 'user', id: userId },
      details: { permission_id: permissionId, team_id: teamId, connection_id: connection.id },
    })
  }
}

/** The permissions for these groups, or else the default one. Those whose definition was deleted are left out. */
export function listRoles(
  { config }: Project,
  { team_id, settings: { roles } }: Pick<ConnectionRow, 'team_id' | 'settings'>,
  groups: readonly string[],
): string[] {
  if (team_id === null) return []
  const ofGroups = roles.groups.filter(({ group }) => groups.includes(group)).map((role) => role.permission_id)
  const wanted = ofGroups.length > 0 ? ofGroups : [roles.default_permission_id].filter((id) => id !== null)
  return [...new Set(wanted)].filter((id) => scopeOf(config, id) === 'team')
}
