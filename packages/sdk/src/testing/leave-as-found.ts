import { afterAll, vi } from 'vitest'
import { networkDefaults } from '../transport/transport.ts'

// A busy machine must not count as an unreachable server.
networkDefaults.connectTimeoutMillis = 120_000
networkDefaults.responseTimeoutMillis = 120_000

// Test files share a process, so that the server loads and starts once. Each file restores the globals.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
