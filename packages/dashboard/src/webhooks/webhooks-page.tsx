import { Plus, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProject } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { RowLink, useProjectNavigate } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { settings } from '../settings.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
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
  const navigate = useProjectNavigate()
  const [added, setAdded] = useState<{ id: string; secret: string }>()
  useScrollToPart()
  return (
    <LockedPage
      changes="settings"
      title="Webhooks"
      description="Notify your servers about users, teams, sessions, API keys, purchases and emails."
      actions={!settings.hasWebhookService && <AddEndpoint icon={<Plus />} onAdded={setAdded} />}
    >
      {settings.hasWebhookService ? (
        <Empty icon={<Webhook />} title="Svix delivers the webhooks of this server">
          Manage endpoints, secrets and deliveries in the Svix dashboard. This project is the application{' '}
          <code>{projectId}</code>.
        </Empty>
      ) : (
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <EndpointTable onAdded={setAdded} />
        </Boundary>
      )}
      <EventReference />
      {added && (
        <SecretDialog
          title="Endpoint added"
          secret={added.secret}
          isNew
          onClose={() => {
            setAdded(undefined)
            void navigate({ to: '/projects/$projectId/webhooks/$endpointId', params: { endpointId: added.id } })
          }}
        />
      )}
    </LockedPage>
  )
}

interface AddEndpointProps {
  icon?: ReactNode
  onAdded: (endpoint: { id: string; secret: string }) => void
}

function AddEndpoint({ icon, onAdded }: AddEndpointProps) {
  return (
    <DialogButton
      variant="primary"
      icon={icon}
      dialog={(close) => (
        <EndpointDialog
          onClose={close}
          onSaved={(endpoint) => {
            close()
            if ('secret' in endpoint) onAdded(endpoint)
          }}
        />
      )}
    >
      Add endpoint
    </DialogButton>
  )
}

function EndpointTable({ onAdded }: Pick<AddEndpointProps, 'onAdded'>) {
  const endpoints = useEndpoints()
  if (endpoints.length === 0) {
    return (
      <Empty icon={<Webhook />} title="No endpoints yet" action={<AddEndpoint onAdded={onAdded} />}>
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
          <RowLink
            className="ui-row-link ui-truncate"
            to="/projects/$projectId/webhooks/$endpointId"
            params={{ endpointId: endpoint.id }}
          >
            {endpoint.url}
          </RowLink>
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
  return <Table label="Endpoints" columns={columns} rows={endpoints} />
}
