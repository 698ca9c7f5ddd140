import { BoundedCache } from '../bounded-cache.ts'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Log } from '../log.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import { createNodeWindows } from './node-windows.ts'
import { type Counter, countInOrder, countInWindow } from './queries.ts'
import type { LimitName, Quota, Rules } from './rules.ts'

/** The keys by limit, narrowest limit first. */
export type LimitKeys = Partial<Record<LimitName, string>>

/** A 429 that says which limit is exhausted. */
export class LimitReached extends PlainError {
  readonly limit: LimitName

  constructor(limit: LimitName, wait: number) {
    const seconds = Math.max(Math.ceil(wait), 1)
    const quota = quotaOf(limit)
    const reason = quota ? `This project has used up its quota of ${quota}.` : 'Too many attempts.'
    const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    super(429, `${reason} Please try again in ${time}.`, { 'retry-after': String(seconds) })
    this.limit = limit
  }
}

const quotaOf = (limit: string) => limit.split('quota:')[1]

const maxRemembered = 50_000
const warnMillis = 3_600_000

interface NamedCounter extends Counter {
  limit: LimitName
  subject: string
}

export type Limiter = ReturnType<typeof createLimiter>

export function createLimiter(options: { db: Db; rules: Rules; telemetry: Telemetry; log: Log }) {
  const { db, rules, telemetry, log } = options
  const windows = createNodeWindows({ db, log })
  const waitingUntil = new BoundedCache<string, number>(maxRemembered)
  const warnedAt = new BoundedCache<string, number>(maxRemembered)

  function find(limit: LimitName, subject: string): NamedCounter | undefined {
    const rule = rules[limit]
    return rule && { ...rule, limit, subject, key: `${limit}:${subject.slice(0, 200)}` }
  }

  const list = (keys: LimitKeys) =>
    Object.entries(keys).flatMap(([limit, subject]) => find(limit as LimitName, subject) ?? [])

  /** A caller that has to wait is refused without another query. */
  function secondsLeft({ key }: Counter): number | undefined {
    const millis = (waitingUntil.get(key) ?? 0) - performance.now()
    return millis > 0 ? millis / 1000 : undefined
  }

  const isInMemory = ({ kind }: NamedCounter) => kind === 'node' || kind === 'shared'

  const remember = ({ key }: Counter, wait: number) => waitingUntil.set(key, performance.now() + wait * 1000)

  function report(limit: LimitName | `quota:${Quota}`, subject: string): void {
    telemetry.count('latchkey.rate_limit.refusals', { limit })
    const quota = quotaOf(limit)
    const key = `${limit}:${subject}`
    const now = performance.now()
    if (!quota || now - (warnedAt.get(key) ?? Number.NEGATIVE_INFINITY) < warnMillis) return
    warnedAt.set(key, now)
    log.warn('A project has reached a quota', { projectId: subject, quota })
  }

  return {
    /**
     * Counts one attempt against each limit in the given order, in one statement, or throws `LimitReached` if one of them
     * is exhausted. Put the narrowest first: an attempt that it refuses does not count towards the wider ones, so nobody
     * can exhaust a shared limit. A large request may count as several attempts.
     */
    async consume(keys: LimitKeys, points = 1): Promise<void> {
      const counted: NamedCounter[] = []
      let exhausted: { counter: NamedCounter; wait: number } | undefined
      for (const counter of list(keys)) {
        const wait = isInMemory(counter) ? windows.count(counter) : secondsLeft(counter)
        if (wait !== undefined) {
          exhausted = { counter, wait }
          break
        }
        if (!isInMemory(counter)) counted.push(counter)
      }
      if (counted.length > 0) exhausted = (await countInOrder(db, counted, points)) ?? exhausted
      if (!exhausted) return
      const { counter, wait } = exhausted
      remember(counter, wait)
      report(counter.limit, counter.subject)
      throw new LimitReached(counter.limit, wait)
    },

    /** Refunds an attempt that turned out to be legitimate. Windows come first, so that each kind is committed once. */
    async giveBack(keys: LimitKeys): Promise<void> {
      const all = list(keys)
      for (const counter of all.filter(isInMemory)) windows.giveBack(counter)
      const stored = all.filter((counter) => !isInMemory(counter))
      const counters = stored.sort((a, b) => Number(a.kind === 'slowing') - Number(b.kind === 'slowing'))
      for (const { key } of counters) waitingUntil.delete(key)
      if (counters.length > 0) await countInOrder(db, counters, -1)
    },

    /** Counts in a transaction, so that it counts only if that commits. False if the window is exhausted. */
    async tryConsume(trx: Db, limit: LimitName, key: string): Promise<boolean> {
      const counter = find(limit, key)
      if (!counter || (await countInWindow(trx, counter, 1)).used <= counter.points) return true
      report(limit, key)
      return false
    },

    /** Takes as many from a window as are left, up to the given number. */
    async takeSome(limit: LimitName, key: string, wanted: number): Promise<number> {
      const counter = find(limit, key)
      if (!counter || wanted === 0) return wanted
      if (secondsLeft(counter) !== undefined) return 0
      const { used, wait } = await countInWindow(db, counter, wanted)
      const taken = Math.max(Math.min(wanted, counter.points - (used - wanted)), 0)
      if (taken === wanted) return taken
      remember(counter, wait)
      report(limit, key)
      return taken
    },

    /** How many seconds are left until there is more of a limit that was found exhausted. */
    secondsToWait(limit: LimitName, key: string): number | undefined {
      const counter = find(limit, key)
      return counter && secondsLeft(counter)
    },

    report,
    close: () => windows.close(),
  }
}
