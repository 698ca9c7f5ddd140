import { KnownError } from '@latchkey/contract'
import type { RequiredConnection } from '../../projects/team-policy-queries.ts'

interface Session {
  connectionId: string | null | undefined
  isImpersonation: boolean
}

/** The team that does not let the user in with this session. Impersonation needs no way to sign in of the user's own. */
export function findRefusingTeam(
  required: readonly RequiredConnection[] | null | undefined,
  { connectionId, isImpersonation }: Session,
): RequiredConnection | undefined {
  if (isImpersonation) return undefined
  return required?.find(
    // Sessions of the break-glass member were checked when they began.
    (team) => !team.is_break_glass && !(connectionId && team.connection_ids.includes(connectionId)),
  )
}

/**
 * For a new session. Returns the teams that the break-glass member enters with password and second factor instead of the
 * connection.
 */
export function assertMayStart(
  required: readonly RequiredConnection[],
  session: Session & { methods: readonly string[] },
): RequiredConnection[] {
  const isProven = session.methods.includes('pwd') && session.methods.includes('mfa')
  const refusing = findRefusingTeam(
    required.map((team) => ({ ...team, is_break_glass: team.is_break_glass && isProven })),
    session,
  )
  if (refusing) throw connectionRequired(refusing)
  return required.filter(
    (team) => team.is_break_glass && findRefusingTeam([{ ...team, is_break_glass: false }], session) !== undefined,
  )
}

export function connectionRequired({
  display_name,
  connection_ids,
}: Pick<RequiredConnection, 'display_name' | 'connection_ids'>) {
  const [id] = connection_ids
  return new KnownError('CONNECTION_REQUIRED', {
    team_display_name: display_name,
    provider_id: id === undefined ? null : `sso_${id}`,
  })
}
