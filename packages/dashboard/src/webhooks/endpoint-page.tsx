import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, Pencil, Power, Send, Trash2, TriangleAlert, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useItemCrumb } from '../parts/breadcrumbs.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { MissingPage } from '../parts/detail-page.tsx'
import { useProjectNavigate } from '../parts/links.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Allowed, Locked } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { formatTime } from '../ui/time.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { type Endpoint, useEndpointActions, useEndpoints, useEndpointsRevision } from './endpoints.ts'
import './webhooks.css'

const route = getRouteApi('/owner/projects/$projectId/webhooks/$endpointId')

export default function EndpointPage() {
  return (
    <Boundary skeleton={<PageSkeleton />}>
      <EndpointDetails />
    </Boundary>
  )
}

function EndpointDetails() {
  const { endpointId } = route.useParams()
  const endpoint = useEndpoints().find(({ id }) => id === endpointId)
  return endpoint ? <FoundEndpoint key={endpointId} endpoint={endpoint} /> : <MissingEndpoint />
}

function MissingEndpoint() {
  return <MissingPage noun="endpoint" list="/projects/$projectId/webhooks" icon={<Webhook />} />
}

function FoundEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const list = useList(route.useSearch(), route.useNavigate())
  const navigate = useProjectNavigate()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const { update, remove, sendTest } = useEndpointActions(endpoint.id)
  const { isBusy, run } = useAction()
  const revision = useEndpointsRevision()
  const name = nameOf(endpoint.url)
  useItemCrumb(name)
  const setEnabled = (is_enabled: boolean) =>
    void run(() => update({ is_enabled }, revision), {
      done: is_enabled ? 'The endpoint is enabled.' : 'The endpoint is disabled. New events are not sent to it.',
      undo: (saved) => update({ is_enabled: !is_enabled }, saved.revision),
    })
  const close = () => setOpen(undefined)
  return (
    <Page
      title={name}
      documentTitle={`${name} · Webhooks`}
      description={<EndpointStatus endpoint={endpoint} />}
      actions={
        <Allowed to="settings">
          <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} variant="secondary" />}>
            <MenuItem icon={<Pencil />} onSelect={() => setOpen('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon={<Power />} onSelect={() => setEnabled(!endpoint.is_enabled)}>
              {endpoint.is_enabled ? 'Disable' : 'Enable'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} isDanger onSelect={() => setOpen('delete')}>
              Delete
            </MenuItem>
          </Menu>
          {endpoint.is_enabled ? (
            <Button
              variant="primary"
              icon={<Send />}
              isBusy={isBusy}
              onClick={() => void run(sendTest, { done: 'A test message is on its way.' })}
            >
              Send test
            </Button>
          ) : (
            <Button variant="primary" icon={<Power />} isBusy={isBusy} onClick={() => setEnabled(true)}>
              Enable
            </Button>
          )}
        </Allowed>
      }
    >
      <Problem endpoint={endpoint} />
      <Locked to="settings">
        <EndpointCard endpoint={endpoint} onEdit={() => setOpen('edit')} />
      </Locked>
      <Boundary skeleton={<TableSkeleton />}>
        <DeliveryTable endpoint={endpoint} list={list} />
      </Boundary>
      <Allowed to="settings">
        {open === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} onSaved={close} />}
        {open === 'delete' && (
          <ConfirmDialog
            title="Delete this endpoint?"
            description="It receives no more messages, and its delivery log is deleted. This cannot be undone."
            action="Delete endpoint"
            name={name}
            run={remove}
            done="The endpoint was deleted."
            onClose={close}
            onDone={() => void navigate({ to: '/projects/$projectId/webhooks' })}
          />
        )}
      </Allowed>
    </Page>
  )
}

/** Puts the distinctive part first, because long URLs are truncated. */
const nameOf = (url: string) => url.replace(/^https?:\/\//i, '')

function Problem({ endpoint: { disabled_reason, failing_since_millis, is_enabled } }: { endpoint: Endpoint }) {
  if (is_enabled && !failing_since_millis) return null
  if (!is_enabled && !disabled_reason) return null
  return (
    <div className="ui-banner ui-lock" data-tone="danger" role="status">
      <TriangleAlert />
      <span>
        {disabled_reason === 'gone' &&
          'The endpoint responded with 410 Gone, so it was disabled. Enable it once your server is ready.'}
        {disabled_reason === 'failing' &&
          'Every delivery failed for a day, so the endpoint was disabled. Enable it once your server is ready, and retry the failed messages.'}
        {is_enabled && failing_since_millis && (
          <>
            Every delivery has failed since {formatTime(failing_since_millis)}. Check the responses below, and retry
            after fixing the problem.
          </>
        )}
      </span>
    </div>
  )
}
