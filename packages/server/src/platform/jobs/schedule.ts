import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Jobs } from './jobs.ts'
import { insertTurn } from './queries.ts'
import { queues, type Repeats } from './queues.ts'

const lookMillis = 5_000
/** Nodes notice within this time that a job is due, and only the first of them adds it. */
const dueSeconds = 60

interface ScheduleOptions {
  db: Db
  names: (keyof Jobs)[]
  /** The time of the database, so that the clock of this machine does not matter. */
  now: () => Date
  log: Log
}

/** Adds the jobs that repeat. */
export function startSchedule({ db, names, now, log }: ScheduleOptions): { stop(): void } {
  const repeating = names.flatMap((name) => {
    const { repeats } = queues[name]
    return repeats ? [{ name, repeats, lastTurn: turnAt(now().getTime() - dueSeconds * 1000, repeats) }] : []
  })
  async function add(one: (typeof repeating)[number]): Promise<void> {
    const turn = turnAt(now().getTime(), one.repeats)
    if (turn === one.lastTurn) return
    await insertTurn(db, one.name, turn)
    one.lastTurn = turn
  }
  const look = () => {
    for (const one of repeating) {
      add(one).catch((error) => log.debug('A repeating job could not be added', { job: one.name, error }))
    }
  }
  const timer = setInterval(look, lookMillis)
  look()
  return { stop: () => clearInterval(timer) }
}

/** The number of times that the job was due until then. */
function turnAt(millis: number, { everyMinutes, atMinute }: Repeats): number {
  return Math.floor((millis / 60_000 - atMinute) / everyMinutes)
}
