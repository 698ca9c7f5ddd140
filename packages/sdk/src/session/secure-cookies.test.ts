// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://app.example.com/handler/sign-in" }
import { afterEach, expect, test, vi } from 'vitest'
import { createCookieStore } from './token-store.ts'

const tokens = { accessToken: 'a1', refreshToken: 'r1' }
const none = { accessToken: null, refreshToken: null }
const refresh = '__Host-stack-refresh-p1=r1; path=/; max-age=31536000; samesite=lax; secure'

function watchCookies(): string[] {
  const written: string[] = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void written.push(text))
  return written
}

afterEach(() => {
  vi.restoreAllMocks()
  createCookieStore('p1').set(none)
  // biome-ignore lint/suspicious/noDocumentCookie: the user clears their cookies.
  document.cookie = '__Host-stack-refresh-p1=; path=/; secure; max-age=0'
})

// ASVS 3.3.1, 3.3.2
test('token cookies on https are secure and not sent with cross-site requests', () => {
  const written = watchCookies()
  createCookieStore('p1').set(tokens)
  expect(written).toEqual([
    refresh,
    'stack-refresh-p1=; path=/; max-age=0; samesite=lax; secure',
    `stack-access=${encodeURIComponent('["r1","a1"]')}; path=/; max-age=86400; samesite=lax; secure`,
    'stack-refresh=; path=/; max-age=0; samesite=lax; secure',
  ])
})

test('token cookies can be read and deleted', () => {
  createCookieStore('p1').set(tokens)
  expect(createCookieStore('p1').get()).toEqual(tokens)
  createCookieStore('p1').set(none)
  expect(document.cookie).toBe('__Host-stack-refresh-p1=')
})

test.each([tokens, none])('reading writes nothing, so it cannot overwrite another tab: %j', (stored) => {
  createCookieStore('p1').set(stored)
  const written = watchCookies()
  expect(createCookieStore('p1').get()).toEqual(stored)
  expect(written).toEqual([])
})

test('reading a cookie of an earlier version upgrades its name and attributes', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: an earlier version wrote this cookie.
  document.cookie = 'stack-refresh-p1=r1; path=/; max-age=31536000'
  const written = watchCookies()
  createCookieStore('p1').get()
  expect(written).toContain(refresh)
})
