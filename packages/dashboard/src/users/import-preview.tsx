import { Select } from '../ui/field.tsx'
import { type ImportField, type ImportRow, importFields, isSecret, type Mapping } from './import-rows.ts'

const previewed = 5
const problemsShown = 20

interface ImportPreviewProps {
  header: readonly string[]
  rows: readonly ImportRow[]
  mapping: Mapping
  onMap: (mapping: Mapping) => void
}

/** The mapping of columns, the first lines and the lines that cannot be imported. */
export function ImportPreview({ header, rows, mapping, onMap }: ImportPreviewProps) {
  const problems = rows.filter(({ problem }) => problem)
  const map = (column: number, field: ImportField | undefined) =>
    // A field maps to one column.
    onMap(mapping.map((each, index) => (index === column ? field : each === field ? undefined : each)))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too */}
      <section className="ui-table-frame" aria-label="Preview" tabIndex={0}>
        <table className="ui-table">
          <thead>
            <tr>
              {header.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                <th key={column} scope="col" className="users-mapped">
                  <bdi className="ui-truncate">{name || `Column ${column + 1}`}</bdi>
                  <Select
                    label={`Field for ${name || `column ${column + 1}`}`}
                    options={{ '': 'Skip', ...importFields }}
                    value={mapping[column] ?? ''}
                    onChange={(event) => map(column, (event.target.value || undefined) as ImportField | undefined)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, previewed).map(({ line, cells }) => (
              <tr key={line}>
                {header.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                  <td key={column}>{isSecret(mapping[column]) && cells[column] ? '••••••' : cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!mapping.includes('email') && (
        <p className="ui-error" role="alert">
          Choose the column with the email addresses.
        </p>
      )}
      {mapping.includes('email') && problems.length > 0 && (
        <div role="status">
          <p>
            {problems.length === 1 ? '1 line' : `${problems.length.toLocaleString('en')} lines`} cannot be imported and
            will be skipped:
          </p>
          <ul className="users-failures" aria-label="Problems">
            {problems.slice(0, problemsShown).map(({ line, problem }) => (
              <li key={line}>
                Line {line}: {problem}
              </li>
            ))}
            {problems.length > problemsShown && <li>…</li>}
          </ul>
        </div>
      )}
    </>
  )
}
