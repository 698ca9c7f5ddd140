// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerCookies } from '../environment/framework.ts'
import { createRequestStore, createServerCookieStore } from './server-token-stores.ts'
import { createCookieStore, createMemoryStore } from './token-store.ts'

const tokens = { accessToken: 'a1', refreshToken: 'r1' }
/** Adds a short name for the test. */
const named = (text: string): [string, string] => [text.slice(0, 40), text]
const none = { accessToken: null, refreshToken: null }

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: other tabs and neighbouring hosts do the same.
  document.cookie = text
}

function clearCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    for (const path of ['/', '/handler']) setCookie(`${cookie.split('=')[0]}=; max-age=0; path=${path}`)
  }
}

beforeEach(() => {
  history.replaceState(null, '', '/handler/sign-in')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearCookies()
})

test('memory: notifies subscribers asynchronously, and of changes only', async () => {
  const store = createMemoryStore()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.set(tokens)
  store.set({ ...tokens })
  expect(listener).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get()).toEqual(tokens)

  stop()
  store.set(none)
  await Promise.resolve()
  expect(listener).toHaveBeenCalledOnce()
})

test('cookie: outlives the page and can be read by another store', () => {
  createCookieStore('p1').set(tokens)
  expect(document.cookie).toBe(`stack-refresh-p1=r1; stack-access=${encodeURIComponent('["r1","a1"]')}`)
  expect(createCookieStore('p1').get()).toEqual(tokens)
  expect(createCookieStore('p2').get()).toEqual(none)

  createCookieStore('p1').set(none)
  expect(document.cookie).toBe('')
})

test('cookie: is stored once written, although browsers store cookies in the background', () => {
  let inFlight = 0
  vi.stubGlobal('document', {
    get cookie() {
      inFlight = 0
      return ''
    },
    set cookie(_text: string) {
      inFlight++
    },
  })
  createCookieStore('p1').set(tokens)
  expect(inFlight).toBe(0)
})

test('cookie: replaces the legacy cookie when it writes', () => {
  setCookie('stack-refresh=old; path=/')
  const store = createCookieStore('p1')
  expect(store.get()).toEqual({ accessToken: null, refreshToken: 'old' })
  store.set(tokens)
  expect(document.cookie).not.toContain('stack-refresh=')
})

test('cookie: keeps its access token when another project overwrites the shared cookie', () => {
  const store = createCookieStore('p1')
  store.set(tokens)
  createCookieStore('p2').set({ accessToken: 'a2', refreshToken: 'r2' })
  expect(store.get()).toEqual(tokens)
})

test('cookie: polls every 100 ms only while there are subscribers', async () => {
  vi.useFakeTimers()
  const store = createCookieStore('p1')
  expect(vi.getTimerCount()).toBe(0)
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  const stopOther = store.subscribe(() => {})
  expect(vi.getTimerCount()).toBe(1)

  createCookieStore('p1').set(tokens)
  await vi.advanceTimersByTimeAsync(100)
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get()).toEqual(tokens)

  stop()
  stopOther()
  expect(vi.getTimerCount()).toBe(0)
})

test('cookie: never adopts a session from a neighbouring host', () => {
  setCookie('stack-refresh-p1=tossed; path=/handler')
  const store = createCookieStore('p1')
  expect(store.get()).toEqual(none)
  expect(store.get()).toEqual(none)

  setCookie('stack-refresh-p1=mine; path=/')
  expect(document.cookie).toContain('tossed')
  expect(store.get().refreshToken).toBe('mine')
  expect(createCookieStore('p1').get().refreshToken).toBe('mine')

  store.set(none)
  expect(store.get()).toEqual(none)
  store.set(tokens)
  expect(store.get()).toEqual(tokens)
})

test.each(['%', '', 'a%20b'])('cookie: keeps its session beside an injected value that is not a token: %j', (value) => {
  setCookie('stack-refresh-p1=mine; path=/')
  setCookie(`stack-refresh-p1=${value}; path=/handler`)
  expect(createCookieStore('p1').get().refreshToken).toBe('mine')
  expect(document.cookie).toContain('mine')
})

test('cookie: does not fall back to the legacy name beside an injected cookie', () => {
  setCookie('stack-refresh-p1=tossed; path=/handler')
  setCookie('stack-refresh=old; path=/')
  expect(createCookieStore('p1').get()).toEqual(none)
})

test('cookie: notices a sign-out in another tab even if an injected cookie remains', () => {
  const store = createCookieStore('p1')
  store.set(tokens)
  setCookie('stack-refresh-p1=tossed; path=/handler')
  expect(store.get()).toEqual(tokens)
  setCookie('stack-refresh-p1=; max-age=0; path=/')
  expect(store.get()).toEqual(none)
})

test('cookie: repeated reads do not write', () => {
  setCookie('stack-refresh-p1=tossed; path=/handler')
  const store = createCookieStore('p1')
  store.get()
  const write = vi.spyOn(document, 'cookie', 'set')
  for (let poll = 0; poll < 10; poll++) store.get()
  expect(write).not.toHaveBeenCalled()
})

