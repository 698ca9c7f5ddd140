import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './field.tsx'

export interface Column<Row> {
  /** Unique in the table. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'start' | 'end' | undefined
  /** Low ones are left out where there is little room, medium ones on phones. */
  priority?: 'low' | 'medium' | undefined
  /** In pixels, where there is room. */
  width?: number | undefined
  isSortable?: boolean | undefined
  /** A header that is only read out, as above buttons. */
  isHeaderHidden?: boolean | undefined
}

export interface Sort {
  column: string
  isDescending: boolean
}

interface Selection {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getId: (row: Row) => string
  /** How a row is called in the label of its checkbox. */
  getName?: ((row: Row) => string) | undefined
  /** Rows whose first cell has a `ui-row-link`. */
  isLinked?: boolean | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection | undefined
  /** Long ones scroll by themselves, under their header. */
  isTall?: boolean | undefined
}

/** What the server sends is what is shown: it sorts, filters and pages. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, getId, getName = getId, isLinked, sort, onSort, selection, isTall } = props
  const ids = rows.map(getId)
  const selectedCount = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  const toggle = (changed: readonly string[], isSelected: boolean) => {
    const next = new Set(selection?.ids)
    for (const id of changed) isSelected ? next.add(id) : next.delete(id)
    selection?.onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
    <div className="ui-table-frame" role="group" aria-label={label} tabIndex={0} data-tall={isTall || undefined}>
      <table className="ui-table">
        <thead>
          <tr>
            {selection && (
              <th style={{ width: 40 }}>
                <Checkbox
                  label="Select all on this page"
                  checked={rows.length > 0 && selectedCount === rows.length}
                  isIndeterminate={selectedCount > 0 && selectedCount < rows.length}
                  onChange={(isSelected) => toggle(ids, isSelected)}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                isMain={index === 0}
                {...(sort && onSort && { sort, onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = getId(row)
            const isSelected = selection?.ids.has(id)
            return (
              <tr key={id} data-linked={isLinked || undefined} data-selected={isSelected || undefined}>
                {selection && (
                  <td>
                    <Checkbox
                      label={`Select ${getName(row)}`}
                      checked={Boolean(isSelected)}
                      onChange={(isChecked) => toggle([id], isChecked)}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    data-main={index === 0 || undefined}
                    data-align={column.align}
                    data-priority={column.priority}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  /** The first one has the name of what the row is. */
  isMain: boolean
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, isMain, sort, onSort }: HeaderCellProps<Row>) {
  const { id, header, align, priority, width, isSortable, isHeaderHidden } = column
  const isSorted = isSortable && sort?.column === id
  const text = isHeaderHidden ? <span className="ui-hidden">{header}</span> : header
  return (
    <th
      scope="col"
      style={width === undefined ? undefined : ({ '--ui-column': `${width}px` } as CSSProperties)}
      data-main={isMain || undefined}
      data-align={align}
      data-priority={priority}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {isSortable && onSort ? (
        <button
          className="ui-sort"
          type="button"
          onClick={() => onSort({ column: id, isDescending: isSorted ? !sort.isDescending : true })}
        >
          {text}
          {isSorted && (sort.isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
        </button>
      ) : (
        text
      )}
    </th>
  )
}

interface PagingProps {
  /** What is shown, such as "Page 2". */
  children: ReactNode
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

export function Paging({ children, onPrevious, onNext }: PagingProps) {
  return (
    <nav className="ui-table-footer" aria-label="Pages">
      <span>{children}</span>
      <span className="ui-row">
        <Button size="small" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="small" icon={<ChevronRight />} disabled={!onNext} onClick={onNext}>
          Next
        </Button>
      </span>
    </nav>
  )
}
