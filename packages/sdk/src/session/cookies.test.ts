import { describe, expect, test } from 'vitest'
import { parseCookies, readTokens, writeTokens } from './cookies.ts'
import type { TokenPair } from './token-store.ts'

const access = 'a.b.c'

function readHeader(header: string, domain?: string) {
  return readTokens({ getAll: (name) => parseCookies(header, name) }, 'p1', domain)
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

test('trusts none of several different values of one name', () => {
  expect(readHeader('stack-refresh-p1=mine; stack-refresh-p1=tossed').refreshToken).toBeNull()
  expect(readHeader('stack-refresh-p1=mine; stack-refresh-p1=mine').refreshToken).toBe('mine')
})

describe('a cookie that another subdomain set', () => {
  test.each([
    ['a second value of our name', 'stack-refresh-p1=tossed; stack-refresh-p1=mine; stack-refresh=tossed'],
    ['a value that does not decode', 'stack-refresh-p1=%; stack-refresh=tossed'],
    ['an empty value', 'stack-refresh-p1=; stack-refresh=tossed'],
    ['fifty values', `${'stack-refresh-p1=tossed; '.repeat(50)}stack-refresh-p1=mine; stack-refresh=tossed`],
  ])('does not enable the legacy name: %s', (_name, header) => {
    expect(readHeader(header).refreshToken).toBeNull()
  })

  test.each([
    ['before it', 'stack-refresh-p1=tossed; stack-refresh=tossed; __Host-stack-refresh-p1=mine', 'mine'],
    ['after it', '__Host-stack-refresh-p1=mine; stack-refresh-p1=tossed', 'mine'],
    ['while signed out', 'stack-refresh-p1=tossed; __Host-stack-refresh-p1=; stack-refresh=tossed', null],
    ['with a space that browsers do not trim', '\u00a0__Host-stack-refresh-p1=tossed', null],
    ['with several such spaces', '\u2003\u00a0__Host-stack-refresh-p1=tossed; stack-refresh-p1=mine', 'mine'],
  ])('is ignored beside the name that only this host can set: %s', (_name, header, expected) => {
    expect(readHeader(header).refreshToken).toBe(expected)
  })

  const shared = 'stack-refresh-p1'
  const own = '__Host-stack-refresh-p1-example.com'
  test.each([
    ['the only session of the domain', `${shared}=mine`, 'mine'],
    ['one that this host has noted', `${shared}=tossed; ${shared}=mine; ${own}=mine`, 'mine'],
    ['several that it has not noted', `${shared}=tossed; ${shared}=mine; ${own}=before`, null],
    ['one that its page has not noted', `${shared}=tossed; ${own}=before`, null],
    ['one after its page was signed out', `${shared}=tossed; ${own}=`, null],
    ['an older name while the domain has a session', `${shared}=mine; ${own}=mine; stack-refresh=tossed`, 'mine'],
    ['an older name after a sign-out on another host', `${own}=before; stack-refresh=tossed`, null],
    ['a session of the host from before it was shared', `__Host-stack-refresh-p1=mine; ${shared}=x`, 'mine'],
    ['an emptied host cookie beside a shared one', `__Host-stack-refresh-p1=; ${shared}=mine; ${own}=mine`, 'mine'],
    ['one noted for another domain', `${shared}=a; ${shared}=b; __Host-stack-refresh-p1-example.org=b`, null],
  ])('cannot replace a shared session: %s', (_name, header, expected) => {
    expect(readHeader(header, 'example.com').refreshToken).toBe(expected)
  })
})

function write(
  tokens: TokenPair,
  { isSecure = false, seen = [] as string[], domain = undefined as string | undefined },
) {
  const written: unknown[] = []
  const getAll = (name: string) => (seen.includes(name) ? [''] : [])
  const cookies = { isSecure, getAll, set: (...args: unknown[]) => void written.push(args) }
  writeTokens(cookies, 'p1', tokens, domain)
  return written
}

const tokens = { refreshToken: 'r1', accessToken: access }
const none = { refreshToken: null, accessToken: null }

test('writes both cookies with their lifetimes and removes the legacy one', () => {
  const attributes = { secure: false }
  expect(write(tokens, {})).toEqual([
    ['stack-refresh-p1', 'r1', 31_536_000, attributes],
    ['stack-access', '["r1","a.b.c"]', 86_400, attributes],
    ['stack-refresh', null, 0, attributes],
  ])
  expect(write(none, {})).toEqual([
    ['stack-refresh-p1', null, 31_536_000, attributes],
    ['stack-access', null, 86_400, attributes],
    ['stack-refresh', null, 0, attributes],
  ])
})

// ASVS 3.3.1, 3.3.3
test.each([
  ['the framework reports https', { isSecure: true }],
  ['the browser sends the secure name', { seen: ['__Host-stack-refresh-p1'] }],
])('writes the name that only this host can set on https and removes older ones: %s', (_name, options) => {
  const attributes = { secure: true }
  expect(write(tokens, options)).toEqual([
    ['__Host-stack-refresh-p1', 'r1', 31_536_000, attributes],
    ['stack-refresh-p1', null, 31_536_000, attributes],
    ['stack-access', '["r1","a.b.c"]', 86_400, attributes],
    ['stack-refresh', null, 0, attributes],
  ])
  // Kept without a value, so that no other name counts after sign-out.
  expect(write(none, options)[0]).toEqual(['__Host-stack-refresh-p1', '', 31_536_000, attributes])
})

test('the host notes the session of the domain on https', () => {
  const ofHost = { secure: true }
  const ofDomain = { ...ofHost, domain: 'example.com' }
  expect(write(tokens, { isSecure: true, domain: 'example.com' })).toEqual([
    ['__Host-stack-refresh-p1-example.com', 'r1', 31_536_000, ofHost],
    ['stack-refresh-p1', 'r1', 31_536_000, ofDomain],
    ['stack-access', '["r1","a.b.c"]', 86_400, ofDomain],
    ['stack-refresh', null, 0, ofDomain],
  ])
})
