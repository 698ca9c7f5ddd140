import { type RateLimit, type RateLimitRule, rateLimits } from '@latchkey/contract'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { BoundedCache } from '../bounded-cache.ts'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import { giveTryBack, takeTry } from './slowing-queries.ts'
import { giveBackToWindow, takeFromWindow } from './window-queries.ts'

/** The keys by limit, narrowest limit first. */
export type Limits = Partial<Record<RateLimit, string>>

export interface RateLimiter {
  /**
   * Counts one attempt against each limit in the given order, or throws a 429 if one of them is exhausted. Put the
   * narrowest first: an attempt that it refuses does not count towards the wider ones, so nobody can exhaust a shared
   * limit. For fixed windows, a large request may count as several attempts.
   */
  consume(limits: Limits, points?: number): Promise<void>
  /** Refunds an attempt that turned out to be legitimate. */
  giveBack(limits: Limits): Promise<void>
  /** Counts in a transaction, so that it counts only if that commits. False if the limit is exhausted. */
  tryConsume(trx: Db, limit: RateLimit, key: string): Promise<boolean>
}

export const noLimits: RateLimiter = {
  consume: async () => undefined,
  giveBack: async () => undefined,
  tryConsume: async () => true,
}

/** One kind of counter: takes an attempt and returns how long to wait if there is none, or refunds it. */
interface Counter {
  take(key: string, points: number): Promise<number | undefined>
  giveBack(key: string): Promise<unknown>
}

export function createRateLimiter(db: Db, telemetry: Telemetry): RateLimiter {
  const counters = Object.fromEntries(
    Object.entries(rateLimits).map(([name, rule]) => [name, createCounter(name, rule, db)]),
  ) as Record<RateLimit, Counter>

  return {
    async consume(limits, points = 1) {
      for (const [name, key] of entriesOf(limits)) {
        const seconds = await counters[name].take(key.slice(0, 200), points)
        if (seconds === undefined) continue
        telemetry.count('latchkey.rate_limit.refusals', { limit: name })
        throw tooManyAttempts(seconds)
      }
    },
    async giveBack(limits) {
      await Promise.all(entriesOf(limits).map(([name, key]) => counters[name].giveBack(key.slice(0, 200))))
    },
    async tryConsume(trx, limit, key) {
      const { points, seconds } = rateLimits[limit]
      const wait = await takeFromWindow(trx, { key: `${limit}:${key.slice(0, 200)}`, points, seconds })
      if (wait !== undefined) telemetry.count('latchkey.rate_limit.refusals', { limit })
      return wait === undefined
    },
  }
}

function createCounter(name: string, { kind, points, seconds }: RateLimitRule, db: Db): Counter {
  if (kind === 'node') return toCounter(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))
  const limitOf = (key: string) => ({ key: `${name}:${key}`, points, seconds })
  if (kind === 'slowing') {
    return refuseFromMemory({
      take: (key) => takeTry(db, limitOf(key)),
      giveBack: (key) => giveTryBack(db, limitOf(key)),
    })
  }
  return refuseFromMemory({
    take: (key, taken) => takeFromWindow(db, limitOf(key), taken),
    giveBack: (key) => giveBackToWindow(db, limitOf(key).key),
  })
}

function toCounter(limiter: RateLimiterAbstract): Counter {
  return {
    take: async (key, taken) => {
      try {
        await limiter.consume(key, taken)
        return undefined
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return refusal.msBeforeNext / 1000
      }
    },
    giveBack: (key) => limiter.reward(key),
  }
}

const maxRemembered = 10_000

/** A caller that has to wait is refused without another query. */
function refuseFromMemory(counter: Counter): Counter {
  const waitingUntil = new BoundedCache<string, number>(maxRemembered)
  return {
    take: async (key, taken) => {
      const known = (waitingUntil.get(key) ?? 0) - performance.now()
      if (known > 0) return known / 1000
      const wait = await counter.take(key, taken)
      if (wait !== undefined) waitingUntil.set(key, performance.now() + wait * 1000)
      return wait
    },
    giveBack: (key) => {
      waitingUntil.delete(key)
      return counter.giveBack(key)
    },
  }
}

function tooManyAttempts(wait: number): PlainError {
  const seconds = Math.max(Math.ceil(wait), 1)
  return new PlainError(429, `Too many attempts. Please try again in ${describeWait(seconds)}.`, {
    'retry-after': String(seconds),
  })
}

function entriesOf(limits: Limits): [RateLimit, string][] {
  return Object.entries(limits) as [RateLimit, string][]
}

export function describeWait(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
