import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'

const sampleSize = 200
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
  if (countTexts(sample, text) > sample.length / 100) return undefined
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

/** Ids are random, so the users from any id on are a random choice. */
async function sampleSearchTexts(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('search_text')
    .where('project_id', '=', projectId)
    .where('id', '>=', randomUUID())
    .orderBy('id')
    .limit(sampleSize)
    .execute()
  return rows.map((row) => row.search_text)
}
