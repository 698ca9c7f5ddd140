import { type RowOf, useAll, useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { nameOf } from '../people/user-name.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Grant = RowOf<'GET /oauth-provider/grants'>

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** The apps and agents that the user has given access to the account. */
export function AppsCard({ user }: { user: User }) {
  const grants = useAll('GET /oauth-provider/grants', { query: { user_id: user.id, limit: 200 } })
  const { change } = useApi()
  const params = { user_id: user.id }
  return (
    <Section
      title="Apps and agents"
      actions={
        grants.length > 0 && (
          <DialogButton
            variant="danger"
            size="small"
            dialog={(close) => (
              <ConfirmDialog
                title={`End all access to the account of ${nameOf(user)}?`}
                description="Apps and agents must ask the user again. Sessions are not affected."
                action="End all access"
                done="All access was ended."
                run={() => change('DELETE /oauth-provider/grants/{user_id}', { params })}
                onClose={close}
              />
            )}
          >
            End all access
          </DialogButton>
        )
      }
    >
      <Table
        label="Apps and agents"
        rows={grants}
        empty="No app or agent has access to this account."
        actions={({ id, client: { display_name } }) => (
          <DialogButton
            size="small"
            dialog={(close) => (
              <ConfirmDialog
                title={`End the access of ${display_name}?`}
                description="Its refresh tokens stop working at once. It will have to ask the user again."
                action="End access"
                done={`${display_name} no longer has access.`}
                run={() =>
                  change('DELETE /oauth-provider/grants/{user_id}/{grant_id}', { params: { ...params, grant_id: id } })
                }
                onClose={close}
              />
            )}
          >
            End access
          </DialogButton>
        )}
        columns={[
          { id: 'app', header: 'App', width: 360, cell: (grant) => <App grant={grant} /> },
          { id: 'team', header: 'Team', priority: 'low', cell: ({ team }) => team?.display_name ?? none },
          {
            id: 'created',
            header: 'Allowed',
            priority: 'low',
            cell: (grant) => <Time date={grant.created_at_millis} />,
          },
          {
            id: 'used',
            header: 'Last used',
            priority: 'medium',
            cell: ({ last_used_at_millis: at, last_used_ip_info: place }) =>
              at === null ? (
                none
              ) : (
                <>
                  <Time date={at} />
                  {place && <div className="ui-muted">{placeOf(place)}</div>}
                </>
              ),
          },
        ]}
      />
    </Section>
  )
}

function App({ grant: { client, scopes } }: { grant: Grant }) {
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <span className="ui-row">
        <bdi>{client.display_name}</bdi>
        {!client.is_verified && <Badge tone="danger">Not verified</Badge>}
      </span>
      {client.host && <div>{client.host}</div>}
      <div className="ui-muted">{listScopes(scopes)}</div>
    </div>
  )
}

const listScopes = (scopes: Grant['scopes']) => scopes.map(({ id, display_name }) => display_name ?? id).join(', ')

function placeOf({ ip, cityName, countryCode }: NonNullable<Grant['last_used_ip_info']>): string {
  return [cityName, countryCode && (countries.of(countryCode) ?? countryCode)].filter(Boolean).join(', ') || ip
}
