import { useAll, useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { ProjectLink } from '../parts/links.tsx'
import { findSources } from '../permissions/sources.ts'
import { Button } from '../ui/button.tsx'
import { Badge, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** The user's project permissions: granted ones and those they contain. */
export function ProjectPermissionsCard({ user }: { user: User }) {
  const definitions = useAll('GET /project-permission-definitions')
  const query = { user_id: user.id, recursive: 'false' } as const
  const granted = useAll('GET /project-permissions', { query }).map(({ id }) => id)
  return (
    <Section
      title="Project permissions"
      description={definitions.length > 0 && 'Change team permissions in the team list above.'}
    >
      <Table
        label="Project permissions"
        rows={definitions}
        empty={
          <p className="ui-muted">
            No project permissions yet.{' '}
            <ProjectLink to="/projects/$projectId/permissions">Define permissions</ProjectLink>
          </p>
        }
        actions={({ id }) => <GrantButton user={user} id={id} isGranted={granted.includes(id)} />}
        actionsWidth={96}
        columns={[
          { id: 'permission', header: 'Permission', cell: ({ id }) => <code>{id}</code> },
          {
            id: 'held',
            header: 'Status',
            cell: ({ id }) => <Held isGranted={granted.includes(id)} sources={findSources(definitions, granted, id)} />,
          },
        ]}
      />
    </Section>
  )
}

/** Has its own busy state, so that several permissions can be changed in a row. */
function GrantButton({ user, id, isGranted }: { user: User; id: string; isGranted: boolean }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const params = { user_id: user.id, permission_id: id }
  const grant = () => change('POST /project-permissions/{user_id}/{permission_id}', { params, body: {} })
  const revoke = () => change('DELETE /project-permissions/{user_id}/{permission_id}', { params })
  const toggle = () =>
    isGranted
      ? run(revoke, { done: `${id} was revoked.`, undo: grant })
      : run(grant, { done: `${id} was granted.`, undo: revoke })
  const verb = isGranted ? 'Revoke' : 'Grant'
  return (
    <Button size="small" aria-label={`${verb} ${id}`} isBusy={isBusy} onClick={() => void toggle()}>
      {verb}
    </Button>
  )
}

function Held({ isGranted, sources }: { isGranted: boolean; sources: readonly string[] }) {
  if (!isGranted && sources.length === 0) return none
  return (
    <span className="ui-row">
      {isGranted && <Badge tone="success">Granted</Badge>}
      {sources.length > 0 && <Badge>Through {sources.join(', ')}</Badge>}
    </span>
  )
}
