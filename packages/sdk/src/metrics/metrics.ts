import type { Routes } from '@latchkey/contract'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import type { ServerUser, ServerUserJson } from '../users/server-users.ts'

/**
 * The metrics of a project.
 * @example
 * const metrics: ProjectMetrics = await adminApp.getMetrics()
 * console.log(metrics.totalUsers, metrics.usersByCountry.DE, metrics.loginMethods)
 * console.log('today', metrics.dailyUsers.at(-1)?.activity, metrics.dailyActiveUsers.at(-1)?.activity)
 * console.log(metrics.recentlyRegistered.length, metrics.recentlyActive.length)
 */
export interface ProjectMetrics {
  /** The number of users. */
  readonly totalUsers: number
  /** Sign-ups on each of the last 31 days in UTC, oldest first. */
  readonly dailyUsers: readonly DailyActivity[]
  /** The number of active users on each day. */
  readonly dailyActiveUsers: readonly DailyActivity[]
  /** By country code. */
  readonly usersByCountry: { readonly [countryCode: string]: number }
  /** The newest users. */
  readonly recentlyRegistered: readonly ServerUser[]
  /** The most recently active users. */
  readonly recentlyActive: readonly ServerUser[]
  /** The number of users per sign-in method. */
  readonly loginMethods: readonly { readonly method: string; readonly count: number }[]
}

interface DailyActivity {
  /** For instance `2026-03-31`. */
  readonly date: string
  readonly activity: number
}

type MetricsJson = Routes['GET /internal/metrics']['response']['admin']

export function createMetricsReader(admin: Admin, includeAnonymous: boolean): () => Promise<ProjectMetrics> {
  const query = { include_anonymous: includeAnonymous ? ('true' as const) : ('false' as const) }
  const create = keepWhileEqual((record: MetricsJson) => createMetrics(admin, record))
  return async () => create(await admin.core.call('GET /internal/metrics', { ...admin.as, query }))
}

function createMetrics({ createUser }: Admin, metrics: MetricsJson): ProjectMetrics {
  const createUsers = (records: unknown[]) => records.map((record) => createUser!(record as ServerUserJson))
  return Object.freeze({
    totalUsers: metrics.total_users,
    dailyUsers: metrics.daily_users,
    dailyActiveUsers: metrics.daily_active_users,
    usersByCountry: metrics.users_by_country,
    recentlyRegistered: createUsers(metrics.recently_registered),
    recentlyActive: createUsers(metrics.recently_active),
    loginMethods: metrics.login_methods,
  })
}
