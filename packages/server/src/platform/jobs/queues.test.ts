import { expect, inject, test } from 'vitest'
import { createDatabase } from '../../testing/database.ts'
import { openTestServer, race } from '../../testing/index.ts'

test('any number of nodes may start at once on an empty database', async () => {
  for (let round = 0; round < 3; round++) {
    const database = await createDatabase(inject('databaseUrl'), { isEmpty: true })
    const { succeeded, failed } = await race(4, () => openTestServer(database.url))
    for (const server of succeeded) await server.close()
    await database.drop()
    expect(failed).toEqual([])
  }
}, 180_000)
