import { sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'

/**
 * How often something may happen, per key. Counted before the work is done and shared by all nodes, so that no burst
 * gets more tries than these.
 */
const rules = {
  /** Slows down guessing without locking the owner out: another address still has its own tries. */
  passwordByAccountAndAddress: { points: 10, seconds: 15 * 60 },
  passwordByAccount: { points: 100, seconds: 60 * 60 },
  passwordByAddress: { points: 60, seconds: 10 * 60 },
  passwordByProject: { points: 6_000, seconds: 60 },
  signUpByAddress: { points: 60, seconds: 60 * 60 },
  signUpByProject: { points: 1_000, seconds: 60 },
  oauthByAddress: { points: 120, seconds: 10 * 60 },
  cliLoginByAddress: { points: 60, seconds: 60 * 60 },
  codeGuessesByEmail: { points: 40, seconds: 60 * 60 },
  totpByUser: { points: 20, seconds: 60 * 60 },
  mailByRecipient: { points: 5, seconds: 60 * 60 },
  mailByAddress: { points: 30, seconds: 60 * 60 },
  announcementsByRecipient: { points: 20, seconds: 60 * 60 },
  refreshByAddress: { points: 600, seconds: 60 },
  purchaseByAddress: { points: 120, seconds: 10 * 60 },
  purchaseLinkByUser: { points: 120, seconds: 10 * 60 },
  /** Large, because servers of an app ask for all of its customers. */
  purchaseLinkByAddress: { points: 3_000, seconds: 10 * 60 },
  leakReportByAddress: { points: 300, seconds: 60 },
} as const

export type RateLimit = keyof typeof rules

export interface RateLimiter {
  /**
   * Counts one try against each limit in the order given, or refuses with 429 when one of them is used up. Name the
   * narrowest first: what it refuses does not count for the wider ones, so nobody can use up what all share.
   */
  consume(limits: Partial<Record<RateLimit, string>>): Promise<void>
  /** Gives a try back that turned out to be legitimate. */
  giveBack(limits: Partial<Record<RateLimit, string>>): Promise<void>
  /** Counts in a transaction, so that it counts if and only if that commits. False when the limit is used up. */
  tryConsume(trx: Db, limit: RateLimit, key: string): Promise<boolean>
}

export const noLimits: RateLimiter = {
  consume: async () => undefined,
  giveBack: async () => undefined,
  tryConsume: async () => true,
}

export function createRateLimiter(pool: pg.Pool): RateLimiter {
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: rule.points,
        duration: rule.seconds,
        // Who is over the limit is refused from memory, without asking the database again.
        inMemoryBlockOnConsumed: rule.points + 1,
      }),
    ]),
  ) as Record<RateLimit, RateLimiterPostgres>

  return {
    async consume(limits) {
      for (const [name, key] of entriesOf(limits)) {
        try {
          await limiters[name].consume(key.slice(0, 200))
        } catch (refusal) {
          throw refusal instanceof RateLimiterRes ? tooManyTries(refusal) : refusal
        }
      }
    },
    async giveBack(limits) {
      await Promise.all(entriesOf(limits).map(([name, key]) => limiters[name].reward(key.slice(0, 200))))
    },
    async tryConsume(trx, limit, key) {
      const { points, seconds } = rules[limit]
      const now = Date.now()
      const { rows } = await sql<{ points: number }>`
        INSERT INTO rate_limits (key, points, expire)
        VALUES (${`${limit}:${key.slice(0, 200)}`}, 1, ${now + seconds * 1000})
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN rate_limits.expire <= ${now} THEN 1 ELSE rate_limits.points + 1 END,
          expire = CASE WHEN rate_limits.expire <= ${now} THEN excluded.expire ELSE rate_limits.expire END
        RETURNING points`.execute(trx)
      return rows[0]!.points <= points
    },
  }
}

function tooManyTries({ msBeforeNext }: RateLimiterRes): PlainError {
  const seconds = Math.max(Math.ceil(msBeforeNext / 1000), 1)
  return new PlainError(429, `Too many tries. Please try again in ${describeWait(seconds)}.`, {
    'retry-after': String(seconds),
  })
}

function entriesOf(limits: Partial<Record<RateLimit, string>>): [RateLimit, string][] {
  return Object.entries(limits) as [RateLimit, string][]
}

function describeWait(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
