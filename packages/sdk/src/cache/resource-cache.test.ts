import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { eventually } from '../testing/eventually.ts'
import { ResourceCache } from './resource-cache.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

function createSource() {
  const cache = new ResourceCache()
  const fetched: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      fetched.push(key)
      return `${key} ${fetched.length}`
    })
  return { cache, fetched, get }
}

test('a key always returns the same cache entry', () => {
  const { get } = createSource()
  expect(get('teams/all')).toBe(get('teams/all'))
  expect(get('teams/all')).not.toBe(get('teams/of/me'))
})

test('a write refetches the entries with subscribers under the prefix and nothing else', async () => {
  const { cache, fetched, get } = createSource()
  const keys = ['teams/all', 'teams/of/me', 'users/1']
  await Promise.all(keys.map((key) => get(key).load()))
  get('teams/all').subscribe(() => {})
  get('users/1').subscribe(() => {})
  await cache.refresh('teams/')
  expect(fetched).toEqual([...keys, 'teams/all'])
  expect(get('teams/all').getSnapshot()).toEqual({ status: 'ok', value: 'teams/all 4' })
})

test('after a write, an entry without subscribers is refetched on the next read', async () => {
  const { cache, get } = createSource()
  await get('teams/all').load()
  await cache.refresh('teams/')
  expect(get('teams/all').getSnapshot().status).toBe('pending')
  await eventually(() => expect(get('teams/all').getSnapshot()).toMatchObject({ value: 'teams/all 2' }))
})

test('a value read before a write is not shown after it', async () => {
  const cache = new ResourceCache()
  const answers: ((value: string) => void)[] = []
  const value = cache.get('teams/all', () => new Promise<string>((resolve) => answers.push(resolve)))
  const reading = value.load()
  await cache.refresh('teams/')
  answers[0]!('before the write')
  await reading
  expect(value.getSnapshot().status).toBe('pending')
})

test('a write does not fail if the refetch fails', async () => {
  const cache = new ResourceCache()
  const value = cache.get('teams/all', () => Promise.reject(new Error('gone')))
  value.subscribe(() => {})
  await cache.refresh('teams/')
  expect(value.getSnapshot()).toMatchObject({ status: 'error' })
})

test('a list keeps the objects of equal records, and its own identity if all are equal', async () => {
  const cache = new ResourceCache()
  let items = [{ id: 1 }, { id: 2 }]
  const list = cache.list('list', async () => ({ items, create: (record: { id: number }) => ({ ...record }) }))
  const first = await list.load()
  expect(await list.load()).toBe(first)
  items = [{ id: 2 }, { id: 3 }]
  const second = await list.load()
  expect(second).toEqual(items)
  expect(second[0]).toBe(first[1])
  items = []
  expect(await list.load()).toEqual([])
})

test('evicts unused entries and keeps those in use', async () => {
  const { get } = createSource()
  const shown = get('shown')
  shown.subscribe(() => {})
  const first = get('0')
  await first.load()
  for (let key = 1; key < 1000; key++) get(`${key}`)
  expect(get('shown')).toBe(shown)
  expect(get('0')).not.toBe(first)
})
