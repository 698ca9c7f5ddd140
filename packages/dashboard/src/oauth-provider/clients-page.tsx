import { getRouteApi } from '@tanstack/react-router'
import { AppWindow, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { loadFound, type Reply } from '../data/call.ts'
import { useLoaded } from '../data/data.ts'
import type { SearchOf } from '../data/search.ts'
import { type List, useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LinkedDialogButton } from '../parts/linked-dialog.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { Locked, ReadOnlyNotice } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { typeNames } from './client-types.ts'
import { type CreatedClient, NewClientDialog } from './new-client-dialog.tsx'
import { OffNotice, ProviderFrame } from './provider-frame.tsx'
import type { parseClientSearch } from './search.ts'
import { SecretDialog } from './secret-dialog.tsx'

const route = getRouteApi('/owner/projects/$projectId/oauth-provider/clients')
const pageSize = 50

export default function ClientsPage() {
  const list = useList(route.useSearch(), route.useNavigate())
  const navigate = useProjectNavigate()
  const [created, setCreated] = useState<CreatedClient>()
  return (
    <ProviderFrame
      tab="Clients"
      description="Apps and programs that people sign in to with their account."
      actions={
        <LinkedDialogButton
          hash="create"
          variant="primary"
          icon={<Plus />}
          dialog={(close) => <NewClientDialog onClose={close} onCreated={setCreated} />}
        >
          Register client
        </LinkedDialogButton>
      }
    >
      <div className="ui-stack">
        <ReadOnlyNotice to="settings" />
        <div className="ui-row">
          <TypedSearch
            label="Search by name or ID"
            value={list.search.query}
            onChange={(query) => list.change({ query })}
          />
        </div>
        <Boundary skeleton={<TableSkeleton rows={4} />}>
          <OffNotice />
          <ClientTable list={list} onCreated={setCreated} />
        </Boundary>
      </div>
      {created && (
        <SecretDialog
          client={created}
          secret={created.client_secret}
          onClose={() => {
            setCreated(undefined)
            const to = '/projects/$projectId/oauth-provider/clients/$clientId'
            void navigate({ to, params: { clientId: created.id } })
          }}
        />
      )}
    </ProviderFrame>
  )
}

type Client = Reply<'GET /oauth-clients'>['items'][number]

interface ClientTableProps {
  list: List<SearchOf<typeof parseClientSearch>>
  onCreated: (client: CreatedClient) => void
}

function ClientTable({ list, onCreated }: ClientTableProps) {
  const { query, cursor } = list.search
  const request = { query, cursor, limit: pageSize }
  const { items: clients, pagination } = useLoaded('GET /oauth-clients', request, (call) =>
    loadFound((start) => call('GET /oauth-clients', { query: { ...request, cursor: start } }), cursor),
  )
  if (clients.length === 0) return query || cursor ? <NoMatch list={list} /> : <NoClients onCreated={onCreated} />
  return (
    <>
      <Table
        label="Clients"
        rows={clients}
        columns={[
          { id: 'name', header: 'Client', cell: (client) => <Name client={client} /> },
          { id: 'type', header: 'Type', priority: 'medium', cell: ({ type }) => typeNames[type] },
          {
            id: 'users',
            header: 'Users',
            align: 'end',
            width: 90,
            cell: ({ user_count: count }) => (count >= 1_000 ? '1,000+' : count),
          },
          {
            id: 'used',
            header: 'Last used',
            priority: 'medium',
            cell: ({ last_used_at_millis: used }) => (used ? <Time date={used} /> : 'never'),
          },
          {
            id: 'created',
            header: 'Registered',
            priority: 'low',
            cell: (client) => <Time date={client.created_at_millis} />,
          },
        ]}
      />
      <Paging {...list.paging(pagination?.next_cursor)} count={clients.length} nouns={['client', 'clients']} />
    </>
  )
}

function Name({ client }: { client: Client }) {
  return (
    <span className="ui-row">
      <RowLink
        className="ui-row-link ui-truncate"
        to="/projects/$projectId/oauth-provider/clients/$clientId"
        params={{ clientId: client.id }}
      >
        <bdi>{client.display_name}</bdi>
      </RowLink>
      {client.is_self_registered && <Badge>Registered itself</Badge>}
    </span>
  )
}

function NoMatch({ list }: Pick<ClientTableProps, 'list'>) {
  return (
    <Empty icon={<Search />} title="No clients match" action={<Button onClick={list.clear}>Clear search</Button>}>
      No name contains “{list.search.query}”. To search by ID, enter the full ID.
    </Empty>
  )
}

function NoClients({ onCreated }: Pick<ClientTableProps, 'onCreated'>) {
  return (
    <Empty
      icon={<AppWindow />}
      title="No clients yet"
      action={
        <Locked to="settings" isSilent>
          <DialogButton variant="primary" dialog={(close) => <NewClientDialog onClose={close} onCreated={onCreated} />}>
            Register client
          </DialogButton>
        </Locked>
      }
    >
      Register an app to get its client ID. AI assistants and editors that have a metadata document need no
      registration.
    </Empty>
  )
}
