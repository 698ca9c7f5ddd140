/**
 * The time of the database, so that all nodes agree on what has expired even if their own clocks are wrong. Between two
 * measurements it is advanced with a monotonic clock.
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
      // Smaller differences are within the uncertainty of the round trip.
      if (offset === undefined || Math.abs(measured - offset) > wayMillis) offset = measured
    },
  }
}
