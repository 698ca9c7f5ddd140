import { X } from 'lucide-react'
import { useApi, useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { IconButton } from '../ui/button.tsx'
import { FormDialog, useConfirmation } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import type { Draft } from './sources.ts'

interface SendDialogProps {
  draft: Draft
  onClose: () => void
}

const timeOf = (text: string) => (text ? new Date(text).getTime() : undefined)

/** More recipients than this need a typed confirmation. */
const manyRecipients = 100

/** Asks for recipients and time. */
export function SendDialog({ draft, onClose }: SendDialogProps) {
  const { change } = useApi()
  const all = useData('GET /internal/email-recipients')
  const form = useForm({
    initial: { isToAll: false, users: [] as readonly User[], time: '' },
    check: ({ isToAll, users, time }) => {
      if (!isToAll && users.length === 0) return { users: 'Choose at least one user.' }
      return { time: (timeOf(time) ?? Number.POSITIVE_INFINITY) > Date.now() ? undefined : 'This time is in the past.' }
    },
    submit: ({ isToAll, users, time }) => {
      const to = isToAll ? { all_users: true as const } : { user_ids: users.map(({ id }) => id) }
      const body = { draft_id: draft.id, ...to, scheduled_at_millis: timeOf(time) }
      return change('POST /emails/send-email', { body })
    },
    done: ({ time }) => (time ? 'The email is scheduled.' : 'The email is being sent.'),
    onDone: onClose,
  })
  const { isToAll, users, time } = form.values
  const setUsers = (next: readonly User[]) => form.change({ users: next })
  const count = isToAll ? all.reachable_count : users.filter(({ primary_email }) => primary_email).length
  const without = all.user_count - all.reachable_count
  const confirmation = useConfirmation(count > manyRecipients ? draft.display_name : undefined)
  return (
    <FormDialog
      {...form.dialog}
      title={`Send “${draft.display_name}”`}
      onClose={onClose}
      action={time ? 'Schedule' : 'Send now'}
      isDisabled={!confirmation.isGiven}
    >
      <fieldset className="ui-choices">
        <legend className="ui-label">To</legend>
        <Choice label="Selected users" {...form.option('isToAll', false)} />
        <Choice
          label="All users"
          hint="Except users who unsubscribed from this kind of email."
          {...form.option('isToAll', true)}
        />
      </fieldset>
      {!isToAll && (
        <>
          <UserPicker
            label="Add users"
            error={form.errorOf('users')}
            without={new Set(users.map(({ id }) => id))}
            picked={undefined}
            onPick={(user) => user && setUsers([...users, user])}
          />
          {users.length > 0 && (
            <ul className="ui-list emails-picked" aria-label="Selected users">
              {users.map((user) => (
                <li key={user.id}>
                  <bdi className="ui-truncate">{nameOf(user)}</bdi>
                  {!user.primary_email && <span className="ui-muted">no email address</span>}
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
        </>
      )}
      <p className="ui-caption" aria-live="polite">
        {count.toLocaleString('en')} {count === 1 ? 'recipient' : 'recipients'}
        {isToAll && without > 0 && `; ${without.toLocaleString('en')} without an email address`}
      </p>
      <TextField
        label="When (optional)"
        type="datetime-local"
        hint="Leave empty to send now. Times are in your time zone."
        {...form.text('time')}
      />
      {confirmation.field}
    </FormDialog>
  )
}
