import type { BodyOf } from '../data/call.ts'
import { type RowOf, useApi, useData } from '../data/data.ts'

export type Endpoint = RowOf<'GET /internal/webhook-endpoints'>
export type Delivery = RowOf<'GET /internal/webhook-endpoints/{endpoint_id}/deliveries'>
export type EndpointChange = BodyOf<'PATCH /internal/webhook-endpoints/{endpoint_id}'>

/** The project's endpoints, oldest first, each with its recent delivery results. */
export const useEndpoints = (): Endpoint[] => useData('GET /internal/webhook-endpoints').items

/** The revision of the endpoints. */
export const useEndpointsRevision = (): number => useData('GET /internal/webhook-endpoints').revision

export function useEndpointActions(endpointId: string) {
  const { call, change, saveAt } = useApi()
  const params = { endpoint_id: endpointId }
  return {
    update: (body: EndpointChange, revision: number) =>
      saveAt(revision)('PATCH /internal/webhook-endpoints/{endpoint_id}', { params, body }),
    remove: () => change('DELETE /internal/webhook-endpoints/{endpoint_id}', { params }),
    readSecret: () => call('GET /internal/webhook-endpoints/{endpoint_id}/secret', { params }),
    rotateSecret: () => change('POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret', { params }),
    sendTest: () => change('POST /internal/webhook-endpoints/{endpoint_id}/send-test', { params }),
    resendFailed: () => change('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed', { params }),
    resend: (delivery_id: string) =>
      change('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend', {
        params: { ...params, delivery_id },
      }),
  }
}

/** Undefined until the first delivery. */
export function failureRateOf({ recent_deliveries: { total, failing } }: Endpoint): number | undefined {
  return total === 0 ? undefined : failing / total
}

export const eventsTextOf = ({ event_types: types }: Pick<Endpoint, 'event_types'>) => {
  if (!types) return 'All events'
  return types.length === 1 ? types[0]! : `${types.length} events`
}
