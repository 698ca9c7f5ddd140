import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserCookies } from './cookies.ts'
import { createServerCookieStore } from './server-token-stores.ts'
import { createCookieStore } from './token-store.ts'

interface Browser {
  CookieJar: new () => object
  JSDOM: new (html: string, options: { url: string; cookieJar: object }) => { window: Window }
}

const { CookieJar, JSDOM } = await vi.importActual<Browser>('jsdom')
const tokens = { accessToken: 'a1', refreshToken: 'r1' }
const none = { accessToken: null, refreshToken: null }

/** Two hosts in one browser: what a page runs sees the cookies of its own host and of the domain. */
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

test('a session is shared with the other hosts of the domain, and ended for all of them', () => {
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

test('a session from before the option is kept, and shared from the next token on', () => {
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

test('on another domain, as on localhost, the option changes nothing', () => {
  const { at } = openBrowser()
  at('http://localhost:3000/', () => createCookieStore('p1', 'example.com').set(tokens))
  expect(at('http://localhost:3000/', read('example.com'))).toEqual(tokens)
})

test('the cookies are lax, secure on https, and only then of the domain', () => {
  const written: string[] = []
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text)
    },
  })
  vi.stubGlobal('location', new URL(app))
  createBrowserCookies('example.com').set('name', 'value', 60)
  vi.stubGlobal('location', new URL('http://localhost/'))
  createBrowserCookies().set('name', 'value', 60)
  expect(written).toEqual([
    'name=value; path=/; max-age=60; samesite=lax; secure; domain=example.com',
    'name=value; path=/; max-age=60; samesite=lax',
  ])
})

test('a framework gets the domain for the cookies it writes', () => {
  const set = vi.fn()
  createServerCookieStore('p1', { getAll: () => [], set }, 'example.com').set(tokens)
  expect(set).toHaveBeenCalledWith('stack-refresh-p1', 'r1', 31_536_000, {
    sameSite: 'lax',
    secure: false,
    domain: 'example.com',
  })
})
