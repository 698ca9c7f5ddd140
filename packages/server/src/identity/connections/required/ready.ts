import type { Context } from '../../../http/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { getTeamForUpdate, type TeamRow } from '../../../teams/queries.ts'
import { listUnreadyMembers, type NamedMember } from './queries.ts'

const maxNamed = 3

export async function assertReady(trx: Db, ctx: Context, team: TeamRow): Promise<void> {
  const options = { breakGlassUserId: team.break_glass_user_id, limit: maxNamed }
  const { members, count } = await listUnreadyMembers(trx, ctx.project.id, team.id, options)
  // Whoever only has a set-up link does not see who is in the team.
  if (count > 0) throw new PlainError(409, describeUnready(ctx.setupOf ? [] : members, count))
}

/** After a change by which members of a team that requires its connection could lose their only way to sign in. */
export async function assertStillReady(trx: Db, ctx: Context, teamId: string | null): Promise<void> {
  if (teamId === null) return
  const team = await getTeamForUpdate(trx, ctx.project.id, teamId)
  if (team.connection_required_at) await assertReady(trx, ctx, team)
}

function describeUnready(members: readonly NamedMember[], count: number): string {
  const names = members.map(
    ({ display_name, primary_email }) => display_name ?? primary_email ?? 'somebody without a name',
  )
  const others = count - names.length
  const all = others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
  const who = names.length > 0 ? `: ${all}` : ''
  return `${count === 1 ? 'One member' : `${count} members`} could not sign in with the connection${who}. They need a verified address in a proven domain, or have to sign in with it once.`
}
