import { useState } from 'react'

/** What somebody is changing, on top of what is saved. What others save meanwhile shows in what is not being changed. */
export function useDraft<T extends object>(saved: T) {
  const [changes, setChanges] = useState<Partial<T>>({})
  const keys = (Object.keys(changes) as (keyof T)[]).filter((key) => !isSame(changes[key], saved[key]))
  return {
    draft: { ...saved, ...changes },
    /** Only what differs from what is saved. */
    changes: Object.fromEntries(keys.map((key) => [key, changes[key]])) as Partial<T>,
    isChanged: keys.length > 0,
    change: (next: Partial<T>) => setChanges((current) => ({ ...current, ...next })),
    discard: () => setChanges({}),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
