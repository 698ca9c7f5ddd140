import { appInternalsSymbol, type ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { findSources } from '../permissions/sources.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

/** What the user may do in the whole project: what was granted, and what comes with it. */
export function ProjectPermissionsCard({ user }: { user: ServerUser }) {
  const { id: projectId } = useProject()
  const definitions = useData(useStores().projectPermissionDefinitions)
  const granted = useData(user[appInternalsSymbol].permissions(undefined, { recursive: false })).map(({ id }) => id)
  const { run } = useAction()
  if (definitions.length === 0) {
    return (
      <Section title="Permissions in the project">
        <p className="ui-muted">
          None are defined.{' '}
          <Link to="/projects/$projectId/permissions" params={{ projectId }}>
            Define permissions
          </Link>
        </p>
      </Section>
    )
  }
  return (
    <Section title="Permissions in the project" description="Those in a team are changed with the team above.">
      <Table
        label="Permissions in the project"
        rows={definitions}
        getId={({ id }) => id}
        columns={[
          { id: 'permission', header: 'Permission', cell: ({ id }) => <code>{id}</code> },
          {
            id: 'held',
            header: 'Held',
            cell: ({ id }) => <Held isGranted={granted.includes(id)} sources={findSources(definitions, granted, id)} />,
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 96,
            cell: ({ id }) =>
              granted.includes(id) ? (
                <Button
                  size="small"
                  aria-label={`Revoke ${id}`}
                  onClick={() =>
                    void run(() => user.revokePermission(id), {
                      done: `${id} was revoked.`,
                      undo: () => user.grantPermission(id),
                    })
                  }
                >
                  Revoke
                </Button>
              ) : (
                <Button
                  size="small"
                  aria-label={`Grant ${id}`}
                  onClick={() =>
                    void run(() => user.grantPermission(id), {
                      done: `${id} was granted.`,
                      undo: () => user.revokePermission(id),
                    })
                  }
                >
                  Grant
                </Button>
              ),
          },
        ]}
      />
    </Section>
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
