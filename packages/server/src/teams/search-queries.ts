import { sql } from 'kysely'
import { searchFor } from '../accounts/users/search-queries.ts'
import { placeShape, readCursor, toCursor } from '../platform/db/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage, type Source } from '../platform/db/keyset.ts'

export interface FoundTeam {
  id: string
  display_name: string
  profile_image_url: string | null
  created_at_millis: number
}

interface TeamSearch {
  query: string
  limit: number
  cursor: string | undefined
}

/** One page from the cursor on, newest first. */
export async function searchTeams(db: Db, projectId: string, { query, limit, cursor }: TeamSearch) {
  const text = query.trim().toLowerCase()
  const search = text ? searchFor(projectId, 't', text) : undefined
  const teams: Source = {
    from: sql`teams t`,
    where: sql`t.project_id = ${projectId}`,
    key: sql`t.created_at`,
    id: sql`t.id`,
  }
  const list = {
    projectId,
    alias: 't',
    isDescending: true,
    inOrder: [teams],
    sets: search?.isIndexed ? [{ ...teams, where: search.isIndexed }] : [],
    conditions: search ? [search.matches] : [],
    columns: sql`t.id, t.display_name, t.profile_image_url,
      (extract(epoch FROM t.created_at) * 1000)::bigint AS created_at_millis`,
    joins: sql``,
  }
  const { rows, next } = await readPage<FoundTeam>(db, list, { limit, start: readCursor(cursor, placeShape) })
  return { rows, nextCursor: next && toCursor(next.micros, next.id) }
}
