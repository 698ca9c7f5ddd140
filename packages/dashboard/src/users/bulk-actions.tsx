import { KnownError } from '@latchkey/react'
import { Suspense, useState } from 'react'
import { useStores } from '../data/owner.ts'
import { TeamPicker } from '../people/team-picker.tsx'
import { SelectField, TextArea } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { dayMillis, lengths } from './restriction.tsx'
import { type ListedUser, nameOfListed } from './user-list.ts'

export type BulkAction = 'delete' | 'restrict' | 'revoke-sessions' | 'add-to-team'

interface BulkActionDialogProps {
  action: BulkAction
  users: readonly ListedUser[]
  onClose: () => void
  onFinish: (failed: readonly ListedUser[]) => void
}

export function BulkActionDialog({ action, ...props }: BulkActionDialogProps) {
  const ActionDialog = dialogs[action]
  const [first] = props.users
  const who =
    props.users.length === 1 && first ? nameOfListed(first) : `${props.users.length.toLocaleString('en')} users`
  return <ActionDialog {...props} who={who} />
}

type DialogProps = Omit<BulkActionDialogProps, 'action'> & { who: string }

const dialogs: Record<BulkAction, (props: DialogProps) => React.ReactNode> = {
  delete: DeleteDialog,
  restrict: RestrictDialog,
  'revoke-sessions': RevokeDialog,
  'add-to-team': TeamDialog,
}

function DeleteDialog({ who, ...props }: DialogProps) {
  const { call } = useStores()
  const isOne = props.users.length === 1
  return (
    <BulkDialog
      {...props}
      title={`Delete ${who}?`}
      description="This permanently deletes accounts, sessions, API keys and team memberships."
      action={isOne ? 'Delete user' : `Delete ${who}`}
      isDanger
      confirmation={isOne ? undefined : who}
      work={({ id }) => call('DELETE /users/{user_id}', { params: { user_id: id } })}
      done={isOne ? `${who} was deleted.` : `${who} were deleted.`}
    />
  )
}

function RestrictDialog({ who, ...props }: DialogProps) {
  const { call } = useStores()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState(0)
  const [hasTried, setHasTried] = useState(false)
  const problem = reason.trim() ? undefined : 'Enter a reason. Only owners can see it.'
  return (
    <BulkDialog
      {...props}
      title={`Restrict ${who}?`}
      description="This signs the users out everywhere, blocks sign-in and disables their API keys. Nothing is deleted."
      action={props.users.length === 1 ? 'Restrict user' : `Restrict ${who}`}
      isDanger
      check={() => {
        setHasTried(true)
        return problem === undefined
      }}
      work={({ id }) => {
        const until_millis = days ? Date.now() + days * dayMillis : null
        const body = { reason: reason.trim(), until_millis }
        return call('PUT /users/{user_id}/restriction', { params: { user_id: id }, body })
      }}
      done={props.users.length === 1 ? `${who} is restricted.` : `${who} are restricted.`}
    >
      <TextArea
        label="Reason"
        hint="Only owners can see it."
        error={hasTried ? problem : undefined}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <SelectField label="Duration" value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {lengths.map(({ days: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </BulkDialog>
  )
}

function RevokeDialog({ who, ...props }: DialogProps) {
  const { call } = useStores()
  const revoke = async (user_id: string) => {
    // Sessions that start during this loop are not revoked.
    const { items } = await call('GET /auth/sessions', { query: { user_id } })
    for (const { id } of items) await call('DELETE /auth/sessions/{id}', { params: { id }, query: { user_id } })
  }
  return (
    <BulkDialog
      {...props}
      title={`Revoke the sessions of ${who}?`}
      description="This signs the users out on all devices. They can sign in again."
      action="Revoke sessions"
      isDanger
      work={({ id }) => revoke(id)}
      done={`The sessions of ${who} were revoked.`}
    />
  )
}

function TeamDialog({ who, ...props }: DialogProps) {
  const { call } = useStores()
  const [teamId, setTeamId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const add = async (user_id: string) => {
    const params = { team_id: teamId!, user_id }
    await call('POST /team-memberships/{team_id}/{user_id}', { params, body: {} }).catch((error: unknown) => {
      if (!KnownError.isKnownError(error) || error.errorCode !== 'TEAM_MEMBERSHIP_ALREADY_EXISTS') throw error
    })
  }
  return (
    <BulkDialog
      {...props}
      title={`Add ${who} to a team`}
      description="New members get the default member permissions."
      action="Add to team"
      check={() => {
        setHasTried(true)
        return teamId !== undefined
      }}
      work={({ id }) => add(id)}
      done={props.users.length === 1 ? `${who} is now a member.` : `${who} are now members.`}
    >
      <Suspense fallback={<Skeleton height={60} />}>
        <TeamPicker
          label="Team"
          picked={teamId}
          onPick={setTeamId}
          error={hasTried && !teamId ? 'Choose a team.' : undefined}
        />
      </Suspense>
    </BulkDialog>
  )
}
