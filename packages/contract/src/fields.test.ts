import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  acceptsMe,
  base64,
  displayName,
  email,
  json,
  listOf,
  maxPasswordLength,
  millis,
  pageOf,
  password,
  queryBoolean,
  signInEmail,
  url,
  userIdOrMe,
  uuid,
} from './fields.ts'

const longest = (local: number) => `${'a'.repeat(local)}@example.com`

describe('an email address', () => {
  test.each([
    'ada@example.com',
    'a@b',
    "o'brien+tag@sub.example.co.uk",
    '.dots..everywhere.@example.com',
    'x@xn--bcher-kva.example',
    longest(244),
  ])('may be %s', (value) => expect(email.safeParse(value).success).toBe(true))

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.com.',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'ada@example.com\r\nbcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada@[127.0.0.1]',
    'ädä@example.com',
    'ada@exämple.com',
    'ada\0@example.com',
    `ada@${'a'.repeat(64)}.com`,
    longest(245),
  ])('may not be %j', (value) => expect(email.safeParse(value).success).toBe(false))

  test('is converted to lowercase', () => {
    expect(email.parse('Ada.Lovelace@EXAMPLE.com')).toBe('ada.lovelace@example.com')
    expect(signInEmail.parse('Ada.Lovelace@EXAMPLE.com')).toBe('ada.lovelace@example.com')
  })
})

describe('a sign-in email address', () => {
  test.each(['ada@example.com', 'a.b-c+d@example.co', "o'brien@example.museum"])('may be %s', (value) =>
    expect(signInEmail.safeParse(value).success).toBe(true))

  test.each([
    'a@b',
    'ada@localhost',
    'ada@example.c',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example.com\n',
    longest(245),
  ])('may not be %j', (value) => expect(signInEmail.safeParse(value).success).toBe(false))

  test('has a message for every problem', () => {
    const messages = signInEmail.safeParse('a..da@b').error?.issues.map((issue) => issue.message)

    expect(messages).toEqual([
      'must not have a leading, trailing or double dot before the @',
      'must end in a top-level domain of at least two characters',
    ])
  })
})

describe('a UUID', () => {
  const some = '3f0c8a52-9f3d-4a1e-8b57-2d6c1e90ab34'

  test.each([
    some,
    some.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'c232ab00-9414-11ec-b3c8-9f6bdeced846',
    '74738ff5-5367-5958-9aee-98fffdcd1876',
  ])('may be %s', (value) => expect(uuid.parse(value)).toBe(value.toLowerCase()))

  test.each([
    '',
    'me',
    some.slice(1),
    `${some}0`,
    `{${some}}`,
    some.replaceAll('-', ''),
    '3f0c8a52-9f3d-6a1e-8b57-2d6c1e90ab34',
    '3f0c8a52-9f3d-4a1e-cb57-2d6c1e90ab34',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    `${some}\n`,
    `me\n${some}`,
  ])('may not be %j', (value) => expect(uuid.safeParse(value).success).toBe(false))

  test('of a user may be `me`, and nothing that contains it', () => {
    expect(userIdOrMe.parse('me')).toBe('me')
    expect(userIdOrMe.parse(some)).toBe(some)
    for (const value of ['', 'mee', 'not me', 'me ', `${some}me`, 'me\n']) {
      expect(userIdOrMe.safeParse(value).success, JSON.stringify(value)).toBe(false)
    }
  })

  test('is known to accept `me` through optional and nullable wrappers', () => {
    expect(acceptsMe(userIdOrMe)).toBe(true)
    expect(acceptsMe(userIdOrMe.optional())).toBe(true)
    expect(acceptsMe(userIdOrMe.nullable().optional())).toBe(true)
    expect(acceptsMe(uuid)).toBe(false)
    expect(acceptsMe(z.string())).toBe(false)
  })
})

describe('a URL', () => {
  test.each([
    'https://example.com',
    'http://localhost:3000/verify?x=1#y',
    'myapp://callback',
    'data:image/png;base64,AAAA',
  ])('may be %s', (value) => expect(url.safeParse(value).success).toBe(true))

  test.each([
    '',
    'example.com',
    '/path',
    '//example.com',
    'https://',
    'https://exa mple.com',
    ' https://example.com',
  ])('may not be %j', (value) => expect(url.safeParse(value).success).toBe(false))

  test('has a length limit', () => {
    const start = 'https://example.com/'

    expect(url.safeParse(start + 'a'.repeat(1_000_000 - start.length)).success).toBe(true)
    expect(url.safeParse(start + 'a'.repeat(1_000_001 - start.length)).success).toBe(false)
  })
})

describe('base64', () => {
  test.each(['', 'AA==', 'AAA=', 'AAAA', '+/+/', Buffer.from('any text').toString('base64')])('may be %j', (value) =>
    expect(base64.safeParse(value).success).toBe(true))

  test.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    'AA==AA==',
    '-_-_',
    'AAAA\n',
    'AA AA',
  ])('may not be %j', (value) => expect(base64.safeParse(value).success).toBe(false))
})

describe('a password', () => {
  test('may have up to 70 characters and is not changed', () => {
    for (const value of ['', ' spaces ', 'ÄÖÜ', '👩‍🚀', 'x'.repeat(maxPasswordLength)]) {
      expect(password.parse(value)).toBe(value)
    }
    expect(password.safeParse('x'.repeat(maxPasswordLength + 1)).success).toBe(false)
  })

  test.each([null, undefined, 12345678, ['password'], {}])('may not be %j', (value) =>
    expect(password.safeParse(value).success).toBe(false))
})

describe('other fields', () => {
  test('a display name has up to 256 characters', () => {
    expect(displayName.safeParse('x'.repeat(256)).success).toBe(true)
    expect(displayName.safeParse('x'.repeat(257)).success).toBe(false)
  })

  test('a time is an integer number of milliseconds', () => {
    expect(millis.safeParse(1_767_225_600_000).success).toBe(true)
    expect(millis.safeParse(0.5).success).toBe(false)
    expect(millis.safeParse('1767225600000').success).toBe(false)
  })

  test('a boolean in a query is `true` or `false`', () => {
    expect(queryBoolean.safeParse('true').success).toBe(true)
    expect(queryBoolean.safeParse(true).success).toBe(false)
    expect(queryBoolean.safeParse('1').success).toBe(false)
  })

  test('`json` accepts any JSON value', () => {
    for (const value of [null, 0, '', false, [], {}]) expect(json.parse(value)).toEqual(value)
  })

  test('lists and pages drop undeclared members', () => {
    const item = z.object({ id: z.string() })
    const items = [{ id: '1', password_hash: 'secret' }]

    expect(listOf(item).parse({ items, is_paginated: false })).toEqual({ items: [{ id: '1' }], is_paginated: false })
    expect(pageOf(item).parse({ items, is_paginated: true, pagination: { next_cursor: null } })).toEqual({
      items: [{ id: '1' }],
      is_paginated: true,
      pagination: { next_cursor: null },
    })
  })
})
