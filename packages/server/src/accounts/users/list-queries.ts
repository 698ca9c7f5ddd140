import { sql } from 'kysely'
import { maxListed, maxListedBytes } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'
import { inOrder, type UserPageOptions, usersInOrder } from './page-queries.ts'
import { toSearchText, type UserRecord, userColumns, userJoins } from './queries.ts'
import { hasText, usersWithText } from './search-queries.ts'

export type UserListOptions = Omit<UserPageOptions, 'limit'> & { limit: number | undefined }

/** One page in sign-up order, starting at the cursor, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const limit = Math.min(options.limit ?? maxListed, maxListed)
  const { rows } = await pageOfUsers(projectId, { ...options, limit }).execute(db)
  const records = rows.slice(0, limit).map(({ record }) => record)
  const fitting = records.includes(null) ? records.slice(0, records.indexOf(null)) : records
  return { users: fitting as UserRecord[], nextCursor: rows[fitting.length]?.id ?? null }
}

/** The users of a page and the one after them, with their records as long as they fit into the response. */
export function pageOfUsers(projectId: string, options: UserPageOptions) {
  const order = inOrder(options.isDescending)
  const text = toSearchText(options.query)
  const isIndexed = Array.from(text).length >= 3
  const users = isIndexed
    ? usersWithText(projectId, options)
    : usersInOrder(projectId, options, hasText(text), options.limit + 1)
  return sql<{ id: string; record: UserRecord | null }>`
    SELECT s.id, CASE WHEN s.place = 1 OR s.bytes <= ${maxListedBytes} THEN s.record END AS record FROM (
      SELECT j.id, j.record, sum(octet_length(j.record::text)) OVER w AS bytes, row_number() OVER w AS place FROM (
        SELECT r.id, to_json(r) AS record FROM (
          SELECT ${sql.raw(userColumns)} FROM (SELECT u.* FROM (${users}) AS u ${order} LIMIT ${options.limit + 1}) AS u
          ${sql.raw(userJoins)} ${order}
        ) AS r OFFSET 0
      ) AS j WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS s`
}
