import { getRouteApi } from '@tanstack/react-router'
import { AppWindow } from 'lucide-react'
import { nullIf, type Reply } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { DetailPage, MissingPage } from '../parts/detail-page.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Locked } from '../parts/role.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Avatar, Badge, Card, Facts } from '../ui/page.tsx'
import { formatTime, Time } from '../ui/time.tsx'
import { ClientForm } from './client-form.tsx'
import { typeNames } from './client-types.ts'
import { useAddresses } from './provider.ts'
import { SecretsCard } from './secrets-card.tsx'

const route = getRouteApi('/owner/projects/$projectId/oauth-provider/clients/$clientId')
const kind = { noun: 'client', list: '/projects/$projectId/oauth-provider/clients' } as const

export type Client = Reply<'GET /oauth-clients/{id}'>

export default function ClientPage() {
  const { clientId } = route.useParams()
  return (
    <Boundary key={clientId} skeleton={<PageSkeleton />}>
      <ClientDetails clientId={clientId} />
    </Boundary>
  )
}

function ClientDetails({ clientId }: { clientId: string }) {
  const request = { params: { id: clientId } }
  const client = useLoaded('GET /oauth-clients/{id}', request, (call) =>
    call('GET /oauth-clients/{id}', request).catch(nullIf('OAUTH_CLIENT_NOT_FOUND', 'SCHEMA_ERROR')),
  )
  return client ? <FoundClient client={client} /> : <MissingPage {...kind} icon={<AppWindow />} />
}

function FoundClient({ client }: { client: Client }) {
  const { change } = useApi()
  const { id, display_name: name, type } = client
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
          {client.is_self_registered && <Badge>Registered itself</Badge>}
        </>
      }
      dates={`Registered ${formatTime(client.created_at_millis)}`}
      deletion={{
        description:
          client.user_count === 0
            ? 'It can no longer get tokens. This cannot be undone.'
            : `It loses access to ${countUsers(client.user_count)} immediately. This cannot be undone.`,
        confirmation: name,
        run: () => change('DELETE /oauth-clients/{id}', { params: { id } }),
      }}
    >
      <div className="ui-stack" data-gap="large">
        <Status client={client} />
        <Locked to="settings">
          <ClientForm client={client} />
          {(type === 'web' || type === 'machine') && <SecretsCard client={client} />}
        </Locked>
      </div>
    </DetailPage>
  )
}

const countUsers = (count: number) =>
  count >= 1_000 ? 'more than 1,000 users' : count === 1 ? 'one user' : `${count} users`

function Status({ client }: { client: Client }) {
  const { issuer } = useAddresses()
  const { user_count: users, last_used_at_millis: used, expires_at_millis: expires, type } = client
  return (
    <Card title="Status">
      <Facts
        facts={[
          ['Issuer', <CopyableId key="issuer" id={issuer} name="issuer" />],
          ...(type === 'machine' ? [] : [['Users with access', users >= 1_000 ? '1,000+' : users] as const]),
          ['Last used', used ? <Time key="used" date={used} /> : 'never'],
          ...(expires ? [['Deleted unless it is used before', <Time key="expires" date={expires} />] as const] : []),
        ]}
      />
    </Card>
  )
}
