import { type RawBuilder, sql } from 'kysely'
import { maxListed } from '../db/bounded-list.ts'
import type { Db } from '../db/database.ts'
import {
  type ListedUser,
  listedInOrder,
  membersInOrder,
  recordsOf,
  type UserListOptions,
  usersById,
} from './page-queries.ts'
import { toSearchText, type UserRecord } from './queries.ts'
import { readId, searchUsers } from './search.ts'
import { findSearchScope, type SearchScope } from './search-scope.ts'
import { surveySearch } from './search-survey.ts'

/** Many times what a page of a common text takes, unless all who have it signed up together. */
const readPerUserOfPage = 50

/** One page in the order of sign-up, from the cursor on, and the id that the next page starts with. */
export async function listUserRecords(db: Db, projectId: string, options: UserListOptions) {
  const limit = Math.min(options.limit ?? maxListed, maxListed)
  const listed = await readPage(db, projectId, { ...options, limit })
  const records = listed.slice(0, limit).map(({ record }) => record)
  const fitting = records.includes(null) ? records.slice(0, records.indexOf(null)) : records
  return { users: fitting as UserRecord[], nextCursor: listed[fitting.length]?.id ?? null }
}

async function readPage(
  db: Db,
  projectId: string,
  options: UserListOptions & { limit: number },
): Promise<ListedUser[]> {
  const read = async (users: RawBuilder<unknown>) => (await recordsOf(users, options).execute(db)).rows

  const scope = await findSearchScope(db, projectId, options.teamId)
  const survey = scope && (await surveySearch(db, projectId, scope, toSearchText(options.query), options))
  if (!survey) return read(usersInOrder(projectId, scope, options))
  const { pieces, isCommon } = survey
  if (!isCommon) return searchUsers(db, projectId, scope, options, pieces)
  const { limit } = options
  const users = await read(usersInOrder(projectId, scope, options, (limit + 1) * readPerUserOfPage))
  return users.length > limit ? users : searchUsers(db, projectId, scope, options, pieces)
}

/** The users of a page and the one after them, read in their order; of no more than `maxRead`. */
export function usersInOrder(
  projectId: string,
  scope: SearchScope | undefined,
  options: UserListOptions,
  maxRead?: number,
): RawBuilder<unknown> {
  const condition = matchesQuery(options.query)
  if (!scope) return membersInOrder(projectId, options.teamId!, options, condition)
  const users = listedInOrder(projectId, scope, options, condition, maxRead)
  return scope.isOfUsers ? users : usersById(projectId, sql`SELECT id FROM (${users}) AS u`)
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
