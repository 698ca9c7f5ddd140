import { useState } from 'react'

/** Unsaved edits on top of the saved value. Fields you have not edited follow changes made elsewhere. */
export function useDraft<T extends object>(saved: T) {
  const [changes, setChanges] = useState<Partial<T>>({})
  const keys = (Object.keys(changes) as (keyof T)[]).filter((key) => !isSame(changes[key], saved[key]))
  return {
    draft: { ...saved, ...changes },
    /** Only the fields that differ from the saved value. */
    changes: Object.fromEntries(keys.map((key) => [key, changes[key]])) as Partial<T>,
    isChanged: keys.length > 0,
    change: (next: Partial<T>) => setChanges((current) => ({ ...current, ...next })),
    discard: () => setChanges({}),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
