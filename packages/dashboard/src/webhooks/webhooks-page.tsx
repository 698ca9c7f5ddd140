import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointStatus, FailureRate } from './endpoint-status.tsx'
import { type Endpoint, eventsTextOf, useEndpoints } from './endpoints.ts'
import { EventReference } from './event-reference.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import './webhooks.css'

export default function WebhooksPage() {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<{ id: string; secret: string }>()
  useScrollToPart()
  return (
    <LockedPage
      changes="settings"
      title="Webhooks"
      description="Notify your servers when users and teams change."
      actions={
        !settings.hasWebhookService && (
          <Button variant="primary" icon={<Plus />} onClick={() => setIsAdding(true)}>
            Add endpoint
          </Button>
        )
      }
    >
      {settings.hasWebhookService ? (
        <Empty icon={<Webhook aria-hidden="true" />} title="Svix delivers the webhooks of this server">
          Manage endpoints, secrets and deliveries in the Svix dashboard. This project is the application{' '}
          <code>{projectId}</code>.
        </Empty>
      ) : (
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <EndpointTable onAdd={() => setIsAdding(true)} />
        </Boundary>
      )}
      <EventReference />
      {isAdding && (
        <EndpointDialog
          onClose={() => setIsAdding(false)}
          onSaved={(endpoint) => {
            setIsAdding(false)
            if ('secret' in endpoint) setAdded(endpoint)
          }}
        />
      )}
      {added && (
        <SecretDialog
          title="Endpoint added"
          secret={added.secret}
          onClose={() => {
            const { id: endpointId } = added
            setAdded(undefined)
            void navigate({ to: '/projects/$projectId/webhooks/$endpointId', params: { projectId, endpointId } })
          }}
        />
      )}
    </LockedPage>
  )
}

function EndpointTable({ onAdd }: { onAdd: () => void }) {
  const { id: projectId } = useProject()
  const endpoints = useEndpoints()
  if (endpoints.length === 0) {
    return (
      <Empty
        icon={<Webhook aria-hidden="true" />}
        title="No endpoints yet"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add endpoint
          </Button>
        }
      >
        An endpoint is a URL on your server. Latchkey sends it a signed message when someone signs up, joins a team or
        is deleted. Failed messages are retried for a day.
      </Empty>
    )
  }
  const columns: Column<Endpoint>[] = [
    {
      id: 'url',
      header: 'Endpoint',
      cell: (endpoint) => (
        <>
          <Link
            className="ui-row-link ui-truncate"
            to="/projects/$projectId/webhooks/$endpointId"
            params={{ projectId, endpointId: endpoint.id }}
          >
            {endpoint.url}
          </Link>
          {endpoint.description && (
            <div className="ui-caption ui-truncate">
              <bdi>{endpoint.description}</bdi>
            </div>
          )}
        </>
      ),
    },
    { id: 'status', header: 'Status', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    { id: 'events', header: 'Events', priority: 'low', cell: (endpoint) => eventsTextOf(endpoint) },
    { id: 'failures', header: 'Failed', priority: 'medium', cell: (endpoint) => <FailureRate endpoint={endpoint} /> },
    {
      id: 'added',
      header: 'Added',
      priority: 'low',
      cell: (endpoint) => <Time date={endpoint.created_at_millis} />,
    },
  ]
  return <Table label="Endpoints" columns={columns} rows={endpoints} getId={({ id }) => id} isLinked />
}
