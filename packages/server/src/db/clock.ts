/**
 * The time by the database, so that all nodes agree on what has expired however wrong their own clocks are. Between two
 * measurements it is carried forward by a counter that setting this machine's clock does not move.
 */
export interface DatabaseClock {
  now(): Date
  measure(readDatabaseMillis: () => Promise<number>): Promise<void>
}

export function createDatabaseClock(): DatabaseClock {
  let offset: number | undefined
  return {
    now: () => new Date((offset ?? Date.now() - performance.now()) + performance.now()),
    async measure(readDatabaseMillis) {
      const askedAt = performance.now()
      const databaseMillis = await readDatabaseMillis()
      const answeredAt = performance.now()
      const wayMillis = (answeredAt - askedAt) / 2
      const measured = databaseMillis + wayMillis - answeredAt
      // A smaller difference says nothing: the answer may have been at any point of its way.
      if (offset === undefined || Math.abs(measured - offset) > wayMillis) offset = measured
    },
  }
}
