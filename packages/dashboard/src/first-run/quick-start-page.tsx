import { CircleCheck, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Keys } from '../api-keys/snippets.ts'
import { reloadOwn, useApi, useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Reason, useMay } from '../parts/role.tsx'
import { nameOf } from '../people/user-name.ts'
import { settings } from '../settings.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { ConnectSteps } from './connect-steps.tsx'
import { findFirstKeys, firstKeysBody } from './first-keys.ts'
import './first-run.css'

/** Leads from the keys to working code and, as soon as there is one, shows the first user. */
export default function QuickStartPage() {
  const project = useProject()
  const [keys, setKeys] = useState(() => findFirstKeys(project.id))
  useCrumb('Connect your app')
  return (
    <Page title="Connect your app" description="Four steps to the first sign-up. This page updates when it works.">
      {keys ? <ConnectSteps keys={keys} /> : <NoKeys onCreated={setKeys} />}
      <div className="waiting-place">
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <FirstUser />
        </Boundary>
      </div>
    </Page>
  )
}

function NoKeys({ onCreated }: { onCreated: (keys: Keys) => void }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const may = useMay()
  const create = async () => onCreated(await change('POST /internal/api-keys', { body: firstKeysBody('My app') }))
  return (
    <Empty
      icon={<KeyRound />}
      title="Create keys for your app"
      action={
        may('keys') && (
          <Button variant="primary" isBusy={isBusy} onClick={() => void run(create)}>
            Create keys
          </Button>
        )
      }
    >
      {may('keys') ? (
        'Keys are shown only once, when you create them. Existing keys keep working.'
      ) : (
        <Reason to="keys" />
      )}
    </Empty>
  )
}

/** Live updates reload the users when someone signs up. */
function FirstUser() {
  const [newest] = useData('GET /users', { query: { limit: 1, desc: 'true' } }).items
  const isDone = newest !== undefined
  useEffect(() => {
    // By now the server knows the address of the app, which links to the app use.
    if (isDone) void reloadOwn()
  }, [isDone])
  return (
    <div className="waiting" data-done={isDone || undefined} role="status">
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
            <div className="ui-muted">
              Run your app and create an account in it.
              {settings.demoProjectId && (
                <>
                  {' '}
                  Just looking?{' '}
                  <a href="/demo/" target="_blank" rel="noreferrer">
                    Try the demo
                  </a>
                  .
                </>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  )
}
