import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

const items = Array.from({ length: 20 }, (_, index) => index)

test('handles every item once and reports the failures', async () => {
  const seen: number[] = []
  const progress: number[] = []
  const { doneCount, failures } = await runEach(
    items,
    async (item) => {
      seen.push(item)
      if (item % 7 === 3) throw new Error(`No ${item}.`)
    },
    { onProgress: (count) => progress.push(count), signal: new AbortController().signal },
  )
  expect(seen.toSorted((a, b) => a - b)).toEqual(items)
  expect(doneCount).toBe(17)
  expect(failures.map(({ item }) => item)).toEqual([3, 10, 17])
  expect(progress).toEqual(items.map((item) => item + 1))
})

test('starts no further items once stopped', async () => {
  const controller = new AbortController()
  let begun = 0
  const { doneCount } = await runEach(
    items,
    async () => {
      begun += 1
      if (begun === 6) controller.abort()
    },
    { onProgress: () => {}, signal: controller.signal },
  )
  expect(begun).toBeLessThan(10)
  expect(doneCount).toBe(begun)
})
