import { useEffect, useState } from 'react'

type Cursor = string | undefined

/** The pages before this one, which a cursor alone does not know. A different list starts over. */
export function useTrail(list: string) {
  const [trail, setTrail] = useState<readonly Cursor[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that matters
  useEffect(() => setTrail([]), [list])
  return {
    /** What the buttons of `Paging` do: go to the page before this one, and to the next if there is one. */
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
