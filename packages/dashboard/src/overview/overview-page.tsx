import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../app/boundary.tsx'
import { useProject } from '../app/owner.ts'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Checklist } from './checklist.tsx'
import { Figures } from './figures.tsx'
import { type Range, ranges } from './search.ts'

const route = getRouteApi('/owner/projects/$projectId/')

export default function OverviewPage() {
  const project = useProject()
  const { days = 30 } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title="Overview"
      documentTitle={project.displayName}
      description="How your app is doing."
      actions={
        <Select
          label="Range"
          value={days}
          onChange={(event) => void navigate({ search: { days: Number(event.target.value) as Range }, replace: true })}
        >
          {ranges.map((range) => (
            <option key={range} value={range}>
              Last {range} days
            </option>
          ))}
        </Select>
      }
    >
      <Boundary skeleton={null}>
        <Checklist />
      </Boundary>
      <Boundary skeleton={<FiguresSkeleton />}>
        <Figures days={days} />
      </Boundary>
    </Page>
  )
}

function FiguresSkeleton() {
  return (
    <div className="ui-grid">
      <CardSkeleton lines={8} />
      <CardSkeleton lines={8} />
    </div>
  )
}
