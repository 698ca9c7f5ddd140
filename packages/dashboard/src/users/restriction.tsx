import { Ban, ShieldOff } from 'lucide-react'
import { useApi, useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { formatDay } from '../ui/time.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

export const useRestriction = (user: User) =>
  useData('GET /users/{user_id}/restriction', { params: { user_id: user.id } })

/** A notice above the page with the reason and end of the restriction. */
export function RestrictionNotice({ user }: { user: User }) {
  const { is_restricted, reason, message, until_millis } = useRestriction(user)
  const { change } = useApi()
  const { isBusy, run } = useAction()
  if (!is_restricted) return null
  const lift = () => change('DELETE /users/{user_id}/restriction', { params: { user_id: user.id } })
  return (
    <div className="ui-banner ui-notice" data-tone="danger" role="status">
      <Ban />
      <span>
        <strong>This user is restricted</strong>{' '}
        {until_millis === null ? 'indefinitely' : `until ${formatDay(until_millis)}`}
        {reason && `: ${reason}`}
        {message && <> The user is told: “{message}”</>}
      </span>
      <Button size="small" isBusy={isBusy} onClick={() => void run(lift, { done: 'The restriction was lifted.' })}>
        Lift
      </Button>
    </div>
  )
}

export function RestrictButton({ user }: { user: User }) {
  const { is_restricted } = useRestriction(user)
  if (is_restricted) return null
  return (
    <DialogButton
      icon={<ShieldOff />}
      dialog={(close) => <RestrictDialog users={[user]} who={nameOf(user)} onClose={close} />}
    >
      Restrict
    </DialogButton>
  )
}
