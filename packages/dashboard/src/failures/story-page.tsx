import { SearchX } from 'lucide-react'
import { nullIfMissing, type Reply } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { MissingPage } from '../parts/detail-page.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { SubjectName } from '../people/subject-name.tsx'
import { type Names, namesFrom } from '../people/subjects.ts'
import { CopyableId } from '../ui/copy.tsx'
import { Card, Facts, Page } from '../ui/page.tsx'
import { formatTime, Time } from '../ui/time.tsx'
import { NextStep } from './next-step.tsx'
import { kindNames, reasonOf, storyOf, type Trace } from './words.ts'

type Story = Reply<'GET /internal/traces/{id}'>

/** What led to one failure, in sentences, and what can be done about it. */
export function StoryPage({ id }: { id: string }) {
  return (
    <Boundary skeleton={<PageSkeleton />}>
      <LoadedStory id={id} />
    </Boundary>
  )
}

function LoadedStory({ id }: { id: string }) {
  const request = { params: { id } }
  const story = useLoaded('GET /internal/traces/{id}', request, (call) =>
    call('GET /internal/traces/{id}', request).catch(nullIfMissing),
  )
  return story ? (
    <FoundStory story={story} />
  ) : (
    <MissingPage noun="failure" list="/projects/$projectId/failures" icon={<SearchX />}>
      Failures are kept for 14 days, the latest of each sort.
    </MissingPage>
  )
}

function FoundStory({ story }: { story: Story }) {
  const names = namesFrom(story.subjects)
  const title = `${kindNames[story.kind]} failed`
  useCrumb(title)
  return (
    <Page title={title} description={<bdi>{reasonOf(story)}</bdi>}>
      <div className="ui-stack" data-gap="large">
        <Card title="What happened">
          <ol className="failures-story">
            {storyOf(story).map((sentence) => (
              <li key={sentence}>
                <bdi>{sentence}</bdi>
              </li>
            ))}
            {story.count > 1 && <li>{`The same happened ${story.count} times within a minute.`}</li>}
          </ol>
          <NextStep trace={story} />
        </Card>
        {story.related.length > 0 && <Related traces={story.related} />}
        <Details trace={story} names={names} />
      </div>
    </Page>
  )
}

function Related({ traces }: { traces: readonly Trace[] }) {
  return (
    <Card title="The same round trip" description="What else failed on the way, the oldest first.">
      <ol className="failures-story">
        {traces.map((trace) => (
          <li key={trace.id}>
            <ProjectLink to="/projects/$projectId/failures" search={{ id: trace.id }}>
              <bdi>{reasonOf(trace)}</bdi>
            </ProjectLink>{' '}
            <span className="ui-muted">
              <Time date={trace.happened_at_millis} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Details({ trace, names }: { trace: Trace; names: Names }) {
  const { user_id: userId, endpoint_id: endpointId, references } = trace
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['When', formatTime(trace.last_at_millis)],
          ...(userId
            ? ([['User', <SubjectName key="user" of={{ type: 'user', id: userId }} names={names} />]] as const)
            : []),
          ...(trace.typed_unknown_address
            ? ([['User', 'Unknown: the address that was typed is kept as a hash, by which it can be found.']] as const)
            : []),
          ...(endpointId
            ? ([
                [
                  'Endpoint',
                  <SubjectName key="endpoint" of={{ type: 'webhook_endpoint', id: endpointId }} names={names} />,
                ],
              ] as const)
            : []),
          ...(trace.event_type ? ([['Event', <code key="event">{trace.event_type}</code>]] as const) : []),
          ...(trace.ip_address ? ([['IP address', trace.ip_address]] as const) : []),
          ...(trace.user_agent ? ([['Browser', <bdi key="browser">{trace.user_agent}</bdi>]] as const) : []),
          ...(trace.route ? ([['Request', <code key="route">{trace.route}</code>]] as const) : []),
          ['Error code', <code key="code">{trace.status ? `${trace.code} (${trace.status})` : trace.code}</code>],
          ...references
            .slice(0, 3)
            .map(
              (reference, index) =>
                [
                  index === 0 ? 'Reference' : `Reference ${index + 1}`,
                  <CopyableId key={reference} id={reference} name="reference" />,
                ] as const,
            ),
        ]}
      />
    </Card>
  )
}
