import { type AdminOwnedProject, appInternalsSymbol } from '@latchkey/react'
import { useData } from '../app/data.ts'
import { Sparkline } from '../ui/chart.tsx'

/** Sign-ups at a glance. */
export function ProjectFigures({ project }: { project: AdminOwnedProject }) {
  const { totalUsers, dailyUsers } = useData(project.app[appInternalsSymbol].metrics())
  const signUps = dailyUsers.map(({ activity }) => activity)
  const recent = signUps.reduce((sum, count) => sum + count, 0)
  return (
    <div className="project-figures">
      <Sparkline values={signUps} />
      <p className="ui-caption">
        <strong>{totalUsers.toLocaleString('en')}</strong> {totalUsers === 1 ? 'user' : 'users'}
        {' · '}
        <strong>{recent.toLocaleString('en')}</strong> new in 30 days
      </p>
    </div>
  )
}
