import { useRef, useState } from 'react'
import { download, toCsv } from '../data/csv.ts'
import { useApi } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { runEach } from '../data/run-each.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Progress } from './bulk-dialog.tsx'
import { type FileTable, readTable } from './import-file.ts'
import { ImportPreview } from './import-preview.tsx'
import { guessMapping, type ImportRow, isSecret, type Mapping, readRows } from './import-rows.ts'

interface Result {
  importedCount: number
  failed: { row: ImportRow; reason: string }[]
  skippedCount: number
}

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { call, reload } = useApi()
  const [table, setTable] = useState<FileTable>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [problem, setProblem] = useState<string>()
  const [finished, setFinished] = useState<number>()
  const [result, setResult] = useState<Result>()
  const stop = useRef(new AbortController())
  const rows = table ? readRows(table.rows, mapping) : []
  const valid = rows.filter(({ user }) => user)

  const open = async (file: File | undefined) => {
    setTable(undefined)
    if (!file) return
    const read = readTable(await file.text())
    setProblem(typeof read === 'string' ? read : undefined)
    if (typeof read === 'string') return
    setTable(read)
    setMapping(guessMapping(read.header))
  }
  const run = async () => {
    if (!table) return setProblem((before) => before ?? 'Choose a file.')
    if (valid.length === 0) return
    setFinished(0)
    const { doneCount, failures } = await runEach(valid, ({ user }) => call('POST /users', { body: user! }), {
      onProgress: setFinished,
      signal: stop.current.signal,
    })
    await reload()
    const refused = failures.map(({ item, error }) => ({ row: item, reason: describeError(error) }))
    const unreadable = rows.flatMap((row) => (row.problem ? [{ row, reason: row.problem }] : []))
    const failed = [...refused, ...unreadable].sort((a, b) => a.row.line - b.row.line)
    setResult({ importedCount: doneCount, failed, skippedCount: valid.length - doneCount - failures.length })
  }

  if (result && table) return <ResultDialog result={result} header={table.header} mapping={mapping} onClose={onClose} />
  if (finished !== undefined) {
    const cancel = () => stop.current.abort()
    return (
      <Dialog title="Importing users" onClose={cancel} actions={<Button onClick={cancel}>Stop</Button>}>
        <Progress done={finished} total={valid.length} noun="users" />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Import users"
      description="Use a CSV file with a header and one user per line, each with an email address. No emails are sent."
      size="large"
      onClose={onClose}
      onSubmit={() => void run()}
      action={table ? `Import ${countUsers(valid.length)}` : 'Import'}
      isDisabled={table !== undefined && valid.length === 0}
    >
      <div className="users-file">
        <TextField
          label="File"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          error={problem}
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </div>
      {table && <ImportPreview header={table.header} rows={rows} mapping={mapping} onMap={setMapping} />}
    </FormDialog>
  )
}

interface ResultDialogProps {
  result: Result
  header: readonly string[]
  mapping: Mapping
  onClose: () => void
}

function ResultDialog({ result, header, mapping, onClose }: ResultDialogProps) {
  const { importedCount, failed, skippedCount } = result
  const save = () => {
    const columns = header.map((name, index) => {
      const cellOf = ({ row }: Result['failed'][number]) => row.cells[index]
      return [name, cellOf, { isLiteral: isSecret(mapping[index]) }] as const
    })
    download('not imported.csv', [toCsv([...columns, ['problem', ({ reason }) => reason]], failed)])
  }
  const counts = [
    `${countUsers(importedCount)} imported`,
    ...(failed.length > 0 ? [`${failed.length.toLocaleString('en')} not imported`] : []),
    ...(skippedCount > 0 ? [`${skippedCount.toLocaleString('en')} not started`] : []),
  ]
  return (
    <Dialog
      title="Import finished"
      description={`${counts.join(', ')}.`}
      onClose={onClose}
      actions={
        <>
          {failed.length > 0 && <Button onClick={save}>Download failed lines</Button>}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {failed.length > 0 && (
        <ul className="users-failures" aria-label="Failures">
          {failed.slice(0, 100).map(({ row, reason }) => (
            <li key={row.line}>
              Line {row.line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function countUsers(count: number): string {
  return count === 1 ? '1 user' : `${count.toLocaleString('en')} users`
}
