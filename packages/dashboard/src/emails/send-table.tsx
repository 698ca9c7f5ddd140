import { type RowOf, useApi, useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { usePages } from '../data/use-list.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { actionsColumn, Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Send = RowOf<'GET /internal/email-sends'>

/** Bulk emails with their progress and a stop button. Renders nothing if there are none. */
export function SendTable({ draftId }: { draftId?: string }) {
  const { cursor, paging } = usePages(draftId ?? '')
  const { items, pagination } = useData('GET /internal/email-sends', { query: { draft_id: draftId, cursor } })
  if (items.length === 0 && !cursor) return null
  return (
    <Section title="Bulk emails" description="Listed for a few days after sending.">
      <Table
        label="Bulk emails"
        rows={items}
        columns={[
          { id: 'title', header: 'Email', cell: ({ title }) => <bdi>{title}</bdi> },
          { id: 'state', header: 'Status', cell: (send) => <State of={send} /> },
          { id: 'progress', header: 'Progress', priority: 'medium', cell: (send) => <Progress of={send} /> },
          {
            id: 'when',
            header: 'When',
            priority: 'low',
            cell: ({ scheduled_at_millis, created_at_millis }) => (
              <Time date={scheduled_at_millis ?? created_at_millis} />
            ),
          },
          actionsColumn<Send>((send) => <Actions of={send} />, 140),
        ]}
      />
      <Paging {...paging(pagination.next_cursor)} count={items.length} nouns={['email', 'emails']} />
    </Section>
  )
}

function Actions({ of: send }: { of: Send }) {
  if (send.waiting_count > 0) return <StopButton of={send} />
  return send.failed_count > 0 && <ResendButton of={send} />
}

function ResendButton({ of: { id, title, failed_count } }: { of: Send }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const resend = () => change('POST /internal/email-sends/{id}/resend-failed', { params: { id }, body: {} })
  return (
    <Button
      size="small"
      isBusy={isBusy}
      aria-label={`Resend ${title} to the ${failed_count} recipients for whom it failed`}
      onClick={() => void run(resend, { done: 'The email is being sent again.' })}
    >
      Resend failed
    </Button>
  )
}

function StopButton({ of: send }: { of: Send }) {
  const { change } = useApi()
  const isScheduled = stateOf(send) === 'scheduled'
  const verb = isScheduled ? 'Cancel' : 'Stop'
  return (
    <DialogButton
      size="small"
      variant="danger"
      dialog={(close) => (
        <ConfirmDialog
          title={`${verb} “${send.title}”?`}
          description="Emails already sent cannot be recalled. The remaining users do not get one, and sending cannot be resumed."
          action={isScheduled ? 'Cancel email' : 'Stop sending'}
          run={() => change('POST /internal/email-sends/{id}/stop', { params: { id: send.id }, body: {} })}
          onClose={close}
        />
      )}
    >
      {verb}
    </DialogButton>
  )
}

function stateOf(send: Send): 'scheduled' | 'sending' | 'stopped' | 'failed' | 'sent' {
  const { scheduled_at_millis: at, waiting_count, stopped_count, failed_count } = send
  if (waiting_count > 0) return at !== null && at > Date.now() ? 'scheduled' : 'sending'
  if (stopped_count > 0) return 'stopped'
  return failed_count > 0 ? 'failed' : 'sent'
}

function State({ of }: { of: Send }) {
  const state = stateOf(of)
  if (state === 'scheduled') return <Badge tone="accent">Scheduled</Badge>
  if (state === 'sending') return <Badge tone="accent">Sending</Badge>
  if (state === 'stopped') return <Badge>{of.stopped_count === of.recipient_count ? 'Canceled' : 'Stopped'}</Badge>
  return state === 'failed' ? <Badge tone="danger">Some failed</Badge> : <Badge tone="success">Sent</Badge>
}

function Progress({ of: send }: { of: Send }) {
  const { recipient_count: all, waiting_count, failed_count, stopped_count, title } = send
  const done = all - waiting_count - failed_count - stopped_count
  const count = (value: number) => value.toLocaleString('en')
  return (
    <span className="emails-progress">
      <progress value={done} max={all} aria-label={`Progress of ${title}`} />
      <span className="ui-tabular">
        {count(done)} of {count(all)}
        {failed_count > 0 && `, ${count(failed_count)} failed`}
        {stopped_count > 0 && `, ${count(stopped_count)} stopped`}
      </span>
    </span>
  )
}
