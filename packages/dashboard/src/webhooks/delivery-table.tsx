import { Search, Send } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import type { List } from '../data/use-list.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Empty, none, Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { type Delivery, type Endpoint, useEndpointActions } from './endpoints.ts'
import type { DeliverySearch } from './search.ts'

const pageSize = 20
const stateNames = { '': 'All deliveries', pending: 'Waiting or retrying', delivered: 'Delivered', failed: 'Failed' }

export function DeliveryTable({ endpoint, list }: { endpoint: Endpoint; list: List<DeliverySearch> }) {
  const { cursor, state } = list.search
  const { items, pagination } = useData('GET /internal/webhook-endpoints/{endpoint_id}/deliveries', {
    params: { endpoint_id: endpoint.id },
    query: { limit: pageSize, cursor, state },
  })
  const [shownId, setShownId] = useState<string>()
  const { resend } = useEndpointActions(endpoint.id)
  const { run } = useAction()
  const retry = (delivery: Delivery) => run(() => resend(delivery.id), { done: 'The message is being sent again.' })
  return (
    <Section
      title="Deliveries"
      description="All stored messages, newest first."
      actions={
        <Select
          label="Status"
          options={stateNames}
          value={state ?? ''}
          onChange={({ target }) => list.change({ state: target.value as DeliverySearch['state'] })}
        />
      }
    >
      <Table
        label="Deliveries"
        rows={items}
        empty={<NoDeliveries isFiltered={Boolean(state ?? cursor)} onClear={list.clear} />}
        actions={(delivery) =>
          endpoint.is_enabled &&
          canRetry(delivery) && (
            <Button size="small" onClick={() => void retry(delivery)}>
              Retry now
            </Button>
          )
        }
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
            cell: ({ next_attempt_at_millis: next }) => (next ? <Time date={next} /> : none),
          },
          {
            id: 'when',
            header: 'Happened',
            priority: 'medium',
            cell: (delivery) => <Time date={delivery.created_at_millis} />,
          },
        ]}
      />
      <Paging {...list.paging(pagination.next_cursor)} count={items.length} nouns={['delivery', 'deliveries']} />
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
    <Empty icon={<Search />} title="No deliveries match" action={<Button onClick={onClear}>Show all</Button>}>
      No messages have this status.
    </Empty>
  ) : (
    <Empty icon={<Send />} title="No deliveries yet">
      Messages and your server’s responses appear here. Send a test to see one.
    </Empty>
  )
}

/** Delivered messages can be sent again from their details. */
const canRetry = ({ state, attempts }: Delivery) => state === 'failed' || (state === 'pending' && attempts > 0)
