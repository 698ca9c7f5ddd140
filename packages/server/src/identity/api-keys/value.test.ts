import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { createApiKeyValue, isApiKeyValue } from './value.ts'

const id = '12345678-9abc-4def-8123-456789abcdef'

test.each([
  [
    { type: 'user', isPublic: false },
    /^sk_[0-9a-hjkmnp-tv-z]{45}123456789abc4def8123456789abcdefuser1[a-z0-9]{9}[0-9a-f]{8}$/,
  ],
  [
    { type: 'team', isPublic: true },
    /^pk_[0-9a-hjkmnp-tv-z]{45}123456789abc4def8123456789abcdefteam3[a-z0-9]{9}[0-9a-f]{8}$/,
  ],
] as const)('a key of %j has 102 characters in the order of the contract', (key, pattern) => {
  const value = createApiKeyValue({ id, ...key })
  expect(value).toHaveLength(102)
  expect(value).toMatch(pattern)
  expect(Number.parseInt(value.slice(-8), 16)).toBe(crc32(value.slice(0, -8)))
})

test('a malformed key is recognized', () => {
  const value = createApiKeyValue({ id, type: 'user', isPublic: false })
  expect(isApiKeyValue(value)).toBe(true)
  for (const other of [
    '',
    value.slice(0, -1),
    `${value}0`,
    value.replace('sk_', 'pk_'),
    value.slice(-4),
    ` ${value}`,
  ]) {
    expect(isApiKeyValue(other)).toBe(false)
  }
})
