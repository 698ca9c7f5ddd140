/**
 * One page of a list.
 * @example
 * const page: PageOf<AuditEntry> = await adminApp.listAuditEntries()
 * if (page.nextCursor) await adminApp.listAuditEntries({ cursor: page.nextCursor })
 */
export type PageOf<T> = T[] & {
  /** The cursor of the next page, or null. */
  nextCursor: string | null
}

interface Page<Item> {
  items: Item[]
  pagination?: { next_cursor: string | null } | undefined
}

/** Loads all pages of a list that is too large for one response. */
export async function loadWholeList<Item>(load: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await load(cursor)
    items.push(...page.items)
    cursor = page.pagination?.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}
