import { afterAll, vi } from 'vitest'

// Files share a process, so that the server is read and opened once. The next one finds the globals as this one did.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
