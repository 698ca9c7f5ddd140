import { sql } from 'kysely'
import { maxListed, maxListedBytes } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import { inOrder, type UserPageOptions, usersInOrder } from './page-queries.ts'
import { toSearchText, type UserRecord, userColumns, userJoins } from './queries.ts'
import { hasText, isIndexed, usersWithText } from './search.ts'

export type UserListOptions = Omit<UserPageOptions, 'limit'> & { limit: number | undefined }

/** Without a record: those who have no room in the response any more. */
interface ListedUser {
  id: string
  record: UserRecord | null
}

/** One page in the order of sign-up, from the cursor on, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const limit = Math.min(options.limit ?? maxListed, maxListed)
  const { rows } = await pageOfUsers(projectId, { ...options, limit }).execute(db)
  const records = rows.slice(0, limit).map(({ record }) => record)
  const fitting = records.includes(null) ? records.slice(0, records.indexOf(null)) : records
  return { users: fitting as UserRecord[], nextCursor: rows[fitting.length]?.id ?? null }
}

/** The users of a page and the one after them. What belongs to them is looked up once it is known who they are. */
export function pageOfUsers(projectId: string, options: UserPageOptions) {
  const text = toSearchText(options.query)
  const users = isIndexed(text)
    ? usersWithText(projectId, options)
    : usersInOrder(projectId, options, hasText(text), options.limit + 1)
  return sql<ListedUser>`
    SELECT s.id, CASE WHEN s.place = 1 OR s.bytes <= ${maxListedBytes} THEN s.record END AS record FROM (
      SELECT j.id, j.record, sum(octet_length(j.record::text)) OVER w AS bytes, row_number() OVER w AS place FROM (
        SELECT r.id, to_json(r) AS record FROM (
          SELECT ${sql.raw(userColumns)} FROM (${users}) AS u ${sql.raw(userJoins)} ${inOrder(options.isDescending)}
        ) AS r OFFSET 0
      ) AS j WINDOW w AS (ROWS UNBOUNDED PRECEDING)
    ) AS s`
}
