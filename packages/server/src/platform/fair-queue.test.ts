import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = {
  maxRunning: 2,
  maxWaiting: 10,
  maxWaitingOfProject: 5,
  maxWaitingOfAddress: 3,
  fullMessage: 'Too many.',
}

/** Work that ends when it is told to, and the order in which it began. */
function openQueue() {
  const takeTurn = createFairQueue(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (projectId: string, address?: string) =>
    takeTurn({ projectId, address }, () => {
      begun.push(projectId)
      return new Promise<void>((end) => ends.push(end))
    })
  const endNext = async () => {
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, begun, endNext }
}

test('a project waits for one job of another project, however many that one has queued', async () => {
  const { ask, begun, endNext } = openQueue()
  for (let round = 0; round < 6; round++) void ask('busy')
  void ask('other')
  void ask('other')
  expect(begun).toEqual(['busy', 'busy'])
  await endNext()
  expect(begun.at(-1)).toBe('busy')
  await endNext()
  expect(begun.at(-1)).toBe('other')
  await endNext()
  await endNext()
  expect(begun.slice(-2)).toEqual(['busy', 'other'])
})

test('the queue is limited per address, per project and in total', async () => {
  const tooMany = { status: 429, headers: { 'retry-after': '1' } }
  const { ask, begun, endNext } = openQueue()
  for (let round = 0; round < 2; round++) void ask('a')
  for (let round = 0; round < 3; round++) void ask('a', '192.0.2.1')
  await expect(ask('a', '192.0.2.1')).rejects.toMatchObject(tooMany)
  for (let round = 0; round < 2; round++) void ask('a', '192.0.2.2')
  await expect(ask('a', '192.0.2.3')).rejects.toMatchObject(tooMany)
  for (let round = 0; round < 5; round++) void ask('b')
  await expect(ask('c')).rejects.toMatchObject(tooMany)
  for (let round = 0; round < 12; round++) await endNext()
  expect(begun).toHaveLength(12)
  void ask('c')
  expect(begun.at(-1)).toBe('c')
})
