// @vitest-environment node
import { expect, test } from 'vitest'
import { createTotpSecret, isTotpCode, toBase32, toTotpUri } from './totp.ts'

const secret = new TextEncoder().encode('12345678901234567890')

// The last six digits of the vectors in appendix B of RFC 6238.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', async (seconds, code) => {
  expect(await isTotpCode(code, secret, seconds * 1000)).toBe(true)
  expect(await isTotpCode('123456', secret, seconds * 1000)).toBe(false)
})

test.each([
  [-30, true],
  [30, true],
  [-60, false],
  [60, false],
])('accepts a clock that is %i seconds off: %s', async (seconds, isAccepted) => {
  expect(await isTotpCode('287082', secret, (45 + seconds) * 1000)).toBe(isAccepted)
})

test('secrets have 20 bytes and are unique', () => {
  expect(createTotpSecret()).toHaveLength(20)
  expect(createTotpSecret()).not.toEqual(createTotpSecret())
})

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32 is %j', (text, encoded) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(encoded)
})

test('the URI for authenticator apps contains the project and the account', () => {
  expect(toTotpUri(secret, 'Field & Notes', 'ada@example.com')).toBe(
    'otpauth://totp/Field%20%26%20Notes:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Field%20%26%20Notes&algorithm=SHA1&digits=6&period=30',
  )
})
