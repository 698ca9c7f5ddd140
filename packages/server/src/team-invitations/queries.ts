import { sql } from 'kysely'
import { type BoundedList, readBounded } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'

export interface OpenInvitation {
  id: string
  team_id: string
  recipient_email: string
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
    SELECT data ->> 'invitation_id' AS id, data ->> 'team_id' AS team_id, data ->> 'email' AS recipient_email, expires_at
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
