import { sql } from 'kysely'
import { toSearchText } from '../accounts/users/queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { TeamRow } from './queries.ts'

export type FoundTeam = Pick<TeamRow, 'id' | 'display_name' | 'profile_image_url' | 'created_at'>

/** Read in list order before the index is asked: text that many teams have fills a page from these. */
const readFirst = 1_000
/** As many pieces of the text as the index is asked for. */
const maxPieces = 8

interface TeamSearch {
  query: string
  limit: number
  cursor: string | undefined
}

/** One page from the cursor on, newest first, and the ID that the next page starts with. Works like the search of users. */
export async function searchTeams(
  db: Db,
  projectId: string,
  { query, limit, cursor }: TeamSearch,
): Promise<{ teams: FoundTeam[]; nextCursor: string | null }> {
  const text = toSearchText(query.trim())
  const start = cursor
    ? sql`AND (t.created_at, t.id) <= (SELECT created_at, id FROM teams WHERE project_id = ${projectId} AND id = ${cursor})`
    : sql``
  const inOrder = sql`ORDER BY t.created_at DESC, t.id DESC`
  const ofProject = sql`SELECT t.id, t.display_name, t.profile_image_url, t.created_at, t.search_text FROM teams t WHERE t.project_id = ${projectId}`
  const matches = sql`(strpos(t.search_text, ${text}) > 0 OR t.id::text = ${text})`
  const isIndexed = Array.from(text).length >= 3
  const { rows } = isIndexed
    ? await sql<FoundTeam>`
      WITH read AS MATERIALIZED (
        ${ofProject} ${start} ${inOrder} LIMIT (SELECT ${readFirst}::integer)
      ), near AS MATERIALIZED (
        SELECT t.id FROM read t WHERE ${matches} ${inOrder} LIMIT ${limit + 1}
      ), last AS MATERIALIZED (
        SELECT t.id, t.created_at FROM read t WHERE (SELECT count(*) FROM near) <= ${limit} ${inOrder} OFFSET ${readFirst - 1}
      ), far AS (
        -- Each LATERAL takes what comes before it row by row, so fortnights are searched in their order, and none too many.
        SELECT found.id FROM last
        CROSS JOIN generate_series(
          sign_up_fortnight(last.created_at),
          sign_up_fortnight((SELECT t.created_at FROM teams t WHERE t.project_id = ${projectId} ORDER BY t.created_at LIMIT 1)),
          interval '-336 hours'
        ) AS fortnight
        CROSS JOIN LATERAL (
          SELECT search_keys(${projectId}, fortnight, (search_pieces(${text}))[1:${sql.lit(maxPieces)}]) AS keys OFFSET 0
        ) AS searched
        CROSS JOIN LATERAL (
          SELECT t.id FROM (
            SELECT t.* FROM teams t
            WHERE search_keys(t.project_id, sign_up_fortnight(t.created_at), search_pieces(t.search_text)) @> searched.keys
            OFFSET 0
          ) AS t
          WHERE t.project_id = ${projectId} AND ${matches} AND (t.created_at, t.id) < (last.created_at, last.id)
          ${inOrder} LIMIT ${limit + 1}
        ) AS found LIMIT ${limit + 1}
      ), by_id AS (
        ${ofProject} ${start} AND t.id::text = ${text} AND t.id = ${readId(text)}
      )
      SELECT t.id, t.display_name, t.profile_image_url, t.created_at FROM unnest(ARRAY(
        SELECT id FROM near UNION SELECT id FROM far UNION SELECT id FROM by_id
      )) AS found (id)
      CROSS JOIN LATERAL (${ofProject} AND t.id = found.id OFFSET 0) AS t
      ${inOrder} LIMIT ${limit + 1}`.execute(db)
    : await sql<FoundTeam>`
      ${ofProject} ${start} AND ${matches} ${inOrder} LIMIT (SELECT ${limit + 1}::integer)`.execute(db)
  return { teams: rows.slice(0, limit), nextCursor: rows[limit]?.id ?? null }
}

const teamId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A complete ID; null is equal to none. */
const readId = (text: string) => (teamId.test(text) ? text : null)
