import { nullIfMissing, type Reply } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import { useMay } from '../parts/role.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { formatDay } from '../ui/time.tsx'
import { CancelSubscription } from './cancel-subscription.tsx'
import { describePrice, describeStatus } from './catalog.ts'
import type { CustomerReference } from './customer-types.ts'
import { GrantOffer } from './grant-offer.tsx'

export type Subscription =
  Reply<'GET /internal/payments/customers/{customer_type}/{customer_id}'>['subscriptions'][number]

/** Null if the user or team does not exist. */
export function useCustomer({ type, id }: CustomerReference) {
  const route = 'GET /internal/payments/customers/{customer_type}/{customer_id}'
  const request = { params: { customer_type: type, customer_id: id } }
  return useLoaded(route, request, (call) => call(route, request).catch(nullIfMissing))
}

/** The customer's current subscriptions, and a button that grants an offer. */
export function Subscriptions({ customer }: { customer: CustomerReference }) {
  const found = useCustomer(customer)
  const may = useMay()
  if (!found) return null
  const { subscriptions, default_offers } = found
  return (
    <Section title="Subscriptions" actions={may('payments') && <GrantOffer customer={customer} />}>
      <Table
        label="Subscriptions"
        rows={subscriptions}
        {...(may('payments') && { actions: (each: Subscription) => <CancelSubscription subscription={each} /> })}
        empty={
          default_offers.length === 0
            ? 'No subscriptions.'
            : `No subscriptions. Included by default: ${default_offers.map(({ offer_display_name }) => offer_display_name).join(', ')}.`
        }
        columns={[
          {
            id: 'offer',
            header: 'Offer',
            cell: (each) => (
              <span className="ui-row">
                <strong>
                  {each.offer_display_name}
                  {each.quantity > 1 && ` × ${each.quantity.toLocaleString('en')}`}
                </strong>
                {each.test_mode && <Badge tone="accent">Test</Badge>}
              </span>
            ),
          },
          {
            id: 'price',
            header: 'Price',
            priority: 'medium',
            cell: ({ price }) => (price ? describePrice(price) : '–'),
          },
          {
            id: 'status',
            header: 'Status',
            cell: ({ status }) => (
              <Badge tone={status === 'active' ? 'success' : undefined}>{describeStatus(status)}</Badge>
            ),
          },
          {
            id: 'until',
            header: 'Period',
            align: 'end',
            cell: (each) => (
              <span className="payments-period">
                {each.cancel_at_period_end || each.test_mode ? 'Ends' : 'Renews'}{' '}
                <span>{formatDay(each.period_end_millis)}</span>
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}
