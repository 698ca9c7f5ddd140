import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFakePage } from '../testing/fake-page.ts'
import { CachedValue, Hold, keepWhileEqual } from './cached-value.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A fetch whose calls the test resolves itself. */
function createSource<T>(hold?: Hold) {
  const starts: { resolve(value: T): void; reject(error: unknown): void }[] = []
  const value = new CachedValue<T>(
    () => new Promise<T>((resolve, reject) => void starts.push({ resolve, reject })),
    hold,
  )
  return { value, starts }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('the first snapshot is pending and keeps its identity until the value arrives', async () => {
  const { value, starts } = createSource<string>()
  const pending = value.getSnapshot()
  expect(pending.status).toBe('pending')
  expect(value.getSnapshot()).toBe(pending)

  starts[0]!.resolve('a')
  await settle()
  const entry = value.getSnapshot()
  expect(entry).toEqual({ status: 'ok', value: 'a' })
  expect(value.getSnapshot()).toBe(entry)
  expect(starts).toHaveLength(1)
})

test('has the value when the pending promise resolves, as Suspense expects', async () => {
  const { value, starts } = createSource<string>()
  const pending = value.getSnapshot()
  if (pending.status !== 'pending') throw new Error('not pending')
  const seen = pending.promise.then(() => value.getSnapshot().status)
  starts[0]!.resolve('a')
  expect(await seen).toBe('ok')
})

test('runs one fetch at a time; later calls share the next one', async () => {
  const { value, starts } = createSource<string>()
  const first = value.load()
  const second = value.load()
  const third = value.load()
  expect(starts).toHaveLength(1)

  await vi.advanceTimersByTimeAsync(1000)
  expect(starts).toHaveLength(1)
  starts[0]!.resolve('old')
  await settle()
  expect(starts).toHaveLength(2)
  starts[1]!.resolve('new')
  expect(await Promise.all([first, second, third])).toEqual(['old', 'new', 'new'])
})

test('starts fetches at least 300 ms apart in a browser', async () => {
  openFakePage('https://app.example.com/')
  const { value, starts } = createSource<string>()
  value.load()
  starts[0]!.resolve('a')
  await settle()
  value.load()
  await vi.advanceTimersByTimeAsync(299)
  expect(starts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(starts).toHaveLength(2)
})

test('starts fetches without a pause on a server', async () => {
  const { value, starts } = createSource<string>()
  value.load()
  starts[0]!.resolve('a')
  await settle()
  value.load()
  expect(starts).toHaveLength(2)
})

test('a clock that jumps back does not delay fetches', async () => {
  openFakePage('https://app.example.com/')
  const { value, starts } = createSource<string>()
  value.load()
  starts[0]!.resolve('a')
  await settle()
  vi.setSystemTime(Date.now() - 3_600_000)
  value.load()
  await vi.advanceTimersByTimeAsync(300)
  expect(starts).toHaveLength(2)
})

test('a write wins over a fetch that started earlier and ends later', async () => {
  const { value, starts } = createSource<string>()
  const loading = value.load()
  value.set('written')
  starts[0]!.resolve('stale')
  expect(await loading).toBe('stale')
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'written' })

  value.load()
  await vi.advanceTimersByTimeAsync(300)
  starts[1]!.resolve('fresh')
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'fresh' })
})

test('errors are cached like values, and a later fetch replaces them', async () => {
  const { value, starts } = createSource<string>()
  value.getSnapshot()
  starts[0]!.reject('down')
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'error', error: 'down' })

  value.load()
  await vi.advanceTimersByTimeAsync(300)
  starts[1]!.resolve('up')
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'up' })
})

test('an error without subscribers is dropped after 5 s', async () => {
  const { value, starts } = createSource<string>()
  value.getSnapshot()
  starts[0]!.reject('down')
  await vi.advanceTimersByTimeAsync(5001)
  expect(value.getSnapshot().status).toBe('pending')
  expect(starts).toHaveLength(2)
})

test('notifies subscribers of new values only', async () => {
  const { value } = createSource<string>()
  const listener = vi.fn()
  value.subscribe(listener)
  value.set('a')
  value.set('a')
  expect(listener).toHaveBeenCalledOnce()
  value.set('b')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('the same listener may subscribe twice', () => {
  const { value } = createSource<string>()
  const listener = vi.fn()
  const stop = value.subscribe(listener)
  value.subscribe(listener)
  stop()
  value.set('a')
  expect(listener).toHaveBeenCalledOnce()
})

test('drops the value 5 s after the last unsubscribe, unless there is a new subscriber', async () => {
  const { value } = createSource<string>()
  value.set('a')
  value.subscribe(() => {})()
  await vi.advanceTimersByTimeAsync(4000)
  value.subscribe(() => {})()
  await vi.advanceTimersByTimeAsync(4000)
  const stop = value.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(4000)
  expect(value.getSnapshot().status).toBe('ok')

  stop()
  await vi.advanceTimersByTimeAsync(4999)
  expect(value.getSnapshot().status).toBe('ok')
  await vi.advanceTimersByTimeAsync(1)
  expect(value.getSnapshot().status).toBe('pending')
})

test('follows a promise from elsewhere without fetching', async () => {
  const { value, starts } = createSource<string>()
  value.follow(Promise.resolve('seed'))
  expect(value.getSnapshot().status).toBe('pending')
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'seed' })
  expect(starts).toHaveLength(0)
})

test('subscribers keep the old value during a hold', async () => {
  const hold = new Hold()
  const { value } = createSource<string>(hold)
  value.set('before')
  const listener = vi.fn()
  value.subscribe(listener)
  let release = () => {}
  const work = hold.during(
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  value.set('after')
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'before' })
  expect(listener).not.toHaveBeenCalled()

  release()
  await work
  await settle()
  expect(value.getSnapshot()).toEqual({ status: 'ok', value: 'after' })
  expect(listener).toHaveBeenCalledOnce()
})

test('a hold ends when its work fails', async () => {
  const hold = new Hold()
  await expect(hold.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await settle()
  expect(hold.isActive).toBe(false)
})

test('objects keep their identity while their records are equal', () => {
  const create = keepWhileEqual((record: { n: number }) => ({ ...record }))
  const one = create({ n: 1 })
  expect(create({ n: 1 })).toBe(one)
  expect(create({ n: 2 })).not.toBe(one)
})
