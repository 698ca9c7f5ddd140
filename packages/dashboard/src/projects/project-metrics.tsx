import type { Routes } from '@latchkey/contract'
import { type AdminOwnedProject, appInternalsSymbol } from '@latchkey/react'
import { useData } from '../data/data.ts'
import { Sparkline } from '../ui/sparkline.tsx'

type Metrics = Routes['GET /internal/project-figures']['response']['admin']['items'][number]

interface ProjectMetricsProps {
  project: AdminOwnedProject
  /** Any project of the owner. Its app loads the metrics of all projects in one request. */
  through: AdminOwnedProject
}

/** Recent sign-ups of a project. */
export function ProjectMetrics({ project, through }: ProjectMetricsProps) {
  const metrics = useData(through.app[appInternalsSymbol].cached('metrics/projects', () => loadMetrics(through)))
  const { total_users = 0, daily_sign_ups = [] } = metrics.get(project.id) ?? {}
  const recent = daily_sign_ups.reduce((sum, count) => sum + count, 0)
  return (
    <div className="project-metrics">
      <Sparkline values={daily_sign_ups} />
      <p className="ui-caption">
        <strong>{total_users.toLocaleString('en')}</strong> {total_users === 1 ? 'user' : 'users'}
        {' · '}
        <strong>{recent.toLocaleString('en')}</strong> new in 30 days
      </p>
    </div>
  )
}

async function loadMetrics({ app }: AdminOwnedProject): Promise<ReadonlyMap<string, Metrics>> {
  const found = new Map<string, Metrics>()
  let cursor: string | null | undefined
  do {
    const query = cursor ? { cursor } : {}
    const { items, pagination } = await app[appInternalsSymbol].call('GET /internal/project-figures', { query })
    for (const item of items) found.set(item.project_id, item)
    cursor = pagination?.next_cursor
  } while (cursor)
  return found
}
