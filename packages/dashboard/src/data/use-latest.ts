import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply, RequestArgs } from './call.ts'
import { type Reads, useApi } from './data.ts'
import { useOwner, useProject } from './owner.ts'
import { queryClient } from './query-client.ts'

/**
 * What a route returns, while the page stays as it is: the last reply until the next one arrives. Undefined until there
 * is one, and if it could not be loaded.
 */
export function useLatest<Id extends Reads>(
  route: Id,
  ...request: RequestArgs<Id>
): { reply: Reply<Id> | undefined; isLoading: boolean } {
  const { id } = useProject()
  const { call } = useApi()
  const { data, isPending, isPlaceholderData } = useQuery(
    {
      queryKey: [useOwner().id, id, route, request[0] ?? null],
      queryFn: () => call(route, ...request),
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  return { reply: data as Reply<Id> | undefined, isLoading: isPending || isPlaceholderData }
}
