import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useAll, useApi, useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Card, Facts, none, Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { formatTime, Time } from '../ui/time.tsx'
import { findGroupProblem, GroupFields, trimGroups } from './group-fields.tsx'

type Directory = RowOf<'GET /directories'>
type Operation = RowOf<'GET /directories/{directory_id}/operations'>

const overlapMillis = 86_400_000

/** How the identity provider of a company adds and removes the members of its team, by SCIM. */
export function DirectoryCard({ teamId }: { teamId: string }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const [token, setToken] = useState<string>()
  const [directory] = useAll('GET /directories', { query: { team_id: teamId } })
  const create = () =>
    run(async () => setToken((await change('POST /directories', { body: { team_id: teamId } })).token))
  return (
    <>
      {directory ? (
        <FoundDirectory directory={directory} onToken={setToken} />
      ) : (
        <Card
          title="Directory"
          description="Through SCIM, the identity provider adds people to the team, assigns roles by group and removes people who leave."
          actions={
            <Button icon={<Plus />} isBusy={isBusy} onClick={() => void create()}>
              Create directory
            </Button>
          }
        />
      )}
      {token && <TokenDialog token={token} onClose={() => setToken(undefined)} />}
    </>
  )
}

function FoundDirectory({ directory, onToken }: { directory: Directory; onToken: (token: string) => void }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const params = { directory_id: directory.id }
  const rotate = () =>
    run(async () => {
      const body = { old_token_expires_at_millis: Date.now() + overlapMillis }
      const next = await change('POST /directories/{directory_id}/rotate-token', { params, body })
      onToken(next.token)
    })
  const { user_count, deactivated_user_count: gone, group_count, last_used_at_millis: used } = directory
  const ending = directory.tokens.find(({ expires_at_millis }) => expires_at_millis !== null)
  return (
    <>
      <Card
        title="Directory"
        description="The identity provider adds and removes team members through SCIM."
        actions={
          <span className="ui-row">
            <Button size="small" icon={<RefreshCw />} isBusy={isBusy} onClick={() => void rotate()}>
              New token
            </Button>
            <DialogButton
              size="small"
              variant="danger"
              icon={<Trash2 />}
              dialog={(close) => (
                <ConfirmDialog
                  title="Delete the directory?"
                  description="Its token stops working. Members stay in the team and keep their permissions, and people it deactivated can rejoin."
                  action="Delete directory"
                  run={() => change('DELETE /directories/{directory_id}', { params })}
                  done="The directory was deleted."
                  onClose={close}
                />
              )}
            >
              Delete
            </DialogButton>
          </span>
        }
      >
        <Facts
          facts={[
            [
              'SCIM address',
              <div key="url" className="connections-values">
                <CopyableId id={directory.url} name="SCIM address" />
              </div>,
            ],
            ['Last used', used ? <Time key="used" date={used} /> : 'never'],
            ['Users', gone > 0 ? `${user_count}, and ${gone} deactivated` : user_count],
            ['Groups', group_count],
          ]}
        />
        {ending && (
          <p className="ui-hint">
            The earlier token (ending in {ending.last_four}) works until {formatTime(ending.expires_at_millis!)}.
          </p>
        )}
      </Card>
      <DirectoryRoles directory={directory} />
      <Operations directoryId={directory.id} />
    </>
  )
}

function DirectoryRoles({ directory }: { directory: Directory }) {
  const { saveAt } = useApi()
  const permissionIds = useAll('GET /team-permission-definitions').map(({ id }) => id)
  const params = { directory_id: directory.id }
  const draft = useDraft(
    { groups: directory.roles },
    {
      revision: directory.revision,
      save: (_, { groups }, revision) =>
        saveAt(revision)('PATCH /directories/{directory_id}', { params, body: { roles: trimGroups(groups) } }),
      check: ({ groups }) => ({ groups: findGroupProblem(groups) }),
      isCheckedOnSave: true,
      done: 'The roles of the directory were saved.',
    },
  )
  return (
    <SaveCard
      title="Roles of the directory"
      description="Members of a group have its permissions for as long as they are in it."
      {...draft.bar}
    >
      <GroupFields
        groups={draft.values.groups}
        permissionIds={permissionIds}
        error={draft.errorOf('groups')}
        onChange={(groups) => draft.change({ groups })}
      />
    </SaveCard>
  )
}

function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      title="Save the token now"
      description="Enter it at the identity provider, together with the SCIM address. It is not shown again."
      isPersistent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      }
    >
      <div className="connections-values">
        <CopyableId id={token} name="token" />
      </div>
    </Dialog>
  )
}

const sentences: Record<Operation['action'], string> = {
  'user.created': 'Added a user',
  'user.joined': 'Added an existing user',
  'user.updated': 'Changed a user',
  'user.deactivated': 'Deactivated a user',
  'user.reactivated': 'Activated a user again',
  'user.deleted': 'Removed a user',
  'group.created': 'Added a group',
  'group.updated': 'Changed a group',
  'group.deleted': 'Removed a group',
  'request.refused': 'Was refused',
}

const columns: Column<Operation>[] = [
  {
    id: 'action',
    header: 'What',
    cell: ({ action, details }) => (
      <>
        {sentences[action]}
        {details && <div className="ui-caption connections-details">{details}</div>}
      </>
    ),
  },
  {
    id: 'subject',
    header: 'Who',
    cell: ({ subject }) => (subject === null ? none : <bdi className="connections-details">{subject}</bdi>),
  },
  { id: 'when', header: 'When', priority: 'medium', cell: ({ happened_at_millis: at }) => <Time date={at} /> },
]

/** The last hundred. */
function Operations({ directoryId }: { directoryId: string }) {
  const { items } = useData('GET /directories/{directory_id}/operations', { params: { directory_id: directoryId } })
  if (items.length === 0) return null
  return (
    <Section title="What the directory did" description="The last hundred operations.">
      <Table label="Operations of the directory" columns={columns} rows={items} />
    </Section>
  )
}
