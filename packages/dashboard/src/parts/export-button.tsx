import { Download } from 'lucide-react'
import { type CsvColumns, download, toCsv } from '../data/csv.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useMay } from './role.tsx'

const exportLimit = 20_000

interface ExportButtonProps<Row> {
  /** The suffix of the file name. */
  name: string
  nouns: readonly [one: string, many: string]
  columns: CsvColumns<Row>
  loadPage: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>
}

/** Exports all matches as CSV, not only the current page. */
export function ExportButton<Row>({ name, nouns: [one, many], columns, loadPage }: ExportButtonProps<Row>) {
  const { display_name } = useProject()
  const { isBusy, run } = useAction()
  const may = useMay()
  const save = () =>
    run(async () => {
      const found: Row[] = []
      let cursor: string | null = null
      do {
        const page: { rows: readonly Row[]; nextCursor: string | null } = await loadPage(cursor ?? undefined)
        found.push(...page.rows)
        cursor = page.nextCursor
      } while (cursor && found.length < exportLimit)
      download(`${display_name} ${name}.csv`, [toCsv(columns, found)])
      const count = found.length.toLocaleString('en')
      toast(
        cursor
          ? `The newest ${count} ${many} were exported. Filter by time to export the others.`
          : `${count} ${found.length === 1 ? `${one} was` : `${many} were`} exported.`,
      )
    })
  if (!may('export')) return null
  return (
    <Button icon={<Download />} isBusy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
