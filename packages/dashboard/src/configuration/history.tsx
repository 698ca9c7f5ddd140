import { RotateCcw } from 'lucide-react'
import { useApi, useData } from '../data/data.ts'
import { describeValue, labelOf } from '../data/setting-labels.ts'
import { useForm } from '../data/use-form.ts'
import { usePages } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { type Difference, Differences, listDifferences } from '../parts/differences.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Section } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { useConfiguration } from './use-configuration.ts'
import './configuration.css'

const pageSize = 10

/** Past changes with their authors, each with an undo. */
export function History() {
  const { cursor, paging } = usePages('')
  const { items, pagination } = useData('GET /internal/config/changes', { query: { limit: pageSize, cursor } })
  return (
    <Section title="History" id="history" description="The last 100 changes. Secrets are not recorded.">
      <Table
        label="Configuration changes"
        rows={items}
        getId={({ revision }) => String(revision)}
        empty="No changes yet."
        actions={({ revision }) => (
          <DialogButton
            size="small"
            icon={<RotateCcw />}
            aria-label={`Undo back to here, change ${revision + 1}`}
            dialog={(close) => <RestoreDialog revision={revision} onClose={close} />}
          >
            Undo back to here
          </DialogButton>
        )}
        columns={[
          {
            id: 'what',
            header: 'Settings',
            cell: ({ changes }) => <ChangedSettings changes={changes as unknown as Difference[]} />,
          },
          { id: 'who', header: 'By', priority: 'low', cell: ({ actor }) => <bdi>{nameActor(actor)}</bdi> },
          { id: 'when', header: 'When', cell: ({ changed_at_millis }) => <Time date={changed_at_millis} /> },
        ]}
      />
      <Paging {...paging(pagination.next_cursor)} count={items.length} nouns={['change', 'changes']} />
    </Section>
  )
}

function ChangedSettings({ changes }: { changes: readonly Difference[] }) {
  const [first, second, ...rest] = changes.map(({ path, name }) => labelOf(path, name))
  if (!first) return <span className="ui-muted">No visible changes</span>
  return (
    <span className="config-changed">
      <span>{first}</span>
      {second && <span>{second}</span>}
      {rest.length > 0 && <span className="ui-muted">and {rest.length} more</span>}
    </span>
  )
}

interface RestoreProps {
  revision: number
  onClose: () => void
}

function RestoreDialog({ revision, onClose }: RestoreProps) {
  const { change } = useApi()
  const current = useConfiguration()
  const form = useForm({
    initial: {},
    submit: async () => {
      const request = { params: { revision }, body: { revision: current.revision } }
      const { missing_secrets } = await change('POST /internal/config/changes/{revision}/restore', request)
      toast(
        missing_secrets.length === 0
          ? 'The configuration was restored.'
          : `The configuration was restored. Set these secrets again: ${missing_secrets.join(', ')}`,
      )
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Restore the configuration?"
      description="The configuration returns to its state before this change, which also undoes later changes. You can undo this."
      size="large"
      onClose={onClose}
      action="Restore"
    >
      <Boundary skeleton={<Skeleton height={80} />}>
        <RestoredDifferences revision={revision} text={current.text} />
      </Boundary>
    </FormDialog>
  )
}

function RestoredDifferences({ revision, text }: { revision: number; text: string }) {
  const previous = useData('GET /internal/config/changes/{revision}', { params: { revision } }).config_override_string
  const differences = listDifferences(JSON.parse(text), JSON.parse(previous))
  return <Differences differences={differences} labelOf={labelOf} format={describeValue} />
}

const actorNames: Record<string, string> = {
  owner: 'A former owner',
  'admin-key': 'An admin key',
  'server-key': 'A server key',
  system: 'The server',
}

const nameActor = ({ type, name }: { type: string; name: string | null }) => name ?? actorNames[type] ?? 'Unknown'
