import type { FieldConflict } from '@latchkey/contract/errors'
import { KnownError } from '@latchkey/react'
import { useSyncExternalStore } from 'react'
import { hasCode, type SaveBasis } from './call.ts'

export type { FieldConflict }

/** A save that waits for a decision. */
interface OpenConflict {
  conflicts: readonly FieldConflict[]
  /** Who saves. */
  ownerId: string
  /** Undefined to go back to editing. */
  decide: (decision: Decision | undefined) => void
}

interface Decision {
  /** The paths of the fields that stay as others have saved them. */
  keepTheirs: readonly string[]
  /** What fields get instead of either value, by path. */
  values: Readonly<Record<string, unknown>>
}

/** The owner went back to editing instead of resolving a conflict. */
export class SaveCancelled extends Error {
  override name = 'SaveCancelled'
}

let open: OpenConflict | undefined
const listeners = new Set<() => void>()

function update(next: OpenConflict | undefined) {
  open = next
  for (const listener of listeners) listener()
}

export function useOpenConflict(): OpenConflict | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}

/** Saves. While others have changed the same fields since, asks which values to keep and saves those. */
export async function resolveConflicts<T>(
  basis: SaveBasis,
  ownerId: string,
  save: (basis: SaveBasis) => Promise<T>,
): Promise<T> {
  try {
    return await save(basis)
  } catch (error) {
    if (!KnownError.isKnownError(error) || !hasCode(error, 'SAVE_CONFLICT')) throw error
    const { revision, conflicts } = error.details as { revision: number; conflicts: FieldConflict[] }
    const chosen = await ask(conflicts, ownerId)
    if (!chosen) throw new SaveCancelled()
    const keepTheirs = [...(basis.resolved?.keepTheirs ?? []), ...chosen.keepTheirs]
    const values = { ...basis.resolved?.values, ...chosen.values }
    const saved = await resolveConflicts(
      { revision: basis.revision, resolved: { revision, keepTheirs, values } },
      ownerId,
      save,
    )
    isAllTheirs = chosen.keepTheirs.length === conflicts.length
    return saved
  }
}

let isAllTheirs = false

/** Whether the save that has just ended kept what others had saved, so that what it promised is not true. */
export function takeIsAllTheirs(): boolean {
  const was = isAllTheirs
  isAllTheirs = false
  return was
}

const ask = (conflicts: readonly FieldConflict[], ownerId: string) =>
  new Promise<Decision | undefined>((resolve) => {
    update({
      conflicts,
      ownerId,
      decide: (decision) => {
        update(undefined)
        resolve(decision)
      },
    })
  })
