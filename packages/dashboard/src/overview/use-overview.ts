import type { Routes } from '@latchkey/contract'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import type { Range } from './search.ts'

export type Overview = Routes['GET /internal/overview']['response']['admin']

/** Loads the whole page in one request. */
export function useOverview(days: Range): Overview {
  const { cached, call } = useStores()
  return useData(cached(`overview/${days}`, () => call('GET /internal/overview', { query: { days } })))
}
