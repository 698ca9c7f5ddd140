import type { Routes } from '@latchkey/contract'
import { type AdminOwnedProject, appInternalsSymbol } from '@latchkey/react'

export type FoundTeam = Routes['GET /internal/teams']['response']['admin']['items'][number]

/** One page of teams whose name contains the query, newest first. Each request scans a limited number of teams. */
export async function findTeams(
  project: AdminOwnedProject,
  search: { query?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const { call } = project.app[appInternalsSymbol]
  let page = await call('GET /internal/teams', { query: search })
  while (page.items.length === 0 && page.pagination.next_cursor) {
    page = await call('GET /internal/teams', { query: { ...search, cursor: page.pagination.next_cursor } })
  }
  return { teams: page.items, nextCursor: page.pagination.next_cursor ?? undefined }
}

export const foundTeamNameOf = ({ display_name }: FoundTeam) => display_name || 'Unnamed team'
