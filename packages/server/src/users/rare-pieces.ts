import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'

const sampleSize = 200
/** Shorter texts are looked up as they are. */
const minTextLength = 9
const maxTextLength = 100
const partLength = 6
const gramLength = 3
/** The index knows groups of letters and digits only. */
const isIndexed = /[\p{L}\p{N}]{3}/u

/**
 * A few characters of a long text that hardly anybody has, to be looked up instead of all of it. The index compares the
 * lists of all groups of three characters, and of an address such as `ada.1815@example.com` most lists are as long as
 * the project has users. Undefined when every part is common: then it is the whole that may be rare.
 */
export async function findRarePart(db: Db, projectId: string, text: string): Promise<string | undefined> {
  // Whole characters, because half of one is found nowhere.
  const characters = Array.from(text).slice(0, maxTextLength)
  if (characters.length < minTextLength) return undefined
  const sample = await sampleSearchTexts(db, projectId)
  const commonness = windowsOf(characters, gramLength).map((gram) => countTexts(sample, gram))
  const gramsPerPart = partLength - gramLength + 1
  const [rarest] = windowsOf(characters, partLength)
    .map((part, place) => ({ part, commonness: sum(commonness.slice(place, place + gramsPerPart)) }))
    .filter(({ part }) => isIndexed.test(part))
    .sort((a, b) => a.commonness - b.commonness)
  return rarest && countTexts(sample, rarest.part) === 0 ? rarest.part : undefined
}

function windowsOf(characters: string[], length: number): string[] {
  return characters.slice(length - 1).map((_, place) => characters.slice(place, place + length).join(''))
}

function countTexts(texts: string[], part: string): number {
  return texts.filter((text) => text.includes(part)).length
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
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
