import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listedInOrder, type UserListOptions } from './page-queries.ts'
import type { SearchScope } from './search-scope.ts'

const placeCount = 10
const usersPerPlace = 100
/** No character that anybody writes. */
const separator = '\uFFFE'
const usersAtStart = 200
/** A text that more of them have is common, unless hardly anybody has it where the page begins. */
const commonShare = 0.03
const leastShareAtStart = 0.01
/** So many there are enough by themselves. */
const commonShareAtStart = 0.2
const pieceLength = 3
/** More would hardly narrow the search any further, and each of them is a list to be compared. */
const maxPieces = 2
/** What comes after this in a long text does not help to find it. */
const maxTextLength = 100

export interface SearchSurvey {
  /** So many have the text, among all and where the page begins, that reading users in their order fills it sooner. */
  isCommon: boolean
  /** What to look up in the index of search texts: of an address such as `ada.1815@example.com` everybody has most. */
  pieces: string[]
}

/** How to find a text, by what a sample of users has. Undefined when the index of search texts is of no use. */
export async function surveySearch(
  db: Db,
  projectId: string,
  scope: SearchScope,
  text: string,
  options: UserListOptions,
): Promise<SearchSurvey | undefined> {
  // Whole characters, because half of one is found nowhere.
  const characters = Array.from(text)
  if (characters.length < pieceLength) return undefined
  const { sample, start } = await sampleSearchTexts(db, projectId, scope, options)
  const pieces = [...new Set(piecesOf(characters.slice(0, maxTextLength)))]
    .map((piece) => ({ piece, commonness: countTexts(sample, piece) }))
    .sort((a, b) => a.commonness - b.commonness)
    .slice(0, maxPieces)
    .map(({ piece }) => piece)
  const share = countTexts(sample, text) / sample.length
  const shareAtStart = countTexts(start, text) / start.length
  const isCommon = shareAtStart > commonShareAtStart || (share > commonShare && shareAtStart > leastShareAtStart)
  return { isCommon, pieces }
}

function piecesOf(characters: string[]): string[] {
  return characters.slice(pieceLength - 1).map((_, place) => characters.slice(place, place + pieceLength).join(''))
}

function countTexts(texts: string[], part: string): number {
  return texts.filter((text) => text.includes(part)).length
}

/**
 * Ids are random, so the users from any id on are a random choice. With each comes who signed up next: they are close to
 * each other in the table, and reading a hundred of them costs little more than reading one.
 */
async function sampleSearchTexts(db: Db, projectId: string, scope: SearchScope, options: UserListOptions) {
  const first = listedInOrder(projectId, scope, { ...options, limit: undefined }, sql`true`, usersAtStart)
  const { rows } = await sql<{ sample: string | null; start: string | null }>`
    SELECT string_agg(neighbours.search_text, ${separator}) AS sample,
      (SELECT string_agg(search_text, ${separator}) FROM (${first}) AS first) AS start
    FROM (
      SELECT u.signed_up_at, u.id FROM ${scope.table} u
      WHERE ${scope.has} AND u.id >= ${randomUUID()} ORDER BY u.id LIMIT ${placeCount}
    ) AS places CROSS JOIN LATERAL (
      SELECT u.search_text FROM ${scope.table} u
      WHERE ${scope.has} AND (u.signed_up_at, u.id) >= (places.signed_up_at, places.id)
      ORDER BY u.signed_up_at, u.id LIMIT ${usersPerPlace}
    ) AS neighbours`.execute(db)
  const { sample, start } = rows[0]!
  return { sample: sample?.split(separator) ?? [], start: start?.split(separator) ?? [] }
}
