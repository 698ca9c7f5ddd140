import { type AdminEmailDraft, KnownErrors, type ServerUser } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { IconButton } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

interface SendDialogProps {
  draft: AdminEmailDraft
  onClose: () => void
}

/** Asks for recipients and time. */
export function SendDialog({ draft, onClose }: SendDialogProps) {
  const { id: projectId } = useProject()
  const stores = useStores()
  const [isToAll, setIsToAll] = useState(false)
  const [users, setUsers] = useState<readonly ServerUser[]>([])
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState<'nobody' | 'past' | 'server'>()
  const { isBusy, run } = useAction()
  const send = async () => {
    const at = time ? new Date(time).getTime() : undefined
    if (!isToAll && users.length === 0) return setProblem('nobody')
    if (at !== undefined && at <= Date.now()) return setProblem('past')
    setProblem(undefined)
    await run(async () => {
      try {
        await stores.call('POST /emails/send-email', {
          body: {
            draft_id: draft.id,
            ...(isToAll ? { all_users: true as const } : { user_ids: users.map(({ id }) => id) }),
            ...(at !== undefined && { scheduled_at_millis: at }),
          },
        })
      } catch (error) {
        if (!KnownErrors.RequiresCustomEmailServer.isInstance(error)) throw error
        return setProblem('server')
      }
      await Promise.all([stores.refresh('email-sends/'), stores.emailDrafts.load()])
      toast(at === undefined ? 'The email is being sent.' : 'The email is scheduled.')
      onClose()
    })
  }
  const reachable = users.filter(({ primaryEmail }) => primaryEmail).length
  return (
    <FormDialog
      title={`Send “${draft.displayName}”`}
      onClose={onClose}
      onSubmit={() => void send()}
      action={time ? 'Schedule' : 'Send now'}
      isBusy={isBusy}
    >
      {problem === 'server' && (
        <p className="ui-notice" role="alert">
          The shared email server only sends built-in emails.{' '}
          <Link to="/projects/$projectId/emails/server" params={{ projectId }}>
            Set up your own email server
          </Link>{' '}
          first.
        </p>
      )}
      <fieldset className="ui-choices">
        <legend className="ui-label">To</legend>
        <Choice type="radio" name="to" label="Selected users" checked={!isToAll} onChange={() => setIsToAll(false)} />
        <Choice
          type="radio"
          name="to"
          label="All users"
          hint="Except users who unsubscribed from this kind of email."
          checked={isToAll}
          onChange={() => setIsToAll(true)}
        />
      </fieldset>
      {isToAll ? (
        <Boundary skeleton={<Skeleton width={160} />}>
          <AllCount />
        </Boundary>
      ) : (
        <>
          <UserPicker
            label="Add users"
            error={problem === 'nobody' ? 'Choose at least one user.' : undefined}
            without={new Set(users.map(({ id }) => id))}
            picked={undefined}
            onPick={(user) => user && setUsers([...users, user])}
          />
          {users.length > 0 && (
            <ul className="emails-picked" aria-label="Selected users">
              {users.map((user) => (
                <li key={user.id}>
                  <bdi className="ui-truncate">{nameOf(user)}</bdi>
                  {!user.primaryEmail && <span className="ui-muted">no email address</span>}
                  <IconButton
                    size="small"
                    label={`Remove ${nameOf(user)}`}
                    icon={<X />}
                    onClick={() => setUsers(users.filter(({ id }) => id !== user.id))}
                  />
                </li>
              ))}
            </ul>
          )}
          <p className="ui-caption" aria-live="polite">
            {reachable === 1 ? '1 recipient' : `${reachable} recipients`}
          </p>
        </>
      )}
      <TextField
        label="When (optional)"
        type="datetime-local"
        hint="Leave empty to send now. Times are in your time zone."
        error={problem === 'past' ? 'This time is in the past.' : undefined}
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
    </FormDialog>
  )
}

function AllCount() {
  const stores = useStores()
  const { reachable_count, user_count } = useData(
    stores.cached('users/email-recipients', () => stores.call('GET /internal/email-recipients')),
  )
  const without = user_count - reachable_count
  return (
    <p className="ui-caption">
      {reachable_count.toLocaleString('en')} {reachable_count === 1 ? 'recipient' : 'recipients'}
      {without > 0 && `; ${without.toLocaleString('en')} without an email address`}
    </p>
  )
}
