import { vi } from 'vitest'

/** Waits until the expectation holds. The timeout is generous, because the machine may be busy. */
export function eventually(expectation: () => void): Promise<void> {
  return vi.waitFor(expectation, { timeout: 20_000 })
}
