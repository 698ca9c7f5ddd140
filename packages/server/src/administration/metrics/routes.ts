import type { metricRoutes } from '@latchkey/contract'
import { getLiveSession } from '../../accounts/sessions/start.ts'
import { toUserBody } from '../../accounts/users/body.ts'
import type { Handlers } from '../../api/handler.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { listProjectIdsOfUser } from '../../projects/queries.ts'
import { listDays, readOverview } from './overview.ts'
import { listMetrics, listRecentlyActive, listRecentlyRegistered, listSignUps, type Metric } from './queries.ts'

const shownDays = 31
const shownUsers = 5

export const metricHandlers: Handlers<typeof metricRoutes> = {
  'GET /internal/metrics': async ({ ctx, query }) => {
    const includeAnonymous = query.include_anonymous === 'true'
    const days = listDays(ctx.now(), shownDays)
    const recent = { includeAnonymous, limit: shownUsers }
    const [metrics, registered, active] = await Promise.all([
      listMetrics(ctx.db, ctx.project.id, { includeAnonymous, fromDay: days[0]! }),
      listRecentlyRegistered(ctx.db, ctx.project.id, recent),
      listRecentlyActive(ctx.db, ctx.project.id, recent),
    ])
    const named = (name: Metric['name']) => new Map(metrics.filter((f) => f.name === name).map((f) => [f.key, f.count]))
    const perDay = (counts: Map<string, number>) => days.map((date) => ({ date, activity: counts.get(date) ?? 0 }))
    // The only user may have been deleted.
    const present = (counts: Map<string, number>) => [...counts].filter(([, count]) => count > 0)
    return {
      total_users: named('users').get('') ?? 0,
      daily_users: perDay(named('sign-ups')),
      daily_active_users: perDay(named('active')),
      users_by_country: Object.fromEntries(present(named('country'))),
      recently_registered: registered.map(toUserBody),
      recently_active: active.map(toUserBody),
      login_methods: present(named('method')).map(([method, count]) => ({ method, count })),
    }
  },
  'GET /internal/project-figures': async ({ ctx, ownerId, query: { cursor } }) => {
    if (ctx.token) await getLiveSession(ctx, ctx.project, ctx.token)
    const { rows, nextCursor } = await listProjectIdsOfUser(ctx.db, internalProjectId, ownerId, cursor)
    const ids = rows.map(({ id }) => id)
    const days = listDays(ctx.now(), shownDays - 1)
    const metrics = await listSignUps(ctx.db, ids, days[0]!)
    const counts = new Map(metrics.map(({ project_id, key, count }) => [`${project_id} ${key}`, count]))
    const items = ids.map((project_id) => ({
      project_id,
      total_users: counts.get(`${project_id} `) ?? 0,
      daily_sign_ups: days.map((day) => counts.get(`${project_id} ${day}`) ?? 0),
    }))
    return toListBody(items, nextCursor, cursor)
  },
  'GET /internal/overview': ({ ctx, query }) => readOverview(ctx, query.days ?? shownDays - 1),
}
