import type { Admin } from './admin-stores.ts'
import type { ProjectMetrics } from './admin-types.ts'
import type { ServerUserJson } from './server-users.ts'

export async function loadMetrics({ core, as, createUser }: Admin, includeAnonymous: boolean): Promise<ProjectMetrics> {
  const query = { include_anonymous: includeAnonymous ? ('true' as const) : ('false' as const) }
  const metrics = await core.call('GET /internal/metrics', { ...as, query })
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
