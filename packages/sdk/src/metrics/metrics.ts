import type { Routes } from '@latchkey/contract'
import type { Admin } from '../app/admin-stores.ts'
import type { ProjectMetrics } from '../app/admin-types.ts'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { ServerUserJson } from '../users/server-users.ts'

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
