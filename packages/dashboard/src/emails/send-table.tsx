import { useState } from 'react'
import { type RowOf, useApi, useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useTrail } from '../data/use-trail.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Send = RowOf<'GET /internal/email-sends'>

/** Bulk emails with their progress and a stop button. Renders nothing if there are none. */
export function SendTable({ draftId }: { draftId?: string }) {
  const { change } = useApi()
  const [cursor, setCursor] = useState<string>()
  const trail = useTrail(draftId ?? '')
  const { items, pagination } = useData('GET /internal/email-sends', { query: { draft_id: draftId, cursor } })
  const [stopped, setStopped] = useState<Send>()
  const { run } = useAction()
  if (items.length === 0 && !cursor) return null
  const stop = async ({ id }: Send) => {
    await run(() => change('POST /internal/email-sends/{id}/stop', { params: { id }, body: {} }))
    setStopped(undefined)
  }
  return (
    <Section title="Bulk emails" description="Listed for a few days after sending.">
      <Table
        label="Bulk emails"
        rows={items}
        getId={({ id }) => id}
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
          {
            id: 'stop',
            header: 'Stop',
            isHeaderHidden: true,
            align: 'end',
            cell: (send) =>
              send.waiting_count > 0 && (
                <Button size="small" variant="danger" onClick={() => setStopped(send)}>
                  {stateOf(send) === 'scheduled' ? 'Cancel' : 'Stop'}
                </Button>
              ),
          },
        ]}
      />
      {(cursor || pagination.next_cursor) && (
        <Paging {...trail.paging(cursor, pagination.next_cursor, setCursor)}>{items.length} on this page</Paging>
      )}
      {stopped && (
        <ConfirmDialog
          title={`${stateOf(stopped) === 'scheduled' ? 'Cancel' : 'Stop'} “${stopped.title}”?`}
          description="Emails already sent cannot be recalled. The remaining users do not get one, and sending cannot be resumed."
          action={stateOf(stopped) === 'scheduled' ? 'Cancel email' : 'Stop sending'}
          onClose={() => setStopped(undefined)}
          onConfirm={() => stop(stopped)}
        />
      )}
    </Section>
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
