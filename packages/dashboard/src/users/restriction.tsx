import type { ServerUser } from '@latchkey/react'
import { Ban, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextArea } from '../ui/field.tsx'
import { formatDay } from '../ui/time.tsx'

export const dayMillis = 86_400_000
export const lengths = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 0, label: 'Indefinitely' },
] as const

export function useRestriction(user: ServerUser) {
  const stores = useStores()
  const restriction = useData(stores.cached(`users/${user.id}/restriction`, () => user.getRestriction()))
  return { restriction, refresh: () => stores.refresh(`users/${user.id}/`) }
}

/** A notice above the page with the reason and end of the restriction. */
export function RestrictionNotice({ user }: { user: ServerUser }) {
  const { restriction, refresh } = useRestriction(user)
  const { isBusy, run } = useAction()
  if (!restriction) return null
  const { reason, until } = restriction
  return (
    <div className="ui-banner ui-notice" data-tone="danger" role="status">
      <Ban aria-hidden="true" />
      <span>
        <strong>This user is restricted</strong> {until ? `until ${formatDay(until)}` : 'indefinitely'}
        {reason && `: ${reason}`}
      </span>
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() =>
          void run(
            async () => {
              await user.unrestrict()
              await refresh()
            },
            { done: 'The restriction was lifted.' },
          )
        }
      >
        Lift
      </Button>
    </div>
  )
}

export function RestrictButton({ user }: { user: ServerUser }) {
  const { restriction, refresh } = useRestriction(user)
  const [isAsked, setIsAsked] = useState(false)
  if (restriction) return null
  return (
    <>
      <Button icon={<ShieldOff />} onClick={() => setIsAsked(true)}>
        Restrict
      </Button>
      {isAsked && <RestrictDialog user={user} onClose={() => setIsAsked(false)} onDone={refresh} />}
    </>
  )
}

interface RestrictDialogProps {
  user: ServerUser
  onClose: () => void
  onDone: () => Promise<unknown>
}

function RestrictDialog({ user, onClose, onDone }: RestrictDialogProps) {
  const [reason, setReason] = useState('')
  const [days, setDays] = useState(0)
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const problem = reason.trim() ? undefined : 'Enter a reason. Only owners can see it.'
  const restrict = async () => {
    setHasTried(true)
    if (problem) return
    const until = days ? new Date(Date.now() + days * dayMillis) : undefined
    const isDone = await run(
      async () => {
        await user.restrict({ reason: reason.trim(), ...(until && { until }) })
        await onDone()
      },
      { done: `${nameOf(user)} is restricted.` },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Restrict ${nameOf(user)}?`}
      description="This signs the user out everywhere, blocks sign-in and disables their API keys. Nothing is deleted."
      onClose={onClose}
      onSubmit={() => void restrict()}
      action="Restrict user"
      isDanger
      isBusy={isBusy}
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
    </FormDialog>
  )
}
