import { useAll } from '../data/data.ts'
import { Sparkline } from '../ui/sparkline.tsx'

/** Recent sign-ups of a project. All projects share one request, which any of them may send. */
export function ProjectMetrics({ projectId }: { projectId: string }) {
  const metrics = useAll('GET /internal/project-figures').find(({ project_id }) => project_id === projectId)
  const { total_users = 0, daily_sign_ups = [] } = metrics ?? {}
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
