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
