import { vi } from 'vitest'

/** Waits until the expectation holds. Generous, because a busy machine is no failure. */
export function eventually(expectation: () => void): Promise<void> {
  return vi.waitFor(expectation, { timeout: 20_000 })
}
