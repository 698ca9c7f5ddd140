import type { Routes } from '@latchkey/contract'
import type { Call } from '../data/call.ts'
import { toUserFilter } from '../people/user-filter.ts'
import type { UserSearch } from './search.ts'

type Route = Routes['GET /internal/users']
export type ListedUser = Route['response']['admin']['items'][number]

export interface UserPage {
  users: ListedUser[]
  /** The cursor of the next page, or null at the end. */
  nextCursor: string | null
  /** Of the project, regardless of most filters. */
  totalCount: number
}

/** Of the list on the page. */
export const pageSize = 50

/** Each request scans a limited number of users. If few match, keep requesting for this long. */
const patienceMillis = 2000

/** A page of the list, or the matches found within the time limit. */
export async function loadUsers(call: Call, search: UserSearch, limit: number): Promise<UserPage> {
  const until = Date.now() + patienceMillis
  const users: ListedUser[] = []
  let cursor = search.cursor ?? null
  let totalCount = 0
  do {
    const query = { ...toQuery(search), limit: limit - users.length, ...(cursor && { cursor }) }
    const { items, pagination, total_users } = await call('GET /internal/users', { query })
    users.push(...items)
    cursor = pagination.next_cursor
    totalCount = total_users
  } while (cursor && users.length < limit && Date.now() < until)
  return { users, nextCursor: cursor, totalCount }
}

/** All matches, one page at a time. */
export async function* loadAllUsers(call: Call, { cursor: _, ...search }: UserSearch): AsyncGenerator<ListedUser[]> {
  let cursor: string | null = null
  do {
    const query: Route['request']['query'] = { ...toQuery(search), limit: 200, ...(cursor && { cursor }) }
    const page: Route['response']['admin'] = await call('GET /internal/users', { query })
    yield page.items
    cursor = page.pagination.next_cursor
  } while (cursor)
}

/** Newest first, but names from A to Z. */
export const isDescending = ({ sort, oldest }: UserSearch) => (sort === 'name') === Boolean(oldest)

function toQuery(search: UserSearch): NonNullable<Route['request']['query']> {
  const { sort } = search
  return {
    order_by: sort === 'active' ? 'last_active_at' : (sort ?? 'signed_up_at'),
    desc: isDescending(search) ? 'true' : 'false',
    ...toUserFilter(search),
  }
}
