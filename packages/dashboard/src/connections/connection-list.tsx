import { Building2, Plus } from 'lucide-react'
import { useAll } from '../data/data.ts'
import { RowLink } from '../parts/links.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { type Connection, ConnectionState, typeNames } from './connection-state.tsx'
import { NewConnectionDialog } from './new-connection-dialog.tsx'
import { Owner } from './owner.tsx'
import { SetupLinkButton, SetupLinkState } from './setup-link.tsx'

/** The connections of a team, or all of the project. */
export function ConnectionList({ teamId }: { teamId?: string | undefined }) {
  const connections = useAll('GET /connections', { query: teamId ? { team_id: teamId } : {} })
  const columns: Column<Connection>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ id, display_name }) => (
        <RowLink to="/projects/$projectId/connections/$connectionId" params={{ connectionId: id }}>
          <bdi>{display_name}</bdi>
        </RowLink>
      ),
    },
    ...(teamId ? [] : [{ id: 'owner', header: 'For', cell: (of: Connection) => <Owner of={of} /> }]),
    { id: 'type', header: 'Type', priority: 'low', cell: ({ type }) => typeNames[type] },
    { id: 'state', header: 'Status', cell: (connection) => <ListedState connection={connection} /> },
    {
      id: 'used',
      header: 'Last sign-in',
      priority: 'medium',
      cell: ({ last_sign_in_at_millis: at }) => (at ? <Time date={at} /> : <span className="ui-muted">never</span>),
    },
    actionsColumn((connection) => !connection.is_active && <SetupLinkButton connection={connection} />, 160),
  ]
  const add = (
    <DialogButton
      icon={<Plus />}
      variant={connections.length === 0 ? 'primary' : undefined}
      dialog={(close) => <NewConnectionDialog teamId={teamId} onClose={close} />}
    >
      Add connection
    </DialogButton>
  )
  if (connections.length === 0) {
    return (
      <Empty icon={<Building2 />} title="No connections yet" action={add}>
        A connection lets everyone at a company sign in with the company’s own identity provider, such as Entra ID, Okta
        or Google Workspace.
      </Empty>
    )
  }
  return (
    <Section title="Connections" actions={add}>
      <Table label="Connections" columns={columns} rows={connections} />
    </Section>
  )
}

/** With how far its set-up has come, as long as somebody else is at it. */
function ListedState({ connection }: { connection: Connection }) {
  const { setup_link: link, is_active: isActive } = connection
  return (
    <span className="ui-row">
      <ConnectionState connection={connection} />
      {link && !isActive && (
        <>
          <span className="ui-caption">Set-up link:</span> <SetupLinkState link={link} />
        </>
      )}
    </span>
  )
}
