import type { HandlerOutput, teamRoutes } from '@latchkey/contract'
import type { TeamRow } from './queries.ts'

/** The server's view of a team. The contract strips it down for clients. */
export type ServerTeamBody = HandlerOutput<(typeof teamRoutes)['GET /teams/{team_id}']>

export function toTeamBody(team: TeamRow): ServerTeamBody {
  return {
    id: team.id,
    display_name: team.display_name,
    profile_image_url: team.profile_image_url,
    client_metadata: team.client_metadata,
    client_read_only_metadata: team.client_read_only_metadata,
    created_at_millis: team.created_at.getTime(),
    server_metadata: team.server_metadata,
    second_factor_required_from_millis: team.second_factor_required_from?.getTime() ?? null,
  }
}
