import { searchParser, text } from '../data/search.ts'

export const parseClientSearch = searchParser({ query: text, cursor: text })
