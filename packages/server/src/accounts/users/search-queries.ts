import { type RawBuilder, sql } from 'kysely'
import { toSearchText } from './queries.ts'

/** The index has pieces of three characters. */
const shortestIndexed = 3
/** More pieces take longer to intersect and hardly exclude anything. */
const longestIndexed = 20

interface Search {
  /** The text is a part of a name or email address, or the row has the ID. */
  matches: RawBuilder<unknown>
  /** The same and possibly more, from the index; undefined if the text is too short for it. */
  isIndexed: RawBuilder<unknown> | undefined
}

/** For users and teams. */
export function searchFor(projectId: string, alias: string, query: string): Search {
  const row = sql.id(alias)
  const text = toSearchText(query)
  const id = readId(query)
  const hasId = id ? sql`OR (${row}.project_id = ${projectId} AND ${row}.id = ${id})` : sql``
  const characters = Array.from(text)
  const indexed = characters.slice(0, longestIndexed).join('')
  const hasKeys = sql`search_keys(${row}.project_id, ${row}.search_text) @> search_keys(${projectId}, ${indexed})`
  return {
    matches: sql`(strpos(${row}.search_text, ${text}) > 0 ${hasId})`,
    isIndexed: characters.length < shortestIndexed ? undefined : sql`(${hasKeys} ${hasId})`,
  }
}

const completeId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A complete ID, whatever surrounds it. */
function readId(query: string): string | undefined {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return completeId.test(id) ? id : undefined
}
