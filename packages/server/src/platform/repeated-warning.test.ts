import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createRepeatedWarning } from './repeated-warning.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what happens thousands of times is told once, then counted, and told again when it is new', () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', isProduction: true, write: (line) => void lines.push(line) })
  const warn = createRepeatedWarning(log, 'The database is unavailable')
  const told = () => lines.splice(0).map((line) => JSON.parse(line))

  for (let n = 0; n < 5_000; n++) warn({ requestId: n })
  expect(told()).toMatchObject([{ message: 'The database is unavailable', requestId: 0 }])
  vi.advanceTimersByTime(10_000)
  expect(told()).toMatchObject([{ requestId: 4_999, timesSinceLastLine: 4_999 }])
  warn({ requestId: 5_000 })
  vi.advanceTimersByTime(30_000)
  expect(told()).toMatchObject([{ requestId: 5_000, timesSinceLastLine: 1 }])
  warn({ requestId: 5_001 })
  expect(told()).toEqual([expect.not.objectContaining({ timesSinceLastLine: expect.anything() })])
})
