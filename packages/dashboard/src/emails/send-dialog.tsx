import { Eye, X } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { onlyGiven } from '../data/search.ts'
import { useForm } from '../data/use-form.ts'
import { useLatest } from '../data/use-latest.ts'
import { toUserFilter } from '../people/user-filter.ts'
import { FilterButton, FilterChips } from '../people/user-filters.tsx'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FormDialog, useConfirmation } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import type { UserSearch } from '../users/search.ts'
import { PreviewAs } from './preview-as.tsx'
import { TestButton } from './source-actions.tsx'
import { type Draft, sourcesOf } from './sources.ts'

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
  const form = useForm({
    initial: {
      to: 'selected' as 'selected' | 'filtered' | 'all',
      users: [] as readonly User[],
      filter: noFilter,
      time: '',
    },
    check: ({ to, users, time }) => {
      if (to === 'selected' && users.length === 0) return { users: 'Choose at least one user.' }
      return { time: (timeOf(time) ?? Number.POSITIVE_INFINITY) > Date.now() ? undefined : 'This time is in the past.' }
    },
    submit: ({ to, users, filter, time }) => {
      const content = { draft_id: draft.id, scheduled_at_millis: timeOf(time) }
      if (to === 'filtered')
        return change('POST /internal/email-sends', { body: { filter: toUserFilter(filter), ...content } })
      const whom = to === 'all' ? { all_users: true as const } : { user_ids: users.map(({ id }) => id) }
      return change('POST /emails/send-email', { body: { ...content, ...whom } })
    },
    done: ({ time }) => (time ? 'The email is scheduled.' : 'The email is being sent.'),
    onDone: onClose,
  })
  const { to, users, filter, time } = form.values
  const setUsers = (next: readonly User[]) => form.change({ users: next })
  const isPicked = to === 'selected'
  const audience = useLatest('GET /internal/email-audience', { query: to === 'filtered' ? toUserFilter(filter) : {} })
  const isCounting = !isPicked && audience.isLoading
  const { reachable_count: reachable, user_count: all = 0 } = audience.reply ?? {}
  const count = isPicked ? users.filter(({ primary_email }) => primary_email).length : reachable
  const without = isPicked || reachable === undefined ? 0 : all - reachable
  const sources = sourcesOf({ document: undefined, ...draft })
  const [isPreviewed, setIsPreviewed] = useState(false)
  const confirmation = useConfirmation(count && count > manyRecipients ? draft.display_name : undefined)
  return (
    <FormDialog
      {...form.dialog}
      title={`Send “${draft.display_name}”`}
      size={isPreviewed ? 'large' : undefined}
      onClose={onClose}
      action={time ? 'Schedule' : 'Send now'}
      isDisabled={!confirmation.isGiven || isCounting || (!isPicked && !count)}
    >
      <fieldset className="ui-choices">
        <legend className="ui-label">To</legend>
        <Choice label="Selected users" {...form.option('to', 'selected')} />
        <Choice
          label="Users who match filters"
          hint="Those who match when the email is sent or scheduled."
          {...form.option('to', 'filtered')}
        />
        <Choice
          label="All users"
          hint="Except users who unsubscribed from this kind of email."
          {...form.option('to', 'all')}
        />
      </fieldset>
      {isPicked && <PickedUsers users={users} error={form.errorOf('users')} onChange={setUsers} />}
      {to === 'filtered' && <Filters filter={filter} onChange={(next) => form.change({ filter: next })} />}
      <p className="ui-caption emails-count" aria-live="polite" aria-busy={isCounting}>
        {count === undefined
          ? isCounting
            ? 'Counting recipients…'
            : 'The recipients could not be counted. Try again later.'
          : `${count.toLocaleString('en')} ${count === 1 ? 'recipient' : 'recipients'}`}
        {without > 0 && `; ${without.toLocaleString('en')} without an email address`}
      </p>
      <div className="ui-row">
        {!isPreviewed && (
          <Button icon={<Eye />} disabled={!count} onClick={() => setIsPreviewed(true)}>
            Preview as a recipient
          </Button>
        )}
        <TestButton sources={sources} />
      </div>
      {isPreviewed && (
        <PreviewAs
          // Starts over, because the picked user may no longer be a recipient.
          key={JSON.stringify([to, filter, users.length])}
          sources={sources}
          audience={isPicked ? users : to === 'filtered' ? filter : noFilter}
        />
      )}
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

const noFilter: UserSearch = {}

/** The filters of the page of users. */
function Filters({ filter, onChange }: { filter: UserSearch; onChange: (filter: UserSearch) => void }) {
  const list = {
    search: filter,
    change: (changes: object) => void onChange(onlyGiven({ ...filter, ...changes }) as UserSearch),
  }
  return (
    <div className="ui-row emails-filters">
      <FilterChips list={list} />
      <FilterButton list={list} />
    </div>
  )
}

interface PickedUsersProps {
  users: readonly User[]
  error: string | undefined
  onChange: (users: readonly User[]) => void
}

function PickedUsers({ users, error, onChange }: PickedUsersProps) {
  return (
    <>
      <UserPicker
        label="Add users"
        error={error}
        without={new Set(users.map(({ id }) => id))}
        picked={undefined}
        onPick={(user) => user && onChange([...users, user])}
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
                onClick={() => onChange(users.filter(({ id }) => id !== user.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
