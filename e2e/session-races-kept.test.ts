import { testSessionRaces } from './session-races.ts'

// A session that the app's server keeps.
testSessionRaces('kept')
