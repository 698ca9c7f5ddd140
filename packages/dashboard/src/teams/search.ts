import { oneOf, searchParser, text } from '../data/search.ts'

export const parseTeamSearch = searchParser({ query: text, cursor: text })

/** The active tab in the URL. The first tab is the default. */
export const parseTeamTab = searchParser({ tab: oneOf('profile', 'connections', 'keys', 'payments') })
