import { auditEventTypes, webhookEventTypes } from '@latchkey/contract/webhook-events'
import { RefreshCw, Search, Send } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import type { List } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Allowed } from '../parts/role.tsx'
import { namesFrom } from '../people/subjects.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { type Delivery, type Endpoint, useEndpointActions } from './endpoints.ts'
import { LastDay } from './last-day.tsx'
import type { DeliverySearch } from './search.ts'

const pageSize = 20
const stateNames = { '': 'All statuses', pending: 'Waiting or retrying', delivered: 'Delivered', failed: 'Failed' }
/** Those of the audit log only if the endpoint receives them: there are many. */
const typesOf = ({ event_types: chosen }: Endpoint): string[] => {
  const audited = auditEventTypes.filter((type) => chosen?.includes('audit.*') || chosen?.includes(type))
  return ['webhook.test', ...webhookEventTypes, ...audited.filter((type) => type !== 'audit.*')]
}

export function DeliveryTable({ endpoint, list }: { endpoint: Endpoint; list: List<DeliverySearch> }) {
  const { cursor, state, event } = list.search
  const { items, pagination, subjects } = useData('GET /internal/webhook-endpoints/{endpoint_id}/deliveries', {
    params: { endpoint_id: endpoint.id },
    query: { limit: pageSize, cursor, state, type: event },
  })
  const [shownId, setShownId] = useState<string>()
  const { resend } = useEndpointActions(endpoint.id)
  const { run } = useAction()
  const retry = (delivery: Delivery) => run(() => resend(delivery.id), { done: 'The message is being sent again.' })
  const hasFailed = endpoint.recent_deliveries.failing > 0 || items.some((delivery) => delivery.state === 'failed')
  return (
    <Section
      title="Deliveries"
      description="All stored messages, newest first."
      actions={
        endpoint.is_enabled &&
        hasFailed && (
          <Allowed to="settings">
            <RetryAll endpointId={endpoint.id} />
          </Allowed>
        )
      }
    >
      <Boundary skeleton={<Skeleton height={56} />}>
        <LastDay endpointId={endpoint.id} />
      </Boundary>
      <search className="ui-row" aria-label="Filter">
        <Select
          label="Status"
          options={stateNames}
          value={state ?? ''}
          onChange={({ target }) => list.change({ state: target.value as DeliverySearch['state'] })}
        />
        <Select
          label="Event"
          options={[['', 'All events'], ...typesOf(endpoint).map((type) => [type, type] as const)]}
          value={event ?? ''}
          onChange={({ target }) => list.change({ event: target.value })}
        />
      </search>
      <Table
        label="Deliveries"
        rows={items}
        empty={<NoDeliveries isFiltered={Boolean(state ?? event ?? cursor)} onClear={list.clear} />}
        actions={(delivery) =>
          endpoint.is_enabled &&
          canRetry(delivery) && (
            <Allowed to="settings">
              <Button size="small" onClick={() => void retry(delivery)}>
                Retry now
              </Button>
            </Allowed>
          )
        }
        columns={deliveryColumns({ names: namesFrom(subjects), onOpen: setShownId })}
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

function RetryAll({ endpointId }: { endpointId: string }) {
  const { resendFailed } = useEndpointActions(endpointId)
  const { isBusy, run } = useAction()
  const retry = () =>
    run(async () => {
      const { count, has_more } = await resendFailed()
      toast(describeRetry(count, has_more))
    })
  return (
    <Button icon={<RefreshCw />} isBusy={isBusy} onClick={() => void retry()}>
      Retry all failed
    </Button>
  )
}

function describeRetry(count: number, hasMore: boolean): string {
  if (count === 0) return 'No messages have failed. Pending retries are sent on schedule.'
  if (hasMore)
    return `The oldest ${count.toLocaleString('en')} failed messages are being sent again. Repeat for the others.`
  return count === 1 ? 'One failed message is being sent again.' : `${count} failed messages are being sent again.`
}

function NoDeliveries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty icon={<Search />} title="No deliveries match" action={<Button onClick={onClear}>Clear filters</Button>}>
      No messages have this status and event.
    </Empty>
  ) : (
    <Empty icon={<Send />} title="No deliveries yet">
      Messages and your server’s responses appear here. Send a test to see one.
    </Empty>
  )
}

/** Delivered messages can be sent again from their details. */
const canRetry = ({ state, attempts }: Delivery) => state === 'failed' || (state === 'pending' && attempts > 0)
