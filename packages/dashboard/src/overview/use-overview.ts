import type { Reply } from '../data/call.ts'
import { useData } from '../data/data.ts'
import type { Range } from './search.ts'

export type Overview = Reply<'GET /internal/overview'>

/** Loads the whole page in one request. */
export const useOverview = (days: Range): Overview => useData('GET /internal/overview', { query: { days } })
