import { oneOf, type SearchOf, searchParser, text } from '../data/search.ts'

export const parseSentSearch = searchParser({ status: oneOf('sent', 'failed'), recipient: text, cursor: text })

export type SentSearch = SearchOf<typeof parseSentSearch>
