// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// Loaded here, because the imitated clock runs on while code is loaded.
import '../app/user-objects.ts'
import '../errors/error-lists.ts'
import { appInternalsSymbol, ClientApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { ada, createFakeApi, plainRefusal, refusal } from '../testing/fake-api.ts'

const me = 'GET /users/me'
const refresh = 'POST /auth/oauth/token'
const options = { projectId: 'p1', publishableClientKey: 'k', redirectMethod: 'none', tokenStore: 'cookie' } as const
const restriction = { until_millis: null, message: 'You sent too many messages.' }

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: an earlier page of the app wrote this cookie.
  document.cookie = text
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  setCookie('stack-refresh-p1=r1; path=/')
  setCookie(`stack-access=${encodeURIComponent(JSON.stringify(['r1', createAccessToken()]))}; path=/`)
})

afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
  vi.useRealTimers()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  for (const name of ['stack-refresh-p1', 'stack-access']) setCookie(`${name}=; max-age=0; path=/`)
  localStorage.clear()
})

/** A page that shows the user, and what the server does from now on. */
async function openPage() {
  let answer: () => unknown = () => ada
  const api = createFakeApi({
    'GET /health': 'ok',
    [me]: () => answer(),
    [refresh]: () => refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
  })
  vi.stubGlobal('fetch', api.fetch)
  const { currentUser } = new ClientApp(options)[appInternalsSymbol]
  const leave = currentUser.subscribe(() => {})
  leaves.push(leave)
  currentUser.getSnapshot()
  setFocus(true)
  const shown = () => {
    const entry = currentUser.getSnapshot()
    return entry.status === 'ok' ? (entry.value?.displayName ?? null) : entry.status
  }
  await within(5000, () => expect(shown()).toBe('Ada'))
  await wait(2000)
  return {
    shown,
    leave,
    checks: () => api.countOf(me) - 1,
    become: (next: () => unknown) => {
      answer = next
    },
    endSession: () => {
      answer = () => refusal(401, 'ACCESS_TOKEN_EXPIRED', { expired_at_millis: 0, restriction })
    },
  }
}

const leaves: (() => void)[] = []

/** Waits for a condition while the clock advances. */
async function within(millis: number, check: () => void): Promise<void> {
  const step = Math.max(250, millis / 40)
  for (let passed = 0; ; passed += step) {
    try {
      return check()
    } catch (error) {
      if (passed > millis) throw error
    }
    await wait(step)
  }
}

/** Advances the clock. Responses need a few turns of the event loop. */
async function wait(millis: number): Promise<void> {
  for (let left = millis; left > 0; left -= 5000) {
    vi.advanceTimersByTime(Math.min(left, 5000))
    for (const _turn of [1, 2, 3, 4, 5]) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Switches to another window, to another tab or back. */
function setFocus(hasFocus: boolean, state: 'hidden' | 'visible' = 'visible') {
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
}

describe('a tab whose session has ended', () => {
  test.each([
    ['the window gets the focus', () => setFocus(true), 1000],
    ['the tab is shown again', () => setFocus(true), 1000, 'hidden'],
    ['a router changes the address', () => history.pushState(null, '', '/next'), 1000],
    ['a minute has passed', () => {}, 61_000],
  ])('shows nobody once %s', async (_name, happen, withinMillis, before = 'visible') => {
    const { shown, endSession } = await openPage()
    setFocus(false, before as 'visible')
    await wait(2000)
    endSession()
    happen()
    await within(withinMillis, () => expect(shown()).toBeNull())
    expect(document.cookie).not.toContain('stack-refresh-p1=r1')
  })

  test('remembers the restriction for the sign-in page, until the next sign-in', async () => {
    const { endSession } = await openPage()
    endSession()
    await wait(61_000)
    const found = () => JSON.parse(localStorage.getItem('_LATCHKEY.ended.p1') ?? 'null')
    await within(1000, () => expect(found()).toMatchObject({ restriction }))
    const tokens = { access_token: createAccessToken(), refresh_token: 'r2', user_id: 'u' }
    vi.stubGlobal('fetch', createFakeApi({ 'POST /auth/password/sign-in': tokens, [me]: ada }).fetch)
    const app = new ClientApp(options)
    await app.signInWithCredential({ email: 'a@b.c', password: 'p', noRedirect: true })
    await app.getUser()
    expect(localStorage.getItem('_LATCHKEY.ended.p1')).toBeNull()
  })
})

test('asks once a minute, however the clock is set, and not in between', async () => {
  const { checks } = await openPage()
  await wait(45_000)
  expect(checks()).toBe(0)
  await wait(15_000)
  expect(checks()).toBe(1)
  vi.setSystemTime(Date.now() - 86_400_000)
  await wait(1000)
  expect(checks()).toBe(2)
  await wait(58_000)
  expect(checks()).toBe(2)
})

test('checks once when the tab gets focus, not when it loses it, and at most once a second during navigation', async () => {
  const { checks } = await openPage()
  setFocus(false)
  await wait(5000)
  expect(checks()).toBe(0)
  setFocus(true)
  await wait(5000)
  expect(checks()).toBe(1)
  for (const page of [1, 2, 3, 4, 5, 6, 7, 8]) {
    history.pushState(null, '', `/${page}`)
    await wait(250)
  }
  await wait(5000)
  expect(checks()).toBeLessThanOrEqual(4)
})

test('typing into a search field that is kept in the address asks nothing', async () => {
  const { checks } = await openPage()
  for (const text of ['a', 'ad', 'ada']) {
    history.replaceState(null, '', `/?search=${text}`)
    await wait(1000)
  }
  expect(checks()).toBe(0)
})

test('asks nothing while the tab is hidden, after the page is left, or when nobody is signed in', async () => {
  const { checks, leave, endSession, shown } = await openPage()
  setFocus(false, 'hidden')
  await wait(120_000)
  expect(checks()).toBe(0)
  setFocus(true)
  endSession()
  await within(2000, () => expect(shown()).toBeNull())
  const asked = checks()
  await wait(120_000)
  leave()
  await wait(120_000)
  expect(checks()).toBe(asked)
})

test.each([
  ['cannot be reached', () => new TypeError('Failed to fetch')],
  ['has an error', () => plainRefusal(500, 'Internal Server Error')],
  ['is busy', () => plainRefusal(429, 'Too many requests', { 'retry-after': '30' })],
])('keeps showing the user while the server %s, and asks again', async (_name, failure) => {
  const { shown, become, endSession, checks } = await openPage()
  become(failure)
  await wait(61_000)
  expect(checks()).toBeGreaterThan(0)
  await wait(120_000)
  expect(shown()).toBe('Ada')
  expect(document.cookie).toContain('stack-refresh-p1=r1')
  become(() => ({ ...ada, display_name: 'Grace' }))
  await within(180_000, () => expect(shown()).toBe('Grace'))
  endSession()
  await within(61_000, () => expect(shown()).toBeNull())
})
