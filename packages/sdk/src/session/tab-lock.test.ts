// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { ClientApp } from '../index.ts'
import { createAccessToken } from '../testing/access-tokens.ts'
import { ada, createFakeApi, refreshed, refusal } from '../testing/fake-api.ts'
import { withTabLock } from './tab-lock.ts'

const refresh = 'POST /auth/oauth/token'

/** A fake of the Locks API, which the tabs of one origin share. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name: string, _options: unknown, work: () => Promise<unknown>) {
      last = last.catch(() => {}).then(work)
      return last
    },
  }
}

/** Apps in several tabs, which share only the cookies. */
function openTabs(count: number, routes: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(routes)
  vi.stubGlobal('fetch', api.fetch)
  const options = { tokenStore: 'cookie', projectId: 'p1', publishableClientKey: 'k', redirectMethod: 'none' } as const
  return { ...api, tabs: Array.from({ length: count }, () => new ClientApp(options)) }
}

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: another page of the app wrote this cookie.
  document.cookie = text
}

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
  const expired = createAccessToken({ lifeSeconds: -10 })
  setCookie('stack-refresh-p1=r1; path=/')
  setCookie(`stack-access=${encodeURIComponent(JSON.stringify(['r1', expired]))}; path=/`)
})

afterEach(() => {
  for (const name of ['stack-refresh-p1', 'stack-access']) setCookie(`${name}=; max-age=0; path=/`)
})

test('five tabs with an expired token refresh once', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const { tabs, countOf } = openTabs(5, { [refresh]: refreshed, 'GET /users/me': ada })
  const users = await Promise.all(tabs.map((tab) => tab.getUser()))
  expect(users.map((user) => user?.id)).toEqual(Array(5).fill('user-1'))
  expect(countOf(refresh)).toBe(1)
})

test('every tab notices the end of the session', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const { tabs } = openTabs(3, { [refresh]: refusal(401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') })
  expect(await Promise.all(tabs.map((tab) => tab.getUser()))).toEqual([null, null, null])
  expect(document.cookie).toBe('')
})

test('works without locks and when a lock times out', async () => {
  vi.stubGlobal('navigator', {})
  const { tabs, countOf } = openTabs(2, { [refresh]: refreshed, 'GET /users/me': ada })
  expect((await tabs[0]!.getUser())?.id).toBe('user-1')

  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('late', 'TimeoutError')) } })
  expect((await tabs[1]!.getUser())?.id).toBe('user-1')
  expect(countOf(refresh)).toBe(1)
})

test('runs its work once, whether it succeeds or fails', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const work = vi.fn(async () => 'done')
  expect(await withTabLock('name', work)).toBe('done')
  expect(work).toHaveBeenCalledOnce()

  const failing = vi.fn(() => Promise.reject(new Error('no')))
  await expect(withTabLock('name', failing)).rejects.toThrow('no')
  expect(failing).toHaveBeenCalledOnce()
})