test('request: prefers the header and parses the cookie pair', () => {
  const cookie = `stack-refresh-p1=r1; stack-access=${encodeURIComponent('["r1","a1"]')}`
  expect(createRequestStore('p1', new Request('http://x', { headers: { cookie } })).get()).toEqual(tokens)

  const auth = JSON.stringify({ accessToken: 'a2', refreshToken: null })
  const request = { headers: new Headers({ cookie, 'x-stack-auth': auth }) }
  expect(createRequestStore('p1', request).get()).toEqual({ accessToken: 'a2', refreshToken: null })
  expect(createRequestStore('p1', { headers: new Headers() }).get()).toEqual(none)
})

test.each(
  [
    '[]',
    'null',
    '1',
    '"text"',
    '{"accessToken":"undefined"}',
    '{"accessToken":{}}',
    '{"accessToken":["a1"]}',
    '{"accessToken":1}',
    '{"refreshToken":[]}',
    '{"refreshToken":true,"accessToken":null}',
    '%',
    '{',
    'x'.repeat(100_000),
    JSON.stringify({ refreshToken: 'x'.repeat(100_000) }),
  ].map(named),
)('request: a malformed header counts as signed out: %s', (_name, auth) => {
  // Even with a session in the cookies, which another site may have triggered.
  const headers = new Headers({ 'x-stack-auth': auth, cookie: 'stack-refresh-p1=r1' })
  expect(createRequestStore('p1', { headers }).get()).toEqual(none)
})

test.each(
  [
    'stack-refresh-p1=%',
    'stack-refresh-p1=%E0%A4%A; stack-access=%',
    'stack-refresh-p1',
    'stack-refresh-p1=undefined',
    `stack-refresh-p1=${'x'.repeat(100_000)}`,
    ';;=;',
  ].map(named),
)('request: malformed cookies count as signed out: %s', (_name, cookie) => {
  expect(createRequestStore('p1', { headers: new Headers({ cookie }) }).get()).toEqual(none)
})

test.each(['%', '[1', '["r1"]', '["r1",1]', '["r1",{}]'])('request: ignores a malformed access cookie: %s', (value) => {
  const cookie = `stack-refresh-p1=r1; stack-access=${encodeURIComponent(value)}`
  const expected = { accessToken: null, refreshToken: 'r1' }
  expect(createRequestStore('p1', { headers: new Headers({ cookie }) }).get()).toEqual(expected)
})

test.each([
  { accessToken: 'undefined', refreshToken: 'undefined' },
  { accessToken: {}, refreshToken: [] },
  { accessToken: 1, refreshToken: true },
  { accessToken: ['a1'], refreshToken: ['r1'] },
  {},
])('memory: a malformed token counts as absent: %j', (pair) => {
  expect(createMemoryStore(pair as never).get()).toEqual(none)
})

test.each([
  'ü',
  '\u0000',
  '\n',
  ' ',
  'a b',
  '💥',
  '\ud800',
])('a value that cannot be a token, such as %j, counts as absent', (text) => {
  const ascii = JSON.stringify({ accessToken: text, refreshToken: text }).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  expect(createRequestStore('p1', { headers: new Headers({ 'x-stack-auth': ascii }) }).get()).toEqual(none)
  expect(createMemoryStore({ accessToken: text, refreshToken: text }).get()).toEqual(none)
  const getAll = (name: string) => (name === 'stack-refresh-p1' ? [text] : [])
  const cookies = { isSecure: false, getAll, set: () => {} }
  expect(createServerCookieStore('p1', cookies).get()).toEqual(none)
})

test('request: ignores prototype keys in the header', () => {
  const headers = new Headers({ 'x-stack-auth': '{"__proto__":{"accessToken":"evil"}}' })
  expect(createRequestStore('p1', { headers }).get().refreshToken).toBeNull()
  expect(({} as { accessToken?: string }).accessToken).toBeUndefined()
})

test('server cookies: writes if allowed, and otherwise continues without', () => {
  const jar = new Map<string, string>()
  const cookies: ServerCookies = {
    isSecure: false,
    getAll: (name) => (jar.has(name) ? [jar.get(name)!] : []),
    set: (name, value) => void (value === null ? jar.delete(name) : jar.set(name, value)),
  }
  createServerCookieStore('p1', cookies).set(tokens)
  expect(jar.get('stack-refresh-p1')).toBe('r1')

  const readOnly = createServerCookieStore('p1', {
    ...cookies,
    set: () => {
      throw new Error('not in a server component')
    },
  })
  readOnly.set({ accessToken: 'a2', refreshToken: 'r1' })
  expect(readOnly.get().accessToken).toBe('a2')
  expect(createServerCookieStore('p1', cookies).get()).toEqual(tokens)
})

test('server cookies: a session whose key only the browser has is not taken from it when its access token expires', () => {
  const refreshToken = 'bound-r1'
  const written: string[] = []
  const store = createServerCookieStore('p1', {
    isSecure: false,
    getAll: (name) => (name === 'stack-refresh-p1' ? [refreshToken] : []),
    set: (name) => void written.push(name),
  })
  store.set({ accessToken: null, refreshToken: null })
  expect(store.get()).toEqual({ accessToken: null, refreshToken: null })
  expect(written).toEqual([])
})
