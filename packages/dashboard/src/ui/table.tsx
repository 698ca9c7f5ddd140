import {
  functionalUpdate,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentType, type CSSProperties, type ReactNode, useDeferredValue } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './field.tsx'
import { Reading } from './lock.tsx'

export interface Column<Row> {
  /** Unique in the table. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Use "end" for numbers. */
  align?: 'start' | 'end' | undefined
  /** Low-priority columns are hidden on narrow screens, medium ones on phones. */
  priority?: 'low' | 'medium' | undefined
  /** In pixels, if there is room. */
  width?: number | undefined
  isSortable?: boolean | undefined
  /** Hides the header visually, such as above buttons. */
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

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Rows without an `id` need it. */
  getId?: ((row: Row) => string) | undefined
  /** The name of a row in its checkbox label. */
  getName?: ((row: Row) => string) | undefined
  /** The buttons of a row, in the last column. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** The width of their column, in pixels. */
  actionsWidth?: number | undefined
  /** Shown instead of a table without rows. */
  empty?: ReactNode | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection | undefined
  /** The rows to render, for tables that scroll. All rows by default. */
  Rows?: ComponentType<RowsProps> | undefined
}

export interface RowsProps {
  count: number
  children: (index: number) => ReactNode
}

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature })

/** Shows rows as the server sends them, which sorts, filters and paginates. */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { label, rows, getId = idOf, getName = getId, empty, sort, onSort, selection, Rows = AllRows } = props
  const { actions, actionsWidth } = props
  const columns = actions ? [...props.columns, actionsColumn(actions, actionsWidth)] : props.columns
  const rowSelection = Object.fromEntries([...(selection?.ids ?? [])].map((id) => [id, true as const]))
  const sorting = sort ? [{ id: sort.column, desc: sort.isDescending }] : []
  const table = useTable({
    features,
    data: rows,
    columns: columns.map(({ id, isSortable }) => ({ id, accessorFn: getId, enableSorting: isSortable ?? false })),
    getRowId: getId,
    state: { rowSelection, sorting },
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: true,
    onSortingChange: (change) => {
      const [next] = functionalUpdate(change, sorting)
      if (next) onSort?.({ column: next.id, isDescending: next.desc })
    },
    onRowSelectionChange: (change) => selection?.onChange(new Set(Object.keys(functionalUpdate(change, rowSelection)))),
  })
  const { rows: shownRows } = table.getRowModel()
  const isTall = Rows !== AllRows
  if (rows.length === 0 && empty) return typeof empty === 'string' ? <p className="ui-muted">{empty}</p> : empty
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className="ui-table-frame"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
      tabIndex={0}
      data-tall={isTall || undefined}
    >
      <table className="ui-table" aria-rowcount={isTall ? shownRows.length + 1 : undefined}>
        <thead>
          <tr aria-rowindex={isTall ? 1 : undefined}>
            {selection && (
              <th style={columnWidth(44)}>
                <Checkbox
                  label="Select all on this page"
                  checked={table.getIsAllRowsSelected()}
                  isIndeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={(isSelected) => table.toggleAllRowsSelected(isSelected)}
                />
              </th>
            )}
            {table.getAllLeafColumns().map((column, index) => (
              <HeaderCell
                key={column.id}
                column={columns[index]!}
                isMain={index === 0}
                sorted={column.getIsSorted()}
                onToggle={column.getCanSort() ? () => column.toggleSorting() : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows count={shownRows.length}>
            {(index) => {
              const row = shownRows[index]!
              return (
                <tr
                  key={row.id}
                  aria-rowindex={isTall ? index + 2 : undefined}
                  data-selected={row.getIsSelected() || undefined}
                >
                  {selection && (
                    <td>
                      <Checkbox
                        label={`Select ${getName(row.original)}`}
                        checked={row.getIsSelected()}
                        onChange={(isSelected) => row.toggleSelected(isSelected)}
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
                      {column.cell(row.original)}
                    </td>
                  ))}
                </tr>
              )
            }}
          </Rows>
        </tbody>
      </table>
    </div>
  )
}

const idOf = (row: unknown) => (row as { id: string }).id

/** The last column, with the buttons of a row. Its header is for screen readers only. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode, width?: number): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  width,
  cell,
})

/** As many rows as fit on most screens. */
const firstRows = 20

/** Shows the first rows of the next page immediately, then the rows below. */
function AllRows({ count, children }: RowsProps) {
  const shown = useDeferredValue(count, firstRows)
  return Array.from({ length: Math.min(shown, count) }, (_, index) => children(index))
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  /** The first cell names the row. */
  isMain: boolean
  sorted: false | 'asc' | 'desc'
  onToggle: (() => void) | undefined
}

function HeaderCell<Row>({ column, isMain, sorted, onToggle }: HeaderCellProps<Row>) {
  const { header, align, priority, width, isSortable, isHeaderHidden } = column
  const text = isHeaderHidden ? <span className="ui-hidden">{header}</span> : header
  return (
    <th
      scope="col"
      style={columnWidth(width)}
      data-main={isMain || undefined}
      data-align={align}
      data-priority={priority}
      aria-sort={isSortable && sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {onToggle ? (
        <button className="ui-sort" type="button" onClick={onToggle}>
          {text}
          {sorted && (sorted === 'desc' ? <ArrowDown /> : <ArrowUp />)}
        </button>
      ) : (
        text
      )}
    </th>
  )
}

const columnWidth = (width: number | undefined) =>
  width === undefined ? undefined : ({ '--ui-column': `${width}px` } as CSSProperties)

interface PagingProps {
  /** The number of rows on this page. */
  count: number
  nouns: readonly [one: string, many: string]
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Also shows the number of rows of a single page. */
  isAlwaysShown?: boolean | undefined
}

export function Paging({ count, nouns: [one, many], onPrevious, onNext, isAlwaysShown }: PagingProps) {
  if (!onPrevious && !onNext && !isAlwaysShown) return null
  return (
    <nav className="ui-table-footer" aria-label="Pages">
      <span>
        {count} {count === 1 ? one : many} on this page
      </span>
      <span className="ui-row">
        <Reading>
          <Button size="small" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious}>
            Previous
          </Button>
          <Button size="small" icon={<ChevronRight />} disabled={!onNext} onClick={onNext}>
            Next
          </Button>
        </Reading>
      </span>
    </nav>
  )
}
