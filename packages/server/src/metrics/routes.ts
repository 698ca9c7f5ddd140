import type { metricRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import { toUserBody } from '../users/body.ts'
import { type Figure, listFigures, listRecentlyActive, listRecentlyRegistered } from './queries.ts'

const shownDays = 31
const shownUsers = 5
const dayMillis = 24 * 3600 * 1000

export const metricHandlers: Handlers<typeof metricRoutes> = {
  'GET /internal/metrics': async ({ ctx, query }) => {
    const includeAnonymous = query.include_anonymous === 'true'
    const days = listDays(ctx.now())
    const recent = { includeAnonymous, limit: shownUsers }
    const [figures, registered, active] = await Promise.all([
      listFigures(ctx.db, ctx.project.id, { includeAnonymous, fromDay: days[0]! }),
      listRecentlyRegistered(ctx.db, ctx.project.id, recent),
      listRecentlyActive(ctx.db, ctx.project.id, recent),
    ])
    const named = (name: Figure['name']) => new Map(figures.filter((f) => f.name === name).map((f) => [f.key, f.count]))
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
}

/** The days that are shown, as `2030-01-31`, oldest first. */
function listDays(now: Date): string[] {
  return Array.from({ length: shownDays }, (_, index) =>
    toDay(new Date(now.getTime() - (shownDays - 1 - index) * dayMillis)),
  )
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
