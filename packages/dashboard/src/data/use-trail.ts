import { useEffect, useState } from 'react'

type Cursor = string | undefined

/** The cursors of previous pages, which the current cursor does not contain. A different list starts over. */
export function useTrail(list: string) {
  const [trail, setTrail] = useState<readonly Cursor[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the list changes
  useEffect(() => setTrail([]), [list])
  return {
    /** The handlers of `Paging`. Undefined if there is no such page. */
    paging: (cursor: Cursor, next: string | null | undefined, goTo: (cursor: Cursor) => void) => ({
      onPrevious: cursor
        ? () => {
            setTrail(trail.slice(0, -1))
            goTo(trail.at(-1))
          }
        : undefined,
      onNext: next
        ? () => {
            setTrail([...trail, cursor])
            goTo(next)
          }
        : undefined,
    }),
  }
}
