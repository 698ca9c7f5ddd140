import { type RawBuilder, sql } from 'kysely'
import { inOrder, joinUser, type UserPageOptions, usersInOrder } from './page-queries.ts'
import { toSearchText } from './queries.ts'

/**
 * The minimum number of users read in list order before the search index is used; four times the page size if that is
 * more.
 */
const fewestRead = 1_000
/** The more pieces are looked up, the longer the intersection takes; the rarest are the most selective. */
const maxPieces = 3
/** Text beyond this length hardly helps to find anything. */
const maxIndexedLength = 60
/** A large enough sample to tell rare pieces from common ones. */
const usersCompared = 200

/** Searches for a literal part of the display name or of a contact channel. */
export function hasText(text: string): RawBuilder<unknown> {
  return sql`strpos(u.search_text, ${text}) > 0`
}

/**
 * The users of a page who match the text or the id, and possibly more. Reading in list order fills the page if the text
 * is common. Otherwise the search index is used for the users after those, one fortnight of sign-ups at a time.
 */
export function usersWithText(projectId: string, options: UserPageOptions): RawBuilder<unknown> {
  const { query, isDescending, includeAnonymous, teamId, limit } = options
  const text = toSearchText(query)
  const order = inOrder(isDescending)
  const readCount = Math.max(fewestRead, 4 * limit)
  const end = sql`SELECT signed_up_at FROM users u WHERE project_id = ${projectId} ${inOrder(!isDescending)} LIMIT 1`
  const step = sql`interval ${sql.lit(isDescending ? '-336 hours' : '336 hours')}`
  const members = sql`
    FROM team_memberships m WHERE m.project_id = ${projectId} AND m.team_id = ${teamId} AND m.user_signed_up_at`
  const hasPieces = sql`
    search_keys(u.project_id, sign_up_fortnight(u.signed_up_at), search_pieces(u.search_text)) @> searched.keys`
  // Both indexes are read before any user, so it does not matter if many users match and many others are members.
  const signedUpLikeMember = sql`u.project_id = ${projectId} AND u.signed_up_at = ANY (ARRAY(
    SELECT m.user_signed_up_at ${members} >= fortnight AND m.user_signed_up_at < fortnight + interval '336 hours'
      AND EXISTS (SELECT FROM (SELECT u.* FROM users u WHERE ${hasPieces} OFFSET 0) AS u WHERE u.project_id = ${projectId})
  ))`
  const id = readId(query)
  const ofId = sql`${sql.ref(teamId ? 'm.user_id' : 'u.id')} = ${id}`
  return sql`
    WITH read AS MATERIALIZED (
      SELECT u.id, u.signed_up_at, u.search_text FROM (${usersInOrder(projectId, options, sql`true`, readCount)}) AS u
    ), near AS MATERIALIZED (
      SELECT u.id FROM read u WHERE ${hasText(text)} ${order} LIMIT ${limit + 1}
    ), last AS MATERIALIZED (
      SELECT u.id, u.signed_up_at FROM read u WHERE (SELECT count(*) FROM near) <= ${limit} ${order} OFFSET ${readCount - 1}
    ), pieces AS MATERIALIZED (
      SELECT piece FROM unnest(search_pieces(left(${text}, ${maxIndexedLength}))) AS piece ORDER BY (
        SELECT count(*) FROM (SELECT search_text FROM read LIMIT ${usersCompared}) AS u WHERE strpos(u.search_text, piece) > 0
      ) LIMIT ${maxPieces}
    ), far AS (
      -- Each LATERAL takes what comes before it row by row, so fortnights are searched in their order, and none too many.
      SELECT found.id FROM last
      CROSS JOIN generate_series(sign_up_fortnight(last.signed_up_at), sign_up_fortnight((${end})), ${step}) AS fortnight
      CROSS JOIN LATERAL (SELECT search_keys(${projectId}, fortnight, ARRAY(TABLE pieces)) AS keys OFFSET 0) AS searched
      CROSS JOIN LATERAL (
        SELECT u.id FROM (
          SELECT u.* FROM users u WHERE ${hasPieces} ${teamId ? sql`AND ${signedUpLikeMember}` : sql``} OFFSET 0
        ) AS u
        WHERE u.project_id = ${projectId} AND ${hasText(text)} ${includeAnonymous ? sql`` : sql`AND NOT u.is_anonymous`}
          AND (u.signed_up_at, u.id) ${sql.raw(isDescending ? '<' : '>')} (last.signed_up_at, last.id)
          ${teamId ? sql`AND (SELECT count(*) ${members} = u.signed_up_at AND m.user_id = u.id) = 1` : sql``}
        ${order} LIMIT ${limit + 1}
      ) AS found LIMIT ${limit + 1}
    )
    SELECT u.* FROM unnest(ARRAY(
      SELECT id FROM near UNION SELECT id FROM far
      ${id ? sql`UNION SELECT u.id FROM (${usersInOrder(projectId, options, ofId, 1)}) AS u` : sql``}
    )) AS found (id) ${joinUser(projectId, sql`found.id`)}`
}

const userId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A complete id, whatever surrounds it. */
export function readId(query: string): string | undefined {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return userId.test(id) ? id : undefined
}
