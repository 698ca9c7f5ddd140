import { expect, test } from 'vitest'
import { findTotpStep, totpAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %d seconds the code of the RFC is %s', (seconds, code) => {
  expect(findTotpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('a code of the step before or after is accepted, of two steps away not', () => {
  const now = new Date(1_700_000_000_000)
  const step = Math.floor(now.getTime() / 30_000)
  expect(findTotpStep(secret, totpAt(secret, step - 1), now)).toBe(step - 1)
  expect(findTotpStep(secret, totpAt(secret, step + 1), now)).toBe(step + 1)
  expect(findTotpStep(secret, totpAt(secret, step - 2), now)).toBeUndefined()
  expect(findTotpStep(secret, totpAt(secret, step + 2), now)).toBeUndefined()
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 287082'])('%j is no code', (code) => {
  expect(findTotpStep(secret, code, new Date(59_000))).toBeUndefined()
})
