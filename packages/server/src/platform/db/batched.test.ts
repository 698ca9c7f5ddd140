import { expect, test } from 'vitest'
import { testServer } from '../../testing/index.ts'
import { batchReads } from './batched.ts'

async function readings(read = (id: string) => `row ${id}`) {
  const { db } = (await testServer()).platform
  const asked: [string, string[]][] = []
  const find = batchReads(async (_db, projectId, ids) => {
    asked.push([projectId, ids])
    return new Map(ids.map((id) => [id, `${projectId} ${read(id)}`]))
  })
  return { db, asked, find }
}

test('reads of one event-loop turn are combined into one query per project', async () => {
  const { db, asked, find } = await readings()
  const rows = await Promise.all([find(db, 'p', 'a'), find(db, 'q', 'a'), find(db, 'p', 'b'), find(db, 'p', 'a')])

  expect(rows).toEqual(['p row a', 'q row a', 'p row b', 'p row a'])
  expect(asked).toEqual([
    ['p', ['a', 'b']],
    ['q', ['a']],
  ])
})

test('whoever asks after a batch was sent gets a result of their own', async () => {
  const { db, asked, find } = await readings()
  const first = find(db, 'p', 'a')
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([first, find(db, 'p', 'a')])

  expect(asked).toHaveLength(2)
})

test('a failure is told to all of its batch and to nobody after it', async () => {
  let isAway = true
  const { db, find } = await readings((id) => {
    if (isAway) throw new Error('away')
    return id
  })
  const outcomes = await Promise.allSettled([find(db, 'p', 'a'), find(db, 'p', 'b')])
  isAway = false

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find(db, 'p', 'a')).toBe('p a')
})

test('a transaction reads for itself', async () => {
  const { db, asked, find } = await readings()
  await db.transaction().execute((trx) => Promise.all([find(trx, 'p', 'a'), find(trx, 'p', 'b'), find(db, 'p', 'c')]))

  expect(asked.map(([, ids]) => ids)).toEqual([['a'], ['b'], ['c']])
})
