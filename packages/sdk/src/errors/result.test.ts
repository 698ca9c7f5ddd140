import { expect, expectTypeOf, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { Result } from './result.ts'

test('helpers create and unwrap results', async () => {
  const good = Result.ok(1) as Result<number, string>
  const bad = Result.error('no') as Result<number, string>
  expect(Result.map(good, (n) => n + 1)).toEqual({ status: 'ok', data: 2 })
  expect(Result.map(bad, (n) => n + 1)).toEqual({ status: 'error', error: 'no' })
  expect(Result.or(good, 7)).toBe(1)
  expect(Result.or(bad, 7)).toBe(7)
  expect(Result.orThrow(good)).toBe(1)
  expect(() => Result.orThrow(bad)).toThrow('no')
  await expect(Result.orThrowAsync(Promise.resolve(bad))).rejects.toBe('no')
  expect(Result.fromThrowing(() => JSON.parse('1'))).toEqual({ status: 'ok', data: 1 })
  expect(Result.fromThrowing(() => JSON.parse('{')).status).toBe('error')
  expect(await Result.fromPromise(Promise.reject('no'))).toEqual({ status: 'error', error: 'no' })
  if (good.status === 'ok') expectTypeOf(good.data).toEqualTypeOf<number>()
})

test('retry waits twice as long after every failure and gives up with all errors', async () => {
  const wait = vi.spyOn(clock, 'wait').mockResolvedValue()
  const result = await Result.retry(async (attempt) => Result.error(attempt), 3, { delayBaseMillis: 10 })
  expect(result).toEqual({ status: 'error', error: [0, 1, 2] })
  expect(wait.mock.calls).toEqual([[10], [20]])
  expect(await Result.retry(async (n) => (n ? Result.ok('done') : Result.error(n)), 3)).toEqual(Result.ok('done'))
})
