import { testSessionRaces } from './session-races.ts'

// A session that two hosts share.
testSessionRaces('shared')
