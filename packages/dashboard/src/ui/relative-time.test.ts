import { expect, test } from 'vitest'
import { formatRelative } from './relative-time.ts'

const now = Date.UTC(2026, 2, 31, 12)
const before = (seconds: number) => formatRelative(new Date(now - seconds * 1000), now)

test('formats a past time in its largest unit', () => {
  expect(before(5)).toBe('just now')
  expect(before(90)).toBe('1 min. ago')
  expect(before(3 * 3600 + 59 * 60)).toBe('3 hr. ago')
  expect(before(86_400)).toBe('yesterday')
  expect(before(45 * 86_400)).toBe('last mo.')
  expect(before(800 * 86_400)).toBe('2 yr. ago')
})

test('formats a future time', () => {
  expect(before(-2 * 86_400)).toBe('in 2 days')
  // Clocks differ slightly, and past events are never in the future.
  expect(before(-5)).toBe('just now')
})
