import { expect, test, vi } from 'vitest'
import { clock } from './clock.ts'
import { KeyedCache } from './keyed-cache.ts'

test('after a write, fetches again what is shown and nothing else', async () => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
  const fetch = vi.fn(async (key: string) => `${key} ${fetch.mock.calls.length}`)
  const cache = new KeyedCache(fetch)
  await Promise.all([cache.get('shown').load(), cache.get('other').load()])
  const listener = vi.fn()
  cache.get('shown').subscribe(listener)
  cache.refresh()
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce())
  expect(fetch.mock.calls.map(([key]) => key)).toEqual(['shown', 'other', 'shown'])
})

test('does not grow without end, and keeps what is in use', async () => {
  const cache = new KeyedCache(async (key: string) => key)
  const shown = cache.get('shown')
  shown.subscribe(() => {})
  const first = cache.get('0')
  await first.load()
  for (let key = 1; key < 1000; key++) cache.get(`${key}`)
  expect(cache.get('shown')).toBe(shown)
  expect(cache.get('0')).not.toBe(first)
})
