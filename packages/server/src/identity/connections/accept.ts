import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { assertMayStart } from '../../accounts/users/required-connection.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import { findRequiredConnections } from '../../projects/team-policy-queries.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'
import { insertTeamGrant } from '../../teams/permissions/queries.ts'
import { getTeamForShare } from '../../teams/queries.ts'
import { joinTeam } from '../../teams/team-memberships/join.ts'
import { hasLeftTeam } from '../../teams/team-memberships/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'
import type { ProviderProfile } from '../oauth/providers/provider.ts'
import { domainOfAddress } from './domains/name.ts'
import { hasProvenDomain, isProvenDomain } from './domains/queries.ts'
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
 * Adds the user to the team of the connection with the role of their groups. Only the first sign-in does: whoever was
 * removed from the team stays out of it, with every connection of the team. Once the team has proven a domain, it does so
 * only for addresses in its domains, because some providers let anybody register.
 */
export async function joinTeamOfConnection(
  trx: Db,
  ctx: Context,
  connection: ConnectionRow,
  userId: string,
  { isEmailVerified, groups = [] }: ProviderProfile,
): Promise<void> {
  const { team_id: teamId } = connection
  if (teamId === null) return
  if (!isEmailVerified && (await hasProvenDomain(trx, ctx.project.id, teamId))) return
  // Nobody joins two teams at once of which each requires its own connection.
  await findUserForUpdate(trx, ctx.project.id, userId)
  await getTeamForShare(trx, ctx.project.id, teamId)
  if (await hasLeftTeam(trx, ctx.project.id, teamId, userId)) return
  await assertLeadsToSession(trx, ctx, connection, userId)
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

/** Another team of the user may require its own connection: then this sign-in would only add a member who is not let in. */
async function assertLeadsToSession(trx: Db, ctx: Context, { id }: ConnectionRow, userId: string): Promise<void> {
  if (!ctx.project.has_team_policies) return
  const required = await findRequiredConnections(trx, ctx.project.id, userId)
  assertMayStart(required, { connectionId: id, isImpersonation: false, methods: [] })
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
