import { afterEach, expect, test, vi } from 'vitest'
import { browserCookies } from './cookies.ts'
import { createRequestStore, createServerCookieStore } from './server-token-stores.ts'
import { createCookieStore } from './token-store.ts'

interface Browser {
  CookieJar: new () => object
  JSDOM: new (html: string, options: { url: string; cookieJar: object }) => { window: Window }
}

const { CookieJar, JSDOM } = await vi.importActual<Browser>('jsdom')
const tokens = { accessToken: 'a1', refreshToken: 'r1' }
const none = { accessToken: null, refreshToken: null }

/** Two hosts in one browser. A page sees the cookies of its own host and of the domain. */
function openBrowser() {
  const jar = new CookieJar()
  return {
    at<T>(url: string, run: () => T): T {
      const { window } = new JSDOM('', { url, cookieJar: jar })
      vi.stubGlobal('document', window.document)
      vi.stubGlobal('location', window.location)
      return run()
    },
  }
}

const app = 'https://app.example.com/'
const docs = 'https://docs.example.com/'
const read = (domain?: string) => () => createCookieStore('p1', domain).get()

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a session is shared with all hosts of the domain and ends for all of them', () => {
  const { at } = openBrowser()
  at(app, () => createCookieStore('p1', 'example.com').set(tokens))
  expect(at(docs, read('example.com'))).toEqual(tokens)
  expect(at('https://example.com/', read('example.com'))).toEqual(tokens)
  expect(at('https://example.org/', read('example.com'))).toEqual(none)

  at(docs, () => createCookieStore('p1', 'example.com').set(none))
  expect(at(app, read('example.com'))).toEqual(none)
})

test('without the option a session belongs to one host', () => {
  const { at } = openBrowser()
  at(app, () => createCookieStore('p1').set(tokens))
  expect(at(docs, read('example.com'))).toEqual(none)
  expect(at(docs, read())).toEqual(none)
})

test('a session from before the option is kept and shared from the next token on', () => {
  const { at } = openBrowser()
  at(app, () => createCookieStore('p1').set(tokens))
  const newTokens = { ...tokens, accessToken: 'a2' }
  at(app, () => {
    const store = createCookieStore('p1', 'example.com')
    expect(store.get()).toEqual(tokens)
    store.set(newTokens)
  })
  expect(at(docs, read('example.com'))).toEqual(newTokens)
  at(docs, () => createCookieStore('p1', 'example.com').set(none))
  expect(at(app, read('example.com'))).toEqual(none)
})

const tossed = (name: string, domain: string, path = '/') => `${name}=tossed; domain=${domain}; path=${path}; secure`

function toss(...cookies: string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a neighbouring host does the same.
  for (const cookie of cookies) document.cookie = cookie
}

/** The tokens that the server of the page reads from this browser. */
const onServer = (domain?: string) => () =>
  createRequestStore('p1', { headers: new Headers({ cookie: document.cookie }) }, domain).get()

test('a session from an earlier version moves to the name that only this host can set', () => {
  const { at } = openBrowser()
  at(app, () => toss('stack-refresh-p1=mine; path=/; secure'))
  expect(at(app, onServer()).refreshToken).toBe('mine')
  expect(at(app, read()).refreshToken).toBe('mine')
  expect(at(app, () => document.cookie)).toContain('__Host-stack-refresh-p1=mine')
})

test('a shared session from an earlier version is kept, and the host notes which one it is', () => {
  const { at } = openBrowser()
  at(docs, () => toss('stack-refresh-p1=mine; domain=example.com; path=/; secure'))
  expect(at(app, onServer('example.com')).refreshToken).toBe('mine')
  expect(at(app, read('example.com')).refreshToken).toBe('mine')
  expect(at(app, () => document.cookie)).toContain('__Host-stack-refresh-p1-example.com=mine')
})

test.each([
  ['of one host', undefined],
  ['of a domain', 'app.example.com'],
])('page and server keep the session %s despite cookies of a neighbouring host', (_name, domain) => {
  const { at } = openBrowser()
  const page = 'https://shop.app.example.com/handler/sign-in'
  at(page, () => createCookieStore('p1', domain).set(tokens))
  const own = ['__Host-stack-refresh-p1', '__Host-stack-refresh-p1-app.example.com']
  const names = ['stack-refresh-p1', 'stack-refresh', ...own]
  at('https://evil.example.com/', () =>
    toss(...names.flatMap((name) => ['/', '/handler'].map((path) => tossed(name, 'example.com', path)))),
  )
  expect(at(page, () => document.cookie)).toContain('tossed')
  expect(at(page, read(domain))).toEqual(tokens)
  expect(at(page, onServer(domain))).toEqual(tokens)
  at(page, () => createCookieStore('p1', domain).set(none))
  expect(at(page, read(domain))).toEqual(none)
})

test('the server of a host knows the session of another host once a page was opened there', () => {
  const { at } = openBrowser()
  at(app, read('example.com'))
  at(docs, () => createCookieStore('p1', 'example.com').set(tokens))
  expect(at(app, onServer('example.com'))).toEqual(none)
  expect(at(app, read('example.com'))).toEqual(tokens)
  expect(at(app, onServer('example.com'))).toEqual(tokens)
  expect(at('https://new.example.com/', onServer('example.com'))).toEqual(tokens)
})

test('once the page was opened, a neighbouring host cannot set the session of the page or the server', () => {
  const { at } = openBrowser()
  expect(at(app, read())).toEqual(none)
  at('https://evil.example.com/', () =>
    toss(tossed('stack-refresh-p1', 'example.com'), tossed('stack-refresh', 'example.com')),
  )
  expect(at(app, () => document.cookie)).toContain('tossed')
  expect(at(app, read())).toEqual(none)
  expect(at(app, onServer())).toEqual(none)
})

test('the option has no effect on other domains such as localhost', () => {
  const { at } = openBrowser()
  at('http://localhost:3000/', () => createCookieStore('p1', 'example.com').set(tokens))
  expect(at('http://localhost:3000/', read('example.com'))).toEqual(tokens)
})

test('the cookies are lax, secure on https, and shared with the domain only on https', () => {
  const written: string[] = []
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text)
    },
  })
  vi.stubGlobal('location', new URL(app))
  browserCookies.set('name', 'value', 60, { domain: 'example.com' })
  vi.stubGlobal('location', new URL('http://localhost/'))
  browserCookies.set('name', 'value', 60)
  expect(written).toEqual([
    'name=value; path=/; max-age=60; samesite=lax; secure; domain=example.com',
    'name=value; path=/; max-age=60; samesite=lax',
  ])
})

test('a framework gets the domain of the cookies', () => {
  const set = vi.fn()
  createServerCookieStore('p1', { isSecure: false, getAll: () => [], set }, 'example.com').set(tokens)
  expect(set).toHaveBeenCalledWith('stack-refresh-p1', 'r1', 31_536_000, {
    secure: false,
    domain: 'example.com',
  })
})
