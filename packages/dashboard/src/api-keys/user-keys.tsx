import { type RowOf, useApi, useData } from '../data/data.ts'
import { usePages } from '../data/use-list.ts'
import { findInvalidity, LastUse, RevokeButton, State } from '../parts/owned-keys.tsx'
import { Allowed } from '../parts/role.tsx'
import { SubjectName } from '../people/subject-name.tsx'
import { namesFrom } from '../people/subjects.ts'
import { Section } from '../ui/page.tsx'
import { Paging, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Key = RowOf<'GET /internal/user-and-team-api-keys'>

/** The API keys of all users and teams. Without any there is nothing to show. */
export function UserKeys() {
  const { cursor, paging } = usePages('')
  const { items, pagination, subjects } = useData('GET /internal/user-and-team-api-keys', {
    query: cursor ? { cursor } : {},
  })
  const names = namesFrom(subjects)
  const revoke = useRevoke()
  if (items.length === 0 && !cursor) return null
  return (
    <Section title="Keys of users and teams">
      <Table
        label="Keys of users and teams"
        rows={items}
        actions={(key) =>
          !findInvalidity(key) && (
            <Allowed to="accounts">
              <RevokeButton of={key} revoke={() => revoke(key)} />
            </Allowed>
          )
        }
        actionsWidth={112}
        columns={[
          { id: 'name', header: 'Name', cell: (key) => <strong>{key.description || 'Unnamed'}</strong> },
          { id: 'holder', header: 'Belongs to', cell: (key) => <SubjectName of={holderOf(key)} names={names} /> },
          { id: 'state', header: 'Status', priority: 'medium', cell: (key) => <State of={key} /> },
          { id: 'key', header: 'Key', priority: 'low', cell: (key) => <code>…{key.value.last_four}</code> },
          {
            id: 'used',
            header: 'Last used',
            priority: 'medium',
            cell: (key) => <LastUse at={key.last_used_at_millis} />,
          },
          { id: 'created', header: 'Created', priority: 'low', cell: (key) => <Time date={key.created_at_millis} /> },
        ]}
      />
      <Paging count={items.length} nouns={['key', 'keys']} {...paging(pagination.next_cursor)} />
    </Section>
  )
}

const holderOf = (key: Key) =>
  key.type === 'user' ? ({ type: 'user', id: key.user_id } as const) : ({ type: 'team', id: key.team_id } as const)

function useRevoke() {
  const { change } = useApi()
  const body = { revoked: true } as const
  return (key: Key) =>
    key.type === 'user'
      ? change('PATCH /user-api-keys/{id}', { params: { id: key.id }, query: { user_id: key.user_id }, body })
      : change('PATCH /team-api-keys/{id}', { params: { id: key.id }, query: { team_id: key.team_id }, body })
}
