import { testSessionRaces } from './session-races.ts'

// A session that is bound to a key of the browser.
testSessionRaces('bound')
