import { getRouteApi } from '@tanstack/react-router'
import { Building2, Power } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BodyOf, nullIf } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DetailPage, MissingPage } from '../parts/detail-page.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Locked } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Avatar, Badge, Card, Facts } from '../ui/page.tsx'
import { formatDay, formatTime, Time } from '../ui/time.tsx'
import { AttributesCard } from './attributes-card.tsx'
import { type Connection, ConnectionState, findExpiry, isComplete, typeNames } from './connection-state.tsx'
import { FailedSignIns } from './failed-sign-ins.tsx'
import { Owner } from './owner.tsx'
import { ProviderCard } from './provider-card.tsx'
import { RolesCard } from './roles-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { SetupLinkCard } from './setup-link.tsx'
import { TestCard } from './test-card.tsx'
import './connections.css'

const route = getRouteApi('/owner/projects/$projectId/connections/$connectionId')
const kind = { noun: 'connection', list: '/projects/$projectId/connections' } as const

/** Based on the revision at which editing started. */
export type UpdateConnection = (
  body: BodyOf<'PATCH /connections/{connection_id}'>,
  revision?: number,
) => Promise<unknown>

export default function ConnectionPage() {
  const { connectionId } = route.useParams()
  return (
    <Boundary key={connectionId} skeleton={<PageSkeleton />}>
      <ConnectionDetails connectionId={connectionId} />
    </Boundary>
  )
}

function ConnectionDetails({ connectionId }: { connectionId: string }) {
  const request = { params: { connection_id: connectionId } }
  const connection = useLoaded('GET /connections/{connection_id}', request, (call) =>
    call('GET /connections/{connection_id}', request).catch(nullIf('CONNECTION_NOT_FOUND', 'SCHEMA_ERROR')),
  )
  return connection ? <FoundConnection connection={connection} /> : <MissingPage {...kind} icon={<Building2 />} />
}

function FoundConnection({ connection }: { connection: Connection }) {
  const { preset } = route.useSearch()
  const navigate = route.useNavigate()
  const { call, change, saveAt, reload } = useApi()
  const { id, display_name: name, type } = connection
  const params = { connection_id: id }
  const update: UpdateConnection = (body, revision = connection.revision) =>
    saveAt(revision)('PATCH /connections/{connection_id}', { params, body })
  return (
    <DetailPage
      {...kind}
      changes="settings"
      id={id}
      name={name}
      picture={<Avatar name={name} size="large" shape="square" />}
      facts={
        <>
          <Badge>{typeNames[type]}</Badge>
          <ConnectionState connection={connection} />
        </>
      }
      dates={`Created ${formatTime(connection.created_at_millis)}`}
      actions={isComplete(connection) && <ActiveButton connection={connection} update={update} />}
      deletion={{
        description:
          'Users who signed in with it are signed out. They keep their accounts but lose this sign-in method.',
        confirmation: name,
        run: () => change('DELETE /connections/{connection_id}', { params }),
      }}
    >
      <div className="ui-stack" data-gap="large">
        <Status connection={connection} />
        <Locked to="settings">
          <SetupLinkCard connection={connection} />
          <SetupCard
            connection={connection}
            preset={preset}
            onPreset={(next) => void navigate({ search: { preset: next }, replace: true })}
          />
          <ProviderCard connection={connection} update={update} />
          {isComplete(connection) && (
            <TestCard
              connection={connection}
              begin={() => call('POST /connections/{connection_id}/test', { params, body: {} })}
              reload={reload}
              showsPermissions
            />
          )}
          <AttributesCard connection={connection} update={update} />
          {connection.team_id && <RolesCard connection={connection} update={update} />}
        </Locked>
        <FailedSignIns connectionId={id} />
      </div>
    </DetailPage>
  )
}

function ActiveButton({ connection, update }: { connection: Connection; update: UpdateConnection }) {
  const { isBusy, run } = useAction()
  const { display_name: name, last_test: test } = connection
  if (!connection.is_active) {
    return (
      <Button
        variant={test?.status === 'succeeded' ? 'primary' : undefined}
        icon={<Power />}
        isBusy={isBusy}
        onClick={() => void run(() => update({ is_active: true }), { done: `People can sign in with ${name}.` })}
      >
        Turn on
      </Button>
    )
  }
  return (
    <DialogButton
      icon={<Power />}
      dialog={(close) => (
        <ConfirmDialog
          title={`Turn off ${name}?`}
          description="Users who signed in with it are signed out, and no one can sign in with it until you turn it on again."
          action="Turn off"
          run={() => update({ is_active: false })}
          done={`${name} is off.`}
          onClose={close}
        />
      )}
    >
      Turn off
    </DialogButton>
  )
}

function Status({ connection }: { connection: Connection }) {
  const { saml, last_sign_in_at_millis: used } = connection
  const expiry = findExpiry(connection)
  const facts: [string, ReactNode][] = [
    ['For', <Owner key="owner" of={connection} />],
    ['Last sign-in', used ? <Time key="used" date={used} /> : 'never'],
  ]
  if (expiry !== undefined) facts.push(['Certificate expires', formatDay(expiry)])
  if (saml?.metadata_read_at_millis) {
    facts.push(['Metadata read', <Time key="read" date={saml.metadata_read_at_millis} />])
  }
  return (
    <Card title="Status">
      <Facts facts={facts} />
      {saml?.metadata_failing_since_millis && (
        <p className="ui-error">
          The metadata could not be read since {formatTime(saml.metadata_failing_since_millis)}. Sign-ins keep using the
          last metadata and fail once the provider changes its certificate.
        </p>
      )}
    </Card>
  )
}
