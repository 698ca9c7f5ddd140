import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { listedInOrder, type UserListOptions } from './page-queries.ts'

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
/** A team that has no more members is read whole sooner than everybody with the text. */
const smallTeamSize = 1_000
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
  text: string,
  options: UserListOptions,
): Promise<SearchSurvey | undefined> {
  // Whole characters, because half of one is found nowhere.
  const characters = Array.from(text)
  if (characters.length < pieceLength) return undefined
  const { sample, start, isSmallTeam } = await sampleSearchTexts(db, projectId, options)
  if (isSmallTeam) return undefined
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
async function sampleSearchTexts(db: Db, projectId: string, options: UserListOptions) {
  const first = listedInOrder(projectId, { ...options, limit: undefined }, sql`true`, usersAtStart)
  const { rows } = await sql<{ sample: string | null; start: string | null; isSmallTeam: boolean }>`
    SELECT string_agg(neighbours.search_text, ${separator}) AS sample,
      (SELECT string_agg(search_text, ${separator}) FROM (${first}) AS first) AS start,
      ${isSmall(projectId, options.teamId)} AS "isSmallTeam"
    FROM (
      SELECT signed_up_at, id FROM users WHERE project_id = ${projectId} AND id >= ${randomUUID()} ORDER BY id LIMIT ${placeCount}
    ) AS places CROSS JOIN LATERAL (
      SELECT search_text FROM users
      WHERE project_id = ${projectId} AND (signed_up_at, id) >= (places.signed_up_at, places.id)
      ORDER BY signed_up_at, id LIMIT ${usersPerPlace}
    ) AS neighbours`.execute(db)
  const { sample, start, isSmallTeam } = rows[0]!
  return { sample: sample?.split(separator) ?? [], start: start?.split(separator) ?? [], isSmallTeam }
}

function isSmall(projectId: string, teamId: string | undefined): RawBuilder<boolean> {
  if (!teamId) return sql`false`
  return sql`(
    SELECT count(*) FROM (
      SELECT FROM team_memberships WHERE project_id = ${projectId} AND team_id = ${teamId} LIMIT ${smallTeamSize + 1}
    ) AS members
  ) <= ${smallTeamSize}`
}
