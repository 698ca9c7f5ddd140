import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useApi, useOwnedProjects } from '../data/data.ts'
import { type Environment, environmentNames, environmentsOf } from '../data/environments.ts'
import { withoutBuiltIn } from '../data/last-project.ts'
import { useProject } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { Allowed, Locked, useMay } from '../parts/role.tsx'
import { useSamePage } from '../parts/use-same-page.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Select } from '../ui/field.tsx'
import { Card, Empty } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { CreateEnvironmentDialog } from './create-environment-dialog.tsx'
import { JoinEnvironmentDialog } from './join-environment-dialog.tsx'
import { MissingSettings } from './missing-settings.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useJoinable } from './use-joinable.ts'
import './environments.css'

const CopyDialog = lazy(() => import('./copy-settings-dialog.tsx'))

export default function EnvironmentsPage() {
  const project = useProject()
  return (
    <SettingsFrame
      tab="Environments"
      description="Development, staging and production of the same app, each a project with its own users and keys."
    >
      {withoutBuiltIn([project]).length === 0 ? (
        <p className="ui-muted">This project comes with the server and has no other environments.</p>
      ) : (
        <Boundary skeleton={<CardSkeleton lines={3} />}>
          {project.environment ? <Environments project={project} /> : <NoEnvironments />}
        </Boundary>
      )}
    </SettingsFrame>
  )
}

function NoEnvironments() {
  return (
    <Locked to="settings">
      <Empty
        isFramed
        icon={<Plus />}
        title="Add another environment"
        action={
          <>
            <DialogButton variant="primary" dialog={(close) => <CreateEnvironmentDialog onClose={close} />}>
              Add environment
            </DialogButton>
            <JoinButton />
          </>
        }
      >
        Try out changes before your users see them. The new project gets the settings of this one, but none of its
        users, keys and secrets.
      </Empty>
    </Locked>
  )
}

/** Only for owners of both projects. */
function JoinButton() {
  const may = useMay()('ownership')
  const joinable = useJoinable()
  if (!may || joinable.length === 0) return null
  return (
    <DialogButton dialog={(close) => <JoinEnvironmentDialog onClose={close} />}>Add an existing project</DialogButton>
  )
}

function Environments({ project }: { project: Project }) {
  const all = environmentsOf(useOwnedProjects(), project)
  const others = all.filter(({ id }) => id !== project.id)
  return (
    <>
      <Card
        title="Environments"
        description="Users, teams, keys, webhook endpoints, domains, the email server and card payments are separate in each."
        actions={all.length < Object.keys(environmentNames).length && <JoinButton />}
      >
        <ul className="ui-list environments">
          {(Object.keys(environmentNames) as Environment[]).map((environment) => (
            <li key={environment} className="ui-setting">
              <EnvironmentRow
                environment={environment}
                project={all.find((each) => each.environment === environment)}
                currentId={project.id}
              />
            </li>
          ))}
        </ul>
      </Card>
      {others.map((other) => (
        <Boundary key={other.id} skeleton={<CardSkeleton lines={2} />}>
          <MissingSettings other={other} />
        </Boundary>
      ))}
      <Allowed to="settings">
        <ThisEnvironment environment={project.environment!} taken={others.map((other) => other.environment)} />
      </Allowed>
    </>
  )
}

interface EnvironmentRowProps {
  environment: Environment
  project: Project | undefined
  currentId: string
}

function EnvironmentRow({ environment, project, currentId }: EnvironmentRowProps) {
  const openSamePage = useSamePage()
  const may = useMay()('settings')
  const name = environmentNames[environment]
  return (
    <>
      <div className="environments-name">
        <EnvironmentBadge environment={environment} />
        {project ? (
          <span className="ui-truncate">
            <bdi>{project.display_name}</bdi>
            {project.id === currentId && <span className="ui-muted"> (this project)</span>}
          </span>
        ) : (
          <span className="ui-muted">Not created</span>
        )}
      </div>
      {!project && may && (
        <DialogButton
          size="small"
          aria-label={`Create ${name}`}
          dialog={(close) => <CreateEnvironmentDialog environment={environment} onClose={close} />}
        >
          Create
        </DialogButton>
      )}
      {project && project.id !== currentId && (
        <div className="ui-row">
          <Button size="small" aria-label={`Open ${name}`} onClick={() => openSamePage(project.id)}>
            Open
          </Button>
          <DialogButton
            size="small"
            aria-label={may ? `Copy settings from ${name}` : `Compare with ${name}`}
            dialog={(close) => (
              <Suspense>
                <CopyDialog other={project} onClose={close} />
              </Suspense>
            )}
          >
            {may ? 'Copy settings' : 'Compare'}
          </DialogButton>
        </div>
      )}
    </>
  )
}

interface ThisEnvironmentProps {
  environment: Environment
  taken: readonly (Environment | undefined)[]
}

function ThisEnvironment({ environment, taken }: ThisEnvironmentProps) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const set = (next: Environment | null) =>
    change('PATCH /internal/environments/current', { body: { environment: next } })
  const free = Object.entries(environmentNames).filter(([name]) => !taken.includes(name as Environment))
  return (
    <Card title="This project">
      <div className="ui-setting environments-this">
        <div>
          <p className="ui-label">Environment</p>
          <p className="ui-hint">Production mode and card payments are for production only.</p>
        </div>
        <Select
          label="Environment of this project"
          options={free}
          value={environment}
          disabled={isBusy}
          onChange={(event) => {
            const next = event.target.value as Environment
            const done = `This project is now ${environmentNames[next].toLowerCase()}.`
            void run(() => set(next), { done, undo: () => set(environment) })
          }}
        />
      </div>
      <div className="ui-setting">
        <div>
          <p className="ui-label">Separate from the other environments</p>
          <p className="ui-hint">The project keeps everything it has, and settings can no longer be copied.</p>
        </div>
        <DialogButton
          dialog={(close) => (
            <ConfirmDialog
              title="Separate this project?"
              description="It becomes a project of its own. An owner of both can add it to the other environments again."
              action="Separate"
              onClose={close}
              run={() => set(null)}
              done="The project was separated."
            />
          )}
        >
          Separate
        </DialogButton>
      </div>
    </Card>
  )
}
