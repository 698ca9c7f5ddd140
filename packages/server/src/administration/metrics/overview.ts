import type { HandlerOutput, metricRoutes } from '@latchkey/contract'
import { toUserBody } from '../../accounts/users/body.ts'
import type { Context } from '../../http/context.ts'
import { readProblems } from './problem-queries.ts'
import { listMetrics, listRecentlyActive, listRecentlyRegistered, type Metric } from './queries.ts'
import { countSignUpsByMethod, sumPurchases } from './report-queries.ts'

const shownUsers = 5
const minWeeks = 8
const minMonths = 6
const dayMillis = 24 * 3600 * 1000

/** The metrics of the last days, and of as many before them, if they are kept. */
export async function readOverview(
  ctx: Context,
  range: number,
): Promise<HandlerOutput<(typeof metricRoutes)['GET /internal/overview']>> {
  const now = ctx.now()
  const canCompare = 2 * range <= ctx.platform.config.retention.statisticsDays
  const days = listDays(now, canCompare ? 2 * range : range)
  const weeks = listWeeks(now, Math.max(minWeeks, Math.ceil(range / 7)))
  const months = listMonths(now, Math.max(minMonths, Math.ceil(range / 31)))
  const fromDay = [days[0]!, weeks[0]!, months[0]!].sort()[0]!
  const recent = { includeAnonymous: false, limit: shownUsers }
  // Days start at midnight in UTC.
  const start = new Date(days.at(-range)!)
  const before = new Date(start.getTime() - range * dayMillis)
  const [metrics, newest, active, { hasValidKeys, problems }, signUpMethods, sold, soldBefore] = await Promise.all([
    listMetrics(ctx.db, ctx.project.id, { includeAnonymous: false, fromDay }),
    listRecentlyRegistered(ctx.db, ctx.project.id, recent),
    listRecentlyActive(ctx.db, ctx.project.id, recent),
    readProblems(ctx.db, ctx.project.id, now),
    countSignUpsByMethod(ctx.db, ctx.project.id, start),
    sumPurchases(ctx.db, ctx.project.id, { from: start, until: now }),
    sumPurchases(ctx.db, ctx.project.id, { from: before, until: start }),
  ])
  const named = (name: Metric['name']) =>
    new Map(metrics.filter((each) => each.name === name).map(({ key, count }) => [key, count]))
  const present = (name: Metric['name']) => [...named(name)].filter(([, users]) => users > 0)
  const [signUps, sessions, daily] = [named('sign-ups'), named('sessions'), named('active')]
  const [weekly, monthly] = [named('active-week'), named('active-month')]
  return {
    total_users: named('users').get('') ?? 0,
    daily: days.map((date) => ({
      date,
      sign_ups: signUps.get(date) ?? 0,
      sessions: sessions.get(date) ?? 0,
      active_users: daily.get(date) ?? 0,
    })),
    weekly: weeks.map((date) => ({ date, active_users: weekly.get(date) ?? 0 })),
    monthly: months.map((month) => ({ date: `${month}-01`, active_users: monthly.get(month) ?? 0 })),
    methods: present('method').map(([method, users]) => ({ method, users })),
    countries: present('country').map(([country, users]) => ({ country, users })),
    sign_up_methods: signUpMethods,
    failed_sign_ins: sumFailures([...named('fails')].filter(([key]) => key >= days.at(-range)!)),
    revenue: { ...sold, previous_usd_cents: soldBefore.usd_cents },
    newest_users: newest.map(toUserBody),
    recently_active_users: active.map(toUserBody),
    has_valid_keys: hasValidKeys,
    problems,
  }
}

/** Of all days, the most frequent first. The keys are `2030-01-31 password EMAIL_PASSWORD_MISMATCH known`. */
function sumFailures(figures: [key: string, count: number][]) {
  const attempts = new Map<string, number>()
  for (const [key, count] of figures) {
    const kind = key.slice(key.indexOf(' ') + 1)
    attempts.set(kind, (attempts.get(kind) ?? 0) + count)
  }
  const sums = [...attempts].map(([kind, sum]) => {
    const [method, code, user] = kind.split(' ') as [string, string, string]
    return { method, code, is_known_user: user === 'known', attempts: sum }
  })
  return sums.sort((a, b) => b.attempts - a.attempts)
}

/** The last days in UTC, as `2030-01-31`, oldest first. */
export function listDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toDay(new Date(now.getTime() - (count - 1 - index) * dayMillis)))
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function listWeeks(now: Date, count: number): string[] {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const monday = now.getTime() - sinceMonday * dayMillis
  return Array.from({ length: count }, (_, index) => toDay(new Date(monday - (count - 1 - index) * 7 * dayMillis)))
}

/** As `2030-01`. */
function listMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    toDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))).slice(0, 7),
  )
}
