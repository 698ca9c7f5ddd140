import { hiddenSecret, isSecretPath } from '../project-config/seal.ts'

/** The fields of something that owners edit: a value for every path. */
export type Fields = ReadonlyMap<string, unknown>

export interface Sides {
  /** At the revision that the save is based on. Undefined if the history no longer has it. */
  base: Fields | undefined
  /** What the save makes of that. */
  mine: Fields
  /** What is stored now. */
  theirs: Fields
}

interface Merge {
  /** Fields that the save leaves as they were, but others have changed. They stay as they are now. */
  kept: string[]
  /** Fields, or whole entries, that the save and others have changed differently. */
  conflicts: string[]
}

/**
 * Compares field by field. `entriesOf` lists the entries that a field is in, the outermost first: an entry that one side
 * removed or gave other fields, or that both have added, is a conflict as a whole, because half an entry is of no use.
 */
export function mergeFields(sides: Sides, entriesOf: (path: string) => string[]): Merge {
  const { base, mine, theirs } = sides
  const isWhole = wholeEntries(sides)
  const conflicts = new Set<string>()
  const kept: { path: string; entries: string[] }[] = []
  for (const path of listPaths(base, mine, theirs)) {
    if (isSame(mine.get(path), theirs.get(path))) continue
    const isMine = !base || !isSame(mine.get(path), base.get(path))
    const isTheirs = !base || !isSame(theirs.get(path), base.get(path))
    const entries = [...entriesOf(path), ...parentsOf(path).filter(isWhole.value)].sort((a, b) => a.length - b.length)
    const isInReplaced = entries.some((entry) => isWhole.replacedBy(isMine ? 'theirs' : 'mine', entry))
    if ((isMine && isTheirs) || isInReplaced) conflicts.add(entries.find(isWhole.either) ?? path)
    else if (!isMine) kept.push({ path, entries })
  }
  const isOpen = ({ path, entries }: (typeof kept)[number]) => [path, ...entries].some((place) => conflicts.has(place))
  return {
    kept: kept.filter((field) => !isOpen(field)).map(({ path }) => path),
    conflicts: [...conflicts].sort(),
  }
}

/**
 * Their entries, then those that I have added, without what either has removed. Undefined if that is not a choice of its
 * own.
 */
export function uniteLists(base: unknown, mine: unknown, theirs: unknown): unknown[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined
  const isRemoved = (entry: unknown) => base.includes(entry) && !(mine.includes(entry) && theirs.includes(entry))
  const both = [...new Set([...theirs, ...mine])].filter((entry) => !isRemoved(entry))
  const isOneSide = [mine, theirs].some((side) => isSame([...side].sort(), [...both].sort()))
  return both.length === 0 || isOneSide ? undefined : both
}

/** The fields in which two states differ. An entry that only one of them has is one difference. */
export function listDifferentPlaces(a: Fields, b: Fields, entriesOf: (path: string) => string[]): string[] {
  const [inA, inB] = [placesOf(a), placesOf(b)]
  const isOnOneSide = (entry: string) => inA.has(entry) !== inB.has(entry)
  const paths = [...listPaths(a, b)].filter((path) => !isSame(a.get(path), b.get(path)))
  return [...new Set(paths.map((path) => entriesOf(path).find(isOnOneSide) ?? path))].sort()
}

/** The value at a place: of one field, or of all fields below as one tree. Undefined if there is none. */
export function valueAt(fields: Fields, place: string): unknown {
  if (fields.has(place)) return shown(place, fields.get(place))
  const below = [...fields].filter(([path]) => isAt(path, place))
  if (below.length === 0) return undefined
  return Object.fromEntries(below.map(([path, value]) => [path.slice(place.length + 1), shown(path, value)]))
}

const shown = (path: string, value: unknown) => (isSecretPath(path) ? hiddenSecret : value)

const listPaths = (...sides: (Fields | undefined)[]) => new Set(sides.flatMap((side) => [...(side?.keys() ?? [])]))

/** Which entries one side has removed or given other fields, or both have added. */
function wholeEntries({ base, ...sides }: Sides) {
  const existing = { base: placesOf(base), mine: placesOf(sides.mine), theirs: placesOf(sides.theirs) }
  const removedBy = (side: 'mine' | 'theirs', entry: string) => existing.base.has(entry) && !existing[side].has(entry)
  /** Whether the keys are shared or own decides which other fields there are. */
  const switchedBy = (side: 'mine' | 'theirs', entry: string) => {
    const [before, after] = [base, sides[side]].map((fields) => fields?.get(`${entry}.isShared`))
    return before !== undefined && after !== undefined && before !== after
  }
  /** Whether the field with other fields below, such as all prices of an offer, became a value of its own, or was one. */
  const turnedBy = (side: 'mine' | 'theirs', entry: string) =>
    existing.base.has(entry) && base?.has(entry) !== sides[side].has(entry)
  const value = (place: string) => [base, sides.mine, sides.theirs].some((fields) => fields?.has(place))
  const replacedBy = (side: 'mine' | 'theirs', entry: string) =>
    removedBy(side, entry) || switchedBy(side, entry) || turnedBy(side, entry)
  const isAddedByBoth = (entry: string) =>
    base !== undefined && !existing.base.has(entry) && existing.mine.has(entry) && existing.theirs.has(entry)
  const either = (entry: string) => isAddedByBoth(entry) || replacedBy('mine', entry) || replacedBy('theirs', entry)
  return { replacedBy, either, value }
}

/** All paths that have a field below them. */
function placesOf(fields: Fields = new Map()): Set<string> {
  const places = new Set<string>()
  for (const path of fields.keys()) {
    for (const parent of parentsOf(path)) places.add(parent)
    places.add(path)
  }
  return places
}

/** `a.b.c` → `a.b` and `a`. */
function parentsOf(path: string): string[] {
  const parents: string[] = []
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) parents.push(path.slice(0, end))
  return parents
}

/** Whether the path is the place, or below it. */
export const isAt = (path: string, place: string) => path === place || path.startsWith(`${place}.`)

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
