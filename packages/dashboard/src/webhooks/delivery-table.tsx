import { Search, Send } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useTrail } from '../data/use-trail.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { type Delivery, type Endpoint, useEndpointActions } from './endpoints.ts'
import { type DeliverySearch, deliveryStates } from './search.ts'

const pageSize = 20
const stateNames = { pending: 'Waiting or retrying', delivered: 'Delivered', failed: 'Failed' } as const

interface DeliveryTableProps {
  endpoint: Endpoint
  search: DeliverySearch
  onChange: (search: DeliverySearch) => void
}

export function DeliveryTable({ endpoint, search, onChange }: DeliveryTableProps) {
  const { cursor, state } = search
  const page = useData('GET /internal/webhook-endpoints/{endpoint_id}/deliveries', {
    params: { endpoint_id: endpoint.id },
    query: { limit: pageSize, cursor, state },
  })
  const trail = useTrail(JSON.stringify([endpoint.id, state]))
  const [shownId, setShownId] = useState<string>()
  const { resend } = useEndpointActions(endpoint.id)
  const { run } = useAction()
  const retry = (delivery: Delivery) => run(() => resend(delivery.id), { done: 'The message is being sent again.' })
  const { next_cursor } = page.pagination
  const goTo = (next: string | undefined) => onChange({ ...(state && { state }), ...(next && { cursor: next }) })
  return (
    <Section
      title="Deliveries"
      description="All stored messages, newest first."
      actions={
        <Select
          label="Status"
          value={state ?? ''}
          onChange={(event) => {
            const chosen = deliveryStates.find((each) => each === event.target.value)
            onChange(chosen ? { state: chosen } : {})
          }}
        >
          <option value="">All deliveries</option>
          {deliveryStates.map((each) => (
            <option key={each} value={each}>
              {stateNames[each]}
            </option>
          ))}
        </Select>
      }
    >
      {page.items.length === 0 ? (
        <NoDeliveries isFiltered={Boolean(state ?? cursor)} onClear={() => onChange({})} />
      ) : (
        <Table
          label="Deliveries"
          rows={page.items}
          getId={({ id }) => id}
          columns={[
            {
              id: 'type',
              header: 'Event',
              cell: (delivery) => (
                <button className="webhooks-open" type="button" onClick={() => setShownId(delivery.id)}>
                  <code>{delivery.type}</code>
                </button>
              ),
            },
            { id: 'state', header: 'Status', cell: (delivery) => <DeliveryState delivery={delivery} /> },
            { id: 'attempts', header: 'Attempts', align: 'end', priority: 'low', cell: ({ attempts }) => attempts },
            {
              id: 'next',
              header: 'Next attempt',
              priority: 'low',
              cell: ({ next_attempt_at_millis: next }) =>
                next ? <Time date={new Date(next)} /> : <span className="ui-muted">–</span>,
            },
            {
              id: 'when',
              header: 'Happened',
              priority: 'medium',
              cell: (delivery) => <Time date={new Date(delivery.created_at_millis)} />,
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              cell: (delivery) =>
                endpoint.is_enabled &&
                canRetry(delivery) && (
                  <Button size="small" onClick={() => void retry(delivery)}>
                    Retry now
                  </Button>
                ),
            },
          ]}
        />
      )}
      {(cursor || next_cursor) && (
        <Paging {...trail.paging(cursor, next_cursor, goTo)}>
          {page.items.length === 1 ? '1 delivery' : `${page.items.length} deliveries`} on this page
        </Paging>
      )}
      {shownId && (
        <DeliveryDialog
          endpoint={endpoint}
          deliveryId={shownId}
          onClose={() => setShownId(undefined)}
          onRetry={retry}
        />
      )}
    </Section>
  )
}

function NoDeliveries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty
      icon={<Search aria-hidden="true" />}
      title="No deliveries match"
      action={<Button onClick={onClear}>Show all</Button>}
    >
      No messages have this status.
    </Empty>
  ) : (
    <Empty icon={<Send aria-hidden="true" />} title="No deliveries yet">
      Messages and your server’s responses appear here. Send a test to see one.
    </Empty>
  )
}

/** Delivered messages can be sent again from their details. */
const canRetry = ({ state, attempts }: Delivery) => state === 'failed' || (state === 'pending' && attempts > 0)
