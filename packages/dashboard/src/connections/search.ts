import { searchParser, text } from '../data/search.ts'

export const parseConnectionSearch = searchParser({ preset: text })
