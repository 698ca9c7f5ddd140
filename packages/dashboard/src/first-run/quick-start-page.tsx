import { CircleCheck, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { EnvTabs } from '../api-keys/env-tabs.tsx'
import type { Keys as NewKeys } from '../api-keys/snippets.ts'
import { useApi, useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { Card, Empty, Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { findFirstKeys, firstKeysBody } from './first-keys.ts'
import { snippetOf } from './snippets.ts'
import './first-run.css'

/** Shows the keys, working code and, as soon as there is one, the first user. */
export default function QuickStartPage() {
  const project = useProject()
  const [keys, setKeys] = useState(() => findFirstKeys(project.id))
  useCrumb('Connect your app')
  return (
    <Page
      title="Connect your app"
      description="Save the keys, add the code, and sign up in your app. This page updates when it works."
    >
      {keys ? <Keys keys={keys} /> : <NoKeys onCreated={setKeys} />}
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <FirstUser />
      </Boundary>
    </Page>
  )
}

function Keys({ keys }: { keys: NewKeys }) {
  const project = useProject()
  return (
    <Card title="Your keys" description="Save them now. The server stores only a hash, so they cannot be shown again.">
      <EnvTabs
        projectId={project.id}
        keys={keys}
        renderMore={(framework) => {
          const { file, code, note } = snippetOf(framework)
          return (
            <>
              <CodeBlock title={file} code={code} />
              <p className="ui-hint">{note}</p>
            </>
          )
        }}
      />
    </Card>
  )
}

function NoKeys({ onCreated }: { onCreated: (keys: NewKeys) => void }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const create = async () => onCreated(await change('POST /internal/api-keys', { body: firstKeysBody('My app') }))
  return (
    <Empty
      icon={<KeyRound />}
      title="Create keys for your app"
      action={
        <Button variant="primary" isBusy={isBusy} onClick={() => void run(create)}>
          Create keys
        </Button>
      }
    >
      Keys are shown only once, when you create them. Existing keys keep working.
    </Empty>
  )
}

/** Live updates reload the users when someone signs up. */
function FirstUser() {
  const [newest] = useData('GET /users', { query: { limit: 1, desc: 'true' } }).items
  return (
    <div className="waiting" data-done={newest ? true : undefined} role="status">
      {newest ? (
        <>
          <CircleCheck />
          <div>
            <strong>It works.</strong> <bdi>{nameOf(newest)}</bdi> has signed up.
          </div>
          <ProjectLink {...buttonLook()} to="/projects/$projectId/users">
            View users
          </ProjectLink>
        </>
      ) : (
        <>
          <span className="waiting-pulse" aria-hidden="true" />
          <div>
            <strong>Waiting for the first sign-up …</strong>
            <div className="ui-muted">Run your app and create an account in it.</div>
          </div>
        </>
      )}
    </div>
  )
}
