import { nullIf } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import type { Person } from '../data/rows.ts'
import { Allowed } from '../parts/role.tsx'
import { TeamPicker } from '../people/team-picker.tsx'
import { nameOf } from '../people/user-name.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

export type BulkAction = 'delete' | 'restrict' | 'revoke-sessions' | 'add-to-team'

interface BulkActionDialogProps {
  action: BulkAction
  users: readonly Person[]
  onClose: () => void
  onFinish: (failed: readonly Person[]) => void
}

export function BulkActionDialog({ action, ...props }: BulkActionDialogProps) {
  const [first] = props.users
  const who = props.users.length === 1 && first ? nameOf(first) : `${props.users.length.toLocaleString('en')} users`
  return (
    <>
      <Allowed to="users">
        {action === 'delete' && <DeleteDialog {...props} who={who} />}
        {action === 'restrict' && <RestrictDialog {...props} who={who} />}
      </Allowed>
      <Allowed to="accounts">{action === 'revoke-sessions' && <RevokeDialog {...props} who={who} />}</Allowed>
      <Allowed to="teams">{action === 'add-to-team' && <TeamDialog {...props} who={who} />}</Allowed>
    </>
  )
}

type DialogProps = Omit<BulkActionDialogProps, 'action'> & { who: string }

function DeleteDialog({ who, ...props }: DialogProps) {
  const { call } = useApi()
  const isOne = props.users.length === 1
  return (
    <BulkDialog
      {...props}
      title={`Delete ${who}?`}
      description="This permanently deletes accounts, sessions, API keys and team memberships."
      action={isOne ? 'Delete user' : `Delete ${who}`}
      isDanger
      initial={{}}
      confirmation={isOne ? undefined : who}
      work={({ id }) => call('DELETE /users/{user_id}', { params: { user_id: id } })}
      done={isOne ? `${who} was deleted.` : `${who} were deleted.`}
    />
  )
}

function RevokeDialog({ who, ...props }: DialogProps) {
  const { call } = useApi()
  return (
    <BulkDialog
      {...props}
      title={`Revoke the sessions of ${who}?`}
      description="This signs the users out on all devices, and ends the access of apps and agents to their accounts. They can sign in again."
      action="Revoke sessions"
      isDanger
      initial={{}}
      work={({ id }) => call('DELETE /auth/sessions', { query: { user_id: id } })}
      done={`The sessions of ${who} were revoked.`}
    />
  )
}

function TeamDialog({ who, ...props }: DialogProps) {
  const { call } = useApi()
  const add = (user_id: string, team_id: string) =>
    call('POST /team-memberships/{team_id}/{user_id}', { params: { team_id, user_id }, body: {} }).catch(
      nullIf('TEAM_MEMBERSHIP_ALREADY_EXISTS'),
    )
  return (
    <BulkDialog
      {...props}
      title={`Add ${who} to a team`}
      description="New members get the default member permissions."
      action="Add to team"
      initial={{ teamId: '' }}
      check={({ teamId }) => ({ teamId: teamId ? undefined : 'Choose a team.' })}
      work={({ id }, { teamId }) => add(id, teamId)}
      done={props.users.length === 1 ? `${who} is now a member.` : `${who} are now members.`}
      fields={(form) => <TeamPicker label="Team" {...form.pick('teamId')} />}
    />
  )
}
