import { SubjectName } from '../people/subject-name.tsx'
import type { Names } from '../people/subjects.ts'
import { none } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryState } from './delivery-state.tsx'
import type { Delivery } from './endpoints.ts'

interface DeliveryCells {
  names: Names
  onOpen: (deliveryId: string) => void
}

export function deliveryColumns({ names, onOpen }: DeliveryCells): Column<Delivery>[] {
  return [
    {
      id: 'type',
      header: 'Event',
      cell: (delivery) => (
        <button className="ui-row-link webhooks-open" type="button" onClick={() => onOpen(delivery.id)}>
          <code>{delivery.type}</code>
        </button>
      ),
    },
    {
      id: 'about',
      header: 'About',
      priority: 'medium',
      cell: (delivery) => <About delivery={delivery} names={names} />,
    },
    {
      id: 'state',
      header: 'Status',
      cell: (delivery) => (
        <span className="ui-row">
          <DeliveryState delivery={delivery} />
          {delivery.response_status && <span className="ui-muted ui-tabular">{delivery.response_status}</span>}
        </span>
      ),
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'end',
      priority: 'low',
      cell: ({ duration_millis: millis }) => (millis === null ? none : `${millis.toLocaleString('en')} ms`),
    },
    { id: 'attempts', header: 'Attempts', align: 'end', priority: 'low', cell: ({ attempts }) => attempts },
    {
      id: 'when',
      header: 'Happened',
      priority: 'medium',
      cell: (delivery) => <Time date={delivery.created_at_millis} />,
    },
  ]
}

/** "Ada in Engines": the user and the team that the event is about. */
export function About({ delivery: { about }, names }: { delivery: Pick<Delivery, 'about'>; names: Names }) {
  const [first, second] = about
  if (!first) return none
  return (
    <span className="webhooks-about">
      <SubjectName of={first} names={names} />
      {second && (
        <>
          {' in '}
          <SubjectName of={second} names={names} />
        </>
      )}
    </span>
  )
}
