import { expect, test } from 'vitest'
import { centsOf, describeInterval, formatCents, maxQuantityOf, parseQuantity } from './money.ts'

test.each([
  ['49', 4900],
  ['0', 0],
  ['0.5', 50],
  ['19.99', 1999],
  ['1.10', 110],
  ['999999', 99_999_900],
])('%s dollars are %i cents', (dollars, cents) => {
  expect(centsOf(dollars)).toBe(cents)
})

test('formats amounts with two decimals and a thousands separator', () => {
  expect(formatCents(4900)).toBe('$49.00')
  expect(formatCents(99_999_900)).toBe('$999,999.00')
})

test('shortens an interval of one', () => {
  expect(describeInterval([1, 'month'])).toBe('per month')
  expect(describeInterval([3, 'month'])).toBe('every 3 months')
})

test('limits the quantity by the maximum payment and the maximum per purchase', () => {
  expect(maxQuantityOf(0)).toBe(1_000_000)
  expect(maxQuantityOf(1)).toBe(1_000_000)
  for (const cents of [100, 4900, 99_999_900]) {
    expect(maxQuantityOf(cents) * cents).toBeLessThanOrEqual(99_999_900)
    expect((maxQuantityOf(cents) + 1) * cents).toBeGreaterThan(99_999_900)
  }
})

test.each(['', '0', '-1', '1.5', '1e3', '11', 'two', '１'])('%j is not a quantity between 1 and 10', (text) => {
  expect(parseQuantity(text, 10)).toBeUndefined()
})

test('accepts spaces around a quantity', () => {
  expect(parseQuantity(' 7 ', 10)).toBe(7)
})
