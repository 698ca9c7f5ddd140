import { afterAll, vi } from 'vitest'
import { networkDefaults } from '../transport/transport.ts'

// A busy machine is not a server that cannot be reached.
networkDefaults.connectTimeoutMillis = 120_000
networkDefaults.responseTimeoutMillis = 120_000

// Files share a process, so that the server is read and opened once. The next one finds the globals as this one did.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
