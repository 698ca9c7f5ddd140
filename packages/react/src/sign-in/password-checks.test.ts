// @vitest-environment node
import { expect, test } from 'vitest'
import { isEmail } from './password-checks.ts'

test.each(['a@b.co', "o'neil+tag@sub.example.com", 'x_y@1-2.example'])('%s is an email', (email) => {
  expect(isEmail(email)).toBe(true)
})

test.each([
  'nobody',
  'a@b',
  'a@b.c',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.co',
  'a@b@c.co',
  'a b@c.co',
  'a@-b.co',
  `${'a'.repeat(251)}@b.com`,
])('%s is not an email', (email) => {
  expect(isEmail(email)).toBe(false)
})
