import { expect, test } from 'vitest'
import { readSignInEmail } from './address.ts'

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
])('%j is stored as %s', (given, stored) => expect(readSignInEmail(given)).toBe(stored))

test.each([
  'example.com',
  '@example.com',
  'ada@',
  'ada@exa%6dple.com',
  'ada@bücher%2eexample',
  'ada@bücher.example/x',
  'ada@bücher.example:25',
  'ada@evil.example@bücher..example',
  'adä@example.com',
  `ada@${'ü'.repeat(300)}.example`,
])('%j is no address to sign in with', (given) => expect(readSignInEmail(given)).toBeUndefined())
