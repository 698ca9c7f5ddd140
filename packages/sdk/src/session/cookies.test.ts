import { expect, test } from 'vitest'
import { parseCookies, readTokens, writeTokens } from './cookies.ts'

const access = 'a.b.c'

function readHeader(header: string) {
  return readTokens({ getAll: (name) => parseCookies(header, name) }, 'p1')
}

const pair = (refresh: string, token = access) => `stack-access=${encodeURIComponent(JSON.stringify([refresh, token]))}`

test('reads the refresh token and the access token that belongs to it', () => {
  expect(readHeader(`x=1; stack-refresh-p1=r1; ${pair('r1')}`)).toEqual({ refreshToken: 'r1', accessToken: access })
})

test.each([
  ['of another session', pair('other')],
  ['of the older format', 'stack-access=a.b.c'],
  ['that is broken JSON', 'stack-access=%5B%22r1%22'],
  ['that does not decode', 'stack-access=%'],
  ['with a number', `stack-access=${encodeURIComponent('["r1",1]')}`],
  ['with the text undefined', pair('r1', 'undefined')],
])('ignores an access cookie %s', (_name, cookie) => {
  expect(readHeader(`stack-refresh-p1=r1; ${cookie}`)).toEqual({ refreshToken: 'r1', accessToken: null })
})

test('falls back to the legacy cookie, but not to that of another project', () => {
  expect(readHeader('stack-refresh=old').refreshToken).toBe('old')
  expect(readHeader('stack-refresh=old; stack-refresh-p1=new').refreshToken).toBe('new')
  expect(readHeader('stack-refresh-p2=r').refreshToken).toBeNull()
})

test.each([
  '',
  ';;;=;',
  'stack-refresh-p1',
  'stack-refresh-p1=',
  'stack-refresh-p1=undefined',
  '%',
  'stack-refresh-p1=%',
])('never throws on malformed cookies: %j', (header) => {
  expect(readHeader(header)).toEqual({ refreshToken: null, accessToken: null })
})

test('does not choose between different values of one name', () => {
  expect(readHeader('stack-refresh-p1=mine; stack-refresh-p1=tossed').refreshToken).toBeNull()
  expect(readHeader('stack-refresh-p1=mine; stack-refresh-p1=mine').refreshToken).toBe('mine')
})

test('writes both cookies with their lifetimes and removes the legacy one', () => {
  const written: unknown[] = []
  const cookies = { getAll: () => [], set: (...args: unknown[]) => void written.push(args) }
  writeTokens(cookies, 'p1', { refreshToken: 'r1', accessToken: access })
  const attributes = { sameSite: 'lax', secure: false }
  expect(written).toEqual([
    ['stack-refresh-p1', 'r1', 31_536_000, attributes],
    ['stack-access', '["r1","a.b.c"]', 86_400, attributes],
    ['stack-refresh', null, 0, attributes],
  ])

  written.length = 0
  writeTokens(cookies, 'p1', { refreshToken: null, accessToken: null })
  expect(written).toEqual([
    ['stack-refresh-p1', null, 31_536_000, attributes],
    ['stack-access', null, 86_400, attributes],
    ['stack-refresh', null, 0, attributes],
  ])
})

test('asks a framework for cookies that only TLS carries once the browser has shown that it uses it', () => {
  const written: unknown[] = []
  const cookies = {
    getAll: (name: string) => (name === 'stack-is-https' ? ['true'] : []),
    set: (...args: unknown[]) => void written.push(args.at(-1)),
  }
  writeTokens(cookies, 'p1', { refreshToken: 'r1', accessToken: access })
  expect(written).toEqual(Array.from({ length: 3 }, () => ({ sameSite: 'lax', secure: true })))
})
