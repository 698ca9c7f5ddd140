import { type FieldConflict, KnownError } from '@latchkey/contract'
import type { Db } from '../../platform/db/database.ts'
import {
  type ConfigChangeRow,
  findOldestChange,
  getPrevious,
  listChangesSince,
  type Subject,
} from '../project-config/history-queries.ts'
import type { Override } from '../project-config/override.ts'
import { hiddenSecret, isSecretPath } from '../project-config/seal.ts'
import type { SaveBasis } from './basis.ts'
import { type Fields, isAt, isSame, mergeFields, type Sides, uniteLists, valueAt } from './merge.ts'

export interface Save {
  subject: Subject
  basis: SaveBasis | undefined
  /** The current revision, locked until the end of the transaction. */
  revision: number
  theirs: Fields
  /** The fields of what the history keeps of the subject. */
  toFields: (stored: Override) => Fields
  /** What the save makes of an earlier state, or of the current one. */
  applyTo: (stored: Override | undefined) => Fields
  /** The entries that a field is in, the outermost first. */
  entriesOf?: (path: string) => string[]
  /** Fields with lists in no order, of which the entries of both can be kept. */
  lists?: readonly string[]
  /** What the thing is called. */
  nameOf: (path: string, fields: Fields) => string | null
}

/**
 * Compares a save with what others have changed since the revision it is based on. Returns the fields that have to stay
 * as they are now. Throws SAVE_CONFLICT for fields that both have changed.
 */
export async function settleSave(db: Db, projectId: string, save: Save): Promise<string[]> {
  const { basis, revision, subject, theirs, entriesOf = () => [] } = save
  if (!basis || basis.revision === revision) return []
  const all = await listChangesSince(db, projectId, basis.revision)
  const changes = all.filter((change) => change.subject === subject)
  const isComplete =
    all.length === revision - basis.revision ||
    (basis.revision < revision && (await findOldestChange(db, projectId, subject)) <= basis.revision)
  if (isComplete && changes.length === 0) return []
  const first = changes.at(-1)
  const previous = isComplete && first ? await getPrevious(db, projectId, first.revision) : undefined
  const { base, mine } = readSides(save, previous, changes)
  const { kept, conflicts } = mergeFields({ base, mine, theirs }, entriesOf)
  const resolved = basis.resolved && (await findUnchangedSince(db, projectId, save, basis.resolved.revision, changes))
  const open = conflicts.filter((place) => !resolved?.(place))
  if (open.length > 0) {
    const describe = (place: string) => describeConflict(place, { ...save, base, mine, changes })
    throw new KnownError('SAVE_CONFLICT', { revision, conflicts: open.map(describe) })
  }
  const keptPlaces = conflicts.filter((place) => basis.resolved?.keepTheirs.includes(place))
  const below = [...new Set([...mine.keys(), ...theirs.keys()])].filter((path) =>
    keptPlaces.some((place) => isAt(path, place)),
  )
  return [...kept, ...below]
}

/** Makes saves that belong together: the conflicts of all of them are one. `revision` is the one before all of them. */
export async function settleTogether(revision: number, saves: (() => Promise<void>)[]): Promise<void> {
  const conflicts: FieldConflict[] = []
  for (const save of saves) {
    await save().catch((error: unknown) => {
      if (!KnownError.is(error, 'SAVE_CONFLICT')) throw error
      conflicts.push(...error.details.conflicts)
    })
  }
  if (conflicts.length > 0) throw new KnownError('SAVE_CONFLICT', { revision, conflicts })
}

/** The history has no secrets, only that they were changed. */
function readSides(save: Save, previous: Override | undefined, changes: readonly ConfigChangeRow[]) {
  const { theirs, toFields, applyTo } = save
  const applied = previous && tryTo(() => applyTo(previous))
  if (!applied) return { base: undefined, mine: applyTo(undefined) }
  const [base, mine] = [new Map(toFields(previous)), new Map(applied)]
  const isChanged = wasChangedIn(changes)
  for (const path of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
    if (!isSecretPath(path)) continue
    if (!isChanged(path)) copyField(path, theirs, base)
    if (mine.get(path) === hiddenSecret) copyField(path, base, mine)
  }
  return { base, mine }
}

/** A field that is in neither must not appear: the entry around it would seem to have been there, and to be removed. */
function copyField(path: string, from: Fields, to: Map<string, unknown>): void {
  if (from.has(path)) to.set(path, from.get(path))
  else to.delete(path)
}

/** Undefined if the save is not possible there, such as one that refers to something that was created later. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const wasChangedIn = (changes: readonly ConfigChangeRow[]) => {
  const paths = new Set(changes.flatMap((change) => change.changes.map(({ path }) => path)))
  return (path: string) => paths.has(path)
}

/** Whether a place has not been changed again since the conflict that its author has seen. */
async function findUnchangedSince(
  db: Db,
  projectId: string,
  { theirs, toFields }: Save,
  revision: number,
  changes: readonly ConfigChangeRow[],
): Promise<(place: string) => boolean> {
  const later = changes.filter((change) => change.revision >= revision)
  const first = later.at(-1)
  if (!first) return () => true
  const seen = toFields(await getPrevious(db, projectId, first.revision))
  const isChanged = wasChangedIn(later)
  const isUnchanged = (path: string) =>
    isSecretPath(path) ? !isChanged(path) : isSame(seen.get(path), theirs.get(path))
  const paths = [...new Set([...seen.keys(), ...theirs.keys()])]
  return (place) => paths.filter((path) => isAt(path, place)).every(isUnchanged)
}

function describeConflict(
  place: string,
  { base, mine, theirs, changes, nameOf, lists }: Save & Sides & { changes: readonly ConfigChangeRow[] },
): FieldConflict {
  const [mineShown, theirsShown] = [valueAt(mine, place), valueAt(theirs, place)]
  const both = lists?.includes(place) ? uniteLists(base?.get(place), mineShown, theirsShown) : undefined
  const change = changes.find((each) => each.changes.some(({ path }) => isAt(path, place) || isAt(place, path)))
  return {
    path: place,
    name: nameOf(place, theirs) ?? nameOf(place, mine),
    ...(mineShown !== undefined && { mine: mineShown }),
    ...(theirsShown !== undefined && { theirs: theirsShown }),
    ...(both && { both }),
    changed_at_millis: change?.changed_at.getTime() ?? null,
    actor: change ? { type: change.actor_type, id: change.actor_id, name: change.actor_name } : null,
  }
}
