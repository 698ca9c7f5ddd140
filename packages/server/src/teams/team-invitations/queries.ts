import type { OwnerRole } from '@latchkey/contract'
import { sql } from 'kysely'
import { type BoundedList, readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'

export interface OpenInvitation {
  id: string
  team_id: string
  recipient_email: string
  owner_role: OwnerRole | null
  expires_at: Date
}

/** Conditions for valid invitations to a team, written so that the index of invitations matches. */
function openInvitationsOf(projectId: string, teamId: string, now: Date) {
  return sql`kind = 'team-invitation' AND project_id = ${projectId} AND data ->> 'team_id' = ${teamId}
    AND used_at IS NULL AND expires_at > ${now}`
}

export async function listOpenInvitations(
  db: Db,
  projectId: string,
  teamId: string,
  { now, cursor }: { now: Date; cursor?: string | undefined },
): Promise<BoundedList<OpenInvitation>> {
  const query = sql<OpenInvitation>`
    SELECT data ->> 'invitation_id' AS id, data ->> 'team_id' AS team_id, data ->> 'email' AS recipient_email,
      data ->> 'role' AS owner_role, expires_at
    FROM verification_codes WHERE ${openInvitationsOf(projectId, teamId, now)}
    ORDER BY created_at, id`
  return readBounded(db, query, cursor)
}

export async function deleteOpenInvitation(
  db: Db,
  projectId: string,
  invitation: { teamId: string; id: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM verification_codes
    WHERE ${openInvitationsOf(projectId, invitation.teamId, now)} AND data ->> 'invitation_id' = ${invitation.id}`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Those that an owner has sent, and those to an address of theirs. */
export async function deleteInvitationsOfOwner(
  db: Db,
  projectId: string,
  { userId, teamIds }: { userId: string; teamIds: string[] },
): Promise<void> {
  await sql`
    DELETE FROM verification_codes
    WHERE kind = 'team-invitation' AND project_id = ${projectId} AND data ->> 'team_id' = ANY(${teamIds}::text[])
      AND used_at IS NULL AND (data ->> 'inviter_id' = ${userId} OR lower(data ->> 'email') IN (
        SELECT lower(value) FROM contact_channels
        WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email'
      ))`.execute(db)
}

/** Open invitations of the team to an address of the user. */
export async function deleteInvitationsToUser(
  db: Db,
  projectId: string,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<void> {
  await sql`
    DELETE FROM verification_codes
    WHERE kind = 'team-invitation' AND project_id = ${projectId} AND data ->> 'team_id' = ${teamId}
      AND used_at IS NULL AND lower(data ->> 'email') IN (
        SELECT lower(value) FROM contact_channels
        WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email'
      )`.execute(db)
}
