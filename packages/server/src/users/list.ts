import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listedInOrder, recordsOf, type UserListOptions } from './page-queries.ts'
import { toSearchText, type UserRecord } from './queries.ts'
import { readId, searchUsers } from './search.ts'
import { surveySearch } from './search-survey.ts'

/** Many times what a page of a common text takes, unless all who have it signed up together. */
const readPerUserOfPage = 50

/** One page in the order of sign-up, from the cursor on, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const users = await readPage(db, projectId, options)
  const { limit } = options
  const hasMore = limit !== undefined && users.length > limit
  return { users: hasMore ? users.slice(0, limit) : users, nextCursor: hasMore ? users[limit]!.id : null }
}

async function readPage(db: Db, projectId: string, options: UserListOptions): Promise<UserRecord[]> {
  const read = async (users: RawBuilder<unknown>) =>
    (await recordsOf(users, options).execute(db)).rows.map(({ record }) => record)

  const survey = await surveySearch(db, projectId, toSearchText(options.query), options)
  if (!survey) return read(usersInOrder(projectId, options))
  const { pieces, isCommon } = survey
  if (!isCommon) return searchUsers(db, projectId, options, pieces)
  const { limit } = options
  if (limit === undefined) return read(usersInOrder(projectId, options))
  const users = await read(usersInOrder(projectId, options, (limit + 1) * readPerUserOfPage))
  return users.length > limit ? users : searchUsers(db, projectId, options, pieces)
}

/** The users of a page and the one after them, read in their order; of no more than `maxRead`. */
export function usersInOrder(projectId: string, options: UserListOptions, maxRead?: number): RawBuilder<unknown> {
  return listedInOrder(projectId, options, matchesQuery(options.query), maxRead)
}

/** A literal part of the display name or of a contact channel is searched for, or a whole id. */
function matchesQuery(query: string): RawBuilder<unknown> {
  if (query === '') return sql`true`
  const matchesText = sql`u.search_text LIKE ${toPattern(toSearchText(query))}`
  const id = readId(query)
  return id ? sql`(${matchesText} OR u.id = ${id})` : matchesText
}

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
