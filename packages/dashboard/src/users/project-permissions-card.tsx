import { appInternalsSymbol, type ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { findSources } from '../permissions/sources.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** The user's project permissions: granted ones and those they contain. */
export function ProjectPermissionsCard({ user }: { user: ServerUser }) {
  const { id: projectId } = useProject()
  const definitions = useData(useStores().projectPermissionDefinitions)
  const granted = useData(user[appInternalsSymbol].permissions(undefined, { recursive: false })).map(({ id }) => id)
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
function GrantButton({ user, id, isGranted }: { user: ServerUser; id: string; isGranted: boolean }) {
  const { isBusy, run } = useAction()
  const grant = () => user.grantPermission(id)
  const revoke = () => user.revokePermission(id)
  const change = () =>
    isGranted
      ? run(revoke, { done: `${id} was revoked.`, undo: grant })
      : run(grant, { done: `${id} was granted.`, undo: revoke })
  const verb = isGranted ? 'Revoke' : 'Grant'
  return (
    <Button size="small" aria-label={`${verb} ${id}`} isBusy={isBusy} onClick={() => void change()}>
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
