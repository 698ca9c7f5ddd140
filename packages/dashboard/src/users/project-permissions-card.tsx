import { Link } from '@tanstack/react-router'
import { useAll, useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { findSources } from '../permissions/sources.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** The user's project permissions: granted ones and those they contain. */
export function ProjectPermissionsCard({ user }: { user: User }) {
  const { id: projectId } = useProject()
  const definitions = useAll('GET /project-permission-definitions')
  const query = { user_id: user.id, recursive: 'false' } as const
  const granted = useAll('GET /project-permissions', { query }).map(({ id }) => id)
  if (definitions.length === 0) {
    return (
      <Section title="Project permissions">
        <p className="ui-muted">
          No project permissions yet.{' '}
          <Link to="/projects/$projectId/permissions" params={{ projectId }}>
            Define permissions
          </Link>
        </p>
      </Section>
    )
  }
  return (
    <Section title="Project permissions" description="Change team permissions in the team list above.">
      <Table
        label="Project permissions"
        rows={definitions}
        getId={({ id }) => id}
        columns={[
          { id: 'permission', header: 'Permission', cell: ({ id }) => <code>{id}</code> },
          {
            id: 'held',
            header: 'Status',
            cell: ({ id }) => <Held isGranted={granted.includes(id)} sources={findSources(definitions, granted, id)} />,
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 96,
            cell: ({ id }) => <GrantButton user={user} id={id} isGranted={granted.includes(id)} />,
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
  if (!isGranted && sources.length === 0) return <span className="ui-muted">–</span>
  return (
    <span className="ui-row">
      {isGranted && <Badge tone="success">Granted</Badge>}
      {sources.length > 0 && <Badge>Through {sources.join(', ')}</Badge>}
    </span>
  )
}
