import type { Routes } from '@latchkey/contract'
import { type AdminOwnedProject, appInternalsSymbol } from '@latchkey/react'

export type FoundTeam = Routes['GET /internal/teams']['response']['admin']['items'][number]

/** One page of teams whose name contains the query, newest first. */
export async function findTeams(
  project: AdminOwnedProject,
  search: { query?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const { items, pagination } = await project.app[appInternalsSymbol].call('GET /internal/teams', { query: search })
  return { teams: items, nextCursor: pagination.next_cursor ?? undefined }
}

export const foundTeamNameOf = ({ display_name }: FoundTeam) => display_name || 'Unnamed team'
