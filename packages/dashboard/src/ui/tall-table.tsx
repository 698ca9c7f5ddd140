import type { RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { type RowsProps, Table, type TableProps } from './table.tsx'

/**
 * A long table that scrolls under its header. Renders only the rows in view and a few above and below. On phones, where
 * the page scrolls instead, it renders all rows.
 */
export function TallTable<Row extends RowData>(props: TableProps<Row>) {
  return <Table {...props} Rows={RowsInView} />
}

/** In pixels, including the border. */
const rowHeight = 45

function RowsInView({ count, children }: RowsProps) {
  const isSearched = useIsSearched()
  const start = useRef<HTMLTableRowElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => start.current?.closest<HTMLElement>('.ui-table-frame') ?? null,
    estimateSize: () => rowHeight,
    overscan: isSearched ? count : 8,
    // Assumes the maximum height until measured, so that rows do not render twice.
    initialRect: { width: 0, height: Math.max(420, window.innerHeight - 260) },
  })
  const items = virtualizer.getVirtualItems()
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable */}
      <tr aria-hidden="true" ref={start} style={{ height: items[0]?.start ?? 0 }} />
      {items.map(({ index }) => children(index))}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable */}
      {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
    </>
  )
}

/** Whether the browser's search was opened, which only finds rendered rows. */
function useIsSearched(): boolean {
  const [isSearched, setSearched] = useState(false)
  useEffect(() => {
    const listen = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'f' && (ctrlKey || metaKey)) setSearched(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return isSearched
}
