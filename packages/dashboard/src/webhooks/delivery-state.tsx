import { Badge } from '../ui/page.tsx'
import type { Delivery } from './endpoints.ts'

export function DeliveryState({ delivery: { state, attempts } }: { delivery: Delivery }) {
  if (state === 'delivered') return <Badge tone="success">Delivered</Badge>
  if (state === 'failed') return <Badge tone="danger">Failed</Badge>
  if (state === 'resending') return <Badge tone="accent">Sending again</Badge>
  return attempts > 0 ? <Badge tone="danger">Retrying</Badge> : <Badge tone="accent">Waiting</Badge>
}
