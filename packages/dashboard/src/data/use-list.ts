import { useEffect, useState } from 'react'
import { onlyGiven } from './search.ts'

type Cursor = string | undefined

/** The cursors of previous pages, which the current cursor does not contain. A different list starts over. */
function useTrail(list: string, cursor: Cursor, goTo: (cursor: Cursor) => void) {
  const [trail, setTrail] = useState<readonly Cursor[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the list changes
  useEffect(() => setTrail([]), [list])
  /** The handlers of `Paging`. Undefined if there is no such page. */
  return (next: string | null | undefined) => ({
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
  })
}

/** The pages of a list within a page, whose position is not in the URL. */
export function usePages(list: string) {
  const [cursor, setCursor] = useState<string>()
  return { cursor, paging: useTrail(list, cursor, setCursor) }
}

/** A filtered list whose filters and position are in the URL. Takes the search and navigation of its route. */
export function useList<Search extends { cursor?: string }>(
  search: Search,
  navigate: (to: { search: Search; replace?: boolean }) => unknown,
) {
  const { cursor, ...filter } = search
  const goTo = (next: Cursor) => void navigate({ search: onlyGiven({ ...filter, cursor: next }) as Search })
  return {
    search,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    /** Changes filters and starts at the first page. Undefined and empty values remove a filter. */
    change: (changes: { [Key in keyof Search]?: Search[Key] | '' | undefined }) =>
      // Replaced, otherwise every typed letter would add a history entry.
      void navigate({ search: onlyGiven({ ...filter, ...changes }) as unknown as Search, replace: true }),
    /** Other filters instead of all the current ones. */
    replace: (next: Search) => void navigate({ search: next, replace: true }),
    clear: () => void navigate({ search: {} as Search, replace: true }),
    paging: useTrail(JSON.stringify(filter), cursor, goTo),
  }
}

export type List<Search extends { cursor?: string }> = ReturnType<typeof useList<Search>>
