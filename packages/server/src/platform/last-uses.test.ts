import { expect, test } from 'vitest'
import { createLastUses, type LastUse } from './last-uses.ts'

const log = { debug: () => {} } as never

function setUp() {
  const written: { projectId: string; ids: string[] }[] = []
  let finish: (error?: Error) => void = () => {}
  const uses = createLastUses(log, (projectId, noted: readonly LastUse[]) => {
    written.push({ projectId, ids: noted.map(({ id }) => id) })
    return new Promise((resolve, reject) => {
      finish = (error) => (error ? reject(error) : resolve())
    })
  })
  const note = (id: string, millis = 0, projectId = 'one') => uses.note(projectId, { id, at: new Date(millis) })
  const finishAll = async (error?: Error) => {
    for (let count = -1; count !== written.length; ) {
      count = written.length
      finish(error)
      await new Promise(setImmediate)
    }
  }
  return { uses, note, written, finishAll }
}

test('many uses of a key in a minute are one write', async () => {
  const { note, written, finishAll } = setUp()
  for (let millis = 0; millis < 60_000; millis += 100) note('key', millis)
  await finishAll()
  for (let millis = 0; millis < 60_000; millis += 100) note('key', millis)
  await finishAll()
  expect(written).toEqual([{ projectId: 'one', ids: ['key'] }])
  note('key', 60_000)
  expect(written).toHaveLength(2)
})

test('keys that are used during a write are written together, each project for itself', async () => {
  const { note, written, finishAll } = setUp()
  for (const id of ['a', 'b', 'c']) note(id)
  note('d', 0, 'other')
  note('e')
  expect(written).toEqual([{ projectId: 'one', ids: ['a'] }])
  await finishAll()
  expect(written.slice(1)).toEqual([
    { projectId: 'one', ids: ['b', 'c', 'e'] },
    { projectId: 'other', ids: ['d'] },
  ])
})

test('a failed write is not repeated before the next minute, and stops nothing', async () => {
  const { uses, note, written, finishAll } = setUp()
  note('key')
  await finishAll(new Error('The database is away.'))
  note('key', 59_999)
  expect(written).toHaveLength(1)
  note('key', 60_000)
  expect(written).toHaveLength(2)
  await finishAll()
  await uses.close()
})
