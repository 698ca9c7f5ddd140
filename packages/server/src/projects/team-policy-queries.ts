import type { Db } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared.ts'

/** A team that requires a second factor of its members. */
export interface TeamPolicy {
  display_name: string
  from_millis: number
}

/** The policy that applies first to a user of the project $1. Of all teams of the user, not only the selected one. */
export const findTeamPolicy = (userId: string) => `(
  SELECT json_build_object(
    'display_name', p.display_name, 'from_millis', (extract(epoch FROM p.second_factor_required_from) * 1000)::bigint
  )
  FROM team_memberships m JOIN teams p ON p.project_id = m.project_id AND p.id = m.team_id
  WHERE m.project_id = $1 AND m.user_id = ${userId} AND p.second_factor_required_from IS NOT NULL
  ORDER BY p.second_factor_required_from, p.id LIMIT 1
)`

/** A team whose members sign in only with one of its connections. */
export interface RequiredConnection {
  team_id: string
  display_name: string
  /** Those that are active, the oldest first. */
  connection_ids: string[]
  /** Whether the user is the one member who may also use a password and a second factor. */
  is_break_glass: boolean
}

/** All such teams of a user of the project $1, or null. */
export const listRequiredConnections = (userId: string) => `(
  SELECT json_agg(json_build_object(
    'team_id', p.id, 'display_name', p.display_name, 'is_break_glass', p.break_glass_user_id IS NOT DISTINCT FROM m.user_id,
    'connection_ids', (
      SELECT coalesce(json_agg(c.id ORDER BY c.created_at, c.id), '[]'::json) FROM connections c
      WHERE c.project_id = p.project_id AND c.team_id = p.id AND c.is_active
    )
  ) ORDER BY p.connection_required_at, p.id)
  FROM team_memberships m JOIN teams p ON p.project_id = m.project_id AND p.id = m.team_id
  WHERE m.project_id = $1 AND m.user_id = ${userId} AND p.connection_required_at IS NOT NULL
)`

const queryRequired = prepareQuery<{ required: RequiredConnection[] | null }>(
  'find required connections',
  `SELECT ${listRequiredConnections('$2')} AS required`,
)

export async function findRequiredConnections(
  db: Db,
  projectId: string,
  userId: string,
): Promise<RequiredConnection[]> {
  const { rows } = await queryRequired(db, [projectId, userId])
  return rows[0]?.required ?? []
}
