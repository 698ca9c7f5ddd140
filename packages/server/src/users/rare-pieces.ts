import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const placeCount = 10
const usersPerPlace = 100
/** No character that anybody writes. */
const separator = '\uFFFE'
/** A text that more of them have is common. */
const commonShare = 0.005
const pieceLength = 3
/** More would hardly narrow the search any further, and each of them is a list to be compared. */
const maxPieces = 8
/** What comes after this in a long text does not help to find it. */
const maxTextLength = 100

/**
 * The pieces of a text to look up in the index of search texts, the rarest ones: of an address such as
 * `ada.1815@example.com` everybody has most. Undefined for a text that is too short for the index, or that so many users
 * have that reading them in their order finds a page of them sooner.
 */
export async function findRarePieces(db: Db, projectId: string, text: string): Promise<string[] | undefined> {
  // Whole characters, because half of one is found nowhere.
  const characters = Array.from(text)
  if (characters.length < pieceLength) return undefined
  const sample = await sampleSearchTexts(db, projectId)
  if (countTexts(sample, text) > sample.length * commonShare) return undefined
  return [...new Set(piecesOf(characters.slice(0, maxTextLength)))]
    .map((piece) => ({ piece, commonness: countTexts(sample, piece) }))
    .sort((a, b) => a.commonness - b.commonness)
    .slice(0, maxPieces)
    .map(({ piece }) => piece)
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
async function sampleSearchTexts(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ texts: string | null }>`
    SELECT string_agg(neighbours.search_text, ${separator}) AS texts FROM (
      SELECT signed_up_at, id FROM users WHERE project_id = ${projectId} AND id >= ${randomUUID()} ORDER BY id LIMIT ${placeCount}
    ) AS places CROSS JOIN LATERAL (
      SELECT search_text FROM users
      WHERE project_id = ${projectId} AND (signed_up_at, id) >= (places.signed_up_at, places.id)
      ORDER BY signed_up_at, id LIMIT ${usersPerPlace}
    ) AS neighbours`.execute(db)
  return rows[0]?.texts?.split(separator) ?? []
}
