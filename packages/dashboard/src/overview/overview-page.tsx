import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue } from 'react'
import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { MainChart } from './main-chart.tsx'
import { Numbers } from './numbers.tsx'
import { nameOf, type Range, ranges } from './search.ts'
import './overview.css'

const Details = lazy(() => import('./details.tsx'))

const route = getRouteApi('/owner/projects/$projectId/')

export default function OverviewPage() {
  const project = useProject()
  const { days = 30 } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title="Overview"
      documentTitle={project.display_name}
      description="Sign-ups, activity and problems of your app."
      actions={
        <Select
          label="Range"
          options={ranges.map((range) => [range, `Last ${nameOf(range)}`] as const)}
          value={days}
          onChange={(event) => void navigate({ search: { days: Number(event.target.value) as Range }, replace: true })}
        />
      }
    >
      <Boundary skeleton={<OverviewSkeleton />}>
        <OverviewContent days={days} />
      </Boundary>
    </Page>
  )
}

function OverviewContent({ days }: { days: Range }) {
  // Keeps the previous range until the new one has loaded.
  const range = useDeferredValue(days)
  const overview = useData('GET /internal/overview', { query: { days: range } })
  return (
    <div className="ui-stack" data-gap="large">
      <Numbers overview={overview} range={range} />
      <MainChart overview={overview} range={range} />
      <Suspense fallback={<DetailsSkeleton />}>
        <Details overview={overview} />
      </Suspense>
    </div>
  )
}

function OverviewSkeleton() {
  return (
    <div className="ui-stack" data-gap="large">
      <CardSkeleton lines={2} />
      <CardSkeleton lines={8} />
      <DetailsSkeleton />
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <div className="ui-grid">
      <CardSkeleton lines={4} />
      <CardSkeleton lines={4} />
    </div>
  )
}
