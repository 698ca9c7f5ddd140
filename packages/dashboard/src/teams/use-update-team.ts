import type { BodyOf } from '../data/call.ts'
import { useApi } from '../data/data.ts'

export function useUpdateTeam(teamId: string): (body: BodyOf<'PATCH /teams/{team_id}'>) => Promise<unknown> {
  const { change } = useApi()
  return (body) => change('PATCH /teams/{team_id}', { params: { team_id: teamId }, body })
}
