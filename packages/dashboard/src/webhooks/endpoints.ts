import type { Routes } from '@latchkey/contract'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'

export type Endpoint = Routes['GET /internal/webhook-endpoints']['response']['admin']['items'][number]
export type Delivery =
  Routes['GET /internal/webhook-endpoints/{endpoint_id}/deliveries']['response']['admin']['items'][number]
export type EndpointChange = NonNullable<Routes['PATCH /internal/webhook-endpoints/{endpoint_id}']['request']['body']>

/** The project's endpoints, oldest first, each with its recent delivery results. */
export function useEndpoints(): Endpoint[] {
  const stores = useStores()
  const list = async () => (await stores.call('GET /internal/webhook-endpoints')).items
  return useData(stores.cached('webhook-endpoints/list', list))
}

/** Actions on an endpoint. Each one reloads the lists. */
export function useEndpointActions(endpointId: string) {
  const { call, refresh } = useStores()
  const params = { endpoint_id: endpointId }
  const refreshAfter = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    await refresh('webhook-')
    return result
  }
  return {
    update: (body: EndpointChange) =>
      refreshAfter(call('PATCH /internal/webhook-endpoints/{endpoint_id}', { params, body })),
    remove: () => refreshAfter(call('DELETE /internal/webhook-endpoints/{endpoint_id}', { params })),
    readSecret: () => call('GET /internal/webhook-endpoints/{endpoint_id}/secret', { params }),
    rotateSecret: () => refreshAfter(call('POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret', { params })),
    sendTest: () => refreshAfter(call('POST /internal/webhook-endpoints/{endpoint_id}/send-test', { params })),
    resend: (delivery_id: string) =>
      refreshAfter(
        call('POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend', {
          params: { ...params, delivery_id },
        }),
      ),
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
