import type { HandlerOutput, webhookRoutes } from '@latchkey/contract'
import type { AttemptRow, HourRow, ListedDelivery } from './delivery-log-queries.ts'
import { mentionsOf } from './events.ts'
import type { EndpointRow } from './queries.ts'

type EndpointBody = HandlerOutput<(typeof webhookRoutes)['GET /internal/webhook-endpoints/{endpoint_id}']>
type ReadDelivery = 'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}'
type DeliveryBody = Omit<HandlerOutput<(typeof webhookRoutes)[ReadDelivery]>, 'payload' | 'attempt_log' | 'subjects'>
type AttemptBody = HandlerOutput<(typeof webhookRoutes)[ReadDelivery]>['attempt_log'][number]

export function toEndpointBody(endpoint: EndpointRow, now: Date): EndpointBody {
  const { previous_secret_until: until } = endpoint
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.event_types,
    is_enabled: endpoint.is_enabled,
    disabled_reason: endpoint.disabled_reason,
    failing_since_millis: endpoint.failing_since?.getTime() ?? null,
    previous_secret_until_millis: until && until > now ? until.getTime() : null,
    created_at_millis: endpoint.created_at.getTime(),
  }
}

export function toDeliveryBody(delivery: ListedDelivery): DeliveryBody {
  return {
    id: delivery.event_id,
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    created_at_millis: delivery.created_at.getTime(),
    next_attempt_at_millis: delivery.next_attempt_at?.getTime() ?? null,
    duration_millis: delivery.duration_millis,
    response_status: delivery.response_status,
    about: mentionsOf(delivery.type, delivery.object_id),
  }
}

export function toAttemptBody(attempt: AttemptRow): AttemptBody {
  return {
    number: attempt.number,
    attempted_at_millis: attempt.attempted_at.getTime(),
    duration_millis: attempt.duration_millis,
    response_status: attempt.response_status,
    response_text: attempt.response_text,
    failure: attempt.failure,
  }
}

export const hourMillis = 3_600_000

/** All hours since then, also those in which nothing happened. */
export function toHoursBody(rows: HourRow[], since: Date, count: number) {
  return Array.from({ length: count }, (_, hour) => {
    const { delivered = 0, failed = 0 } = rows.find((row) => row.hour === hour) ?? {}
    return { from_millis: since.getTime() + hour * hourMillis, delivered, failed }
  })
}
