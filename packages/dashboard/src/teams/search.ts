import { searchParser, text } from '../data/search.ts'

export const parseTeamSearch = searchParser({ query: text, cursor: text })
