import { callAsUser } from './call.ts'
import { queryClient } from './query-client.ts'

/** Whether this server has an owner. Two consecutive pages share one request. */
export const readFirstOwner = () =>
  queryClient.fetchQuery({
    queryKey: ['', '', 'GET /internal/first-owner', null],
    queryFn: () => callAsUser('GET /internal/first-owner'),
    staleTime: 1000,
  })
