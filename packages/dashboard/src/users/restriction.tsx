import { Ban, ShieldOff } from 'lucide-react'
import { Suspense } from 'react'
import { nameActor } from '../audit-log/sentence.tsx'
import { useApi, useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { ErrorHidden } from '../error-hidden.tsx'
import { Allowed } from '../parts/role.tsx'
import { namesFrom } from '../people/subjects.ts'
import { nameOf } from '../people/user-name.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { formatDay, formatTime } from '../ui/time.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

export const useRestriction = (user: User) =>
  useData('GET /users/{user_id}/restriction', { params: { user_id: user.id } })

/** A notice above the page with the reason and end of the restriction. */
export function RestrictionNotice({ user }: { user: User }) {
  const { is_restricted, reason, message, restricted_at_millis, until_millis } = useRestriction(user)
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
        <br />
        <span className="ui-muted">
          Restricted {restricted_at_millis && formatTime(restricted_at_millis)}
          <ErrorHidden>
            <Suspense>
              <RestrictedBy user={user} />
            </Suspense>
          </ErrorHidden>
        </span>
      </span>
      <Allowed to="users">
        <Button size="small" isBusy={isBusy} onClick={() => void run(lift, { done: 'The restriction was lifted.' })}>
          Lift
        </Button>
      </Allowed>
    </div>
  )
}

/** The audit log knows who, as long as it keeps the entry. */
function RestrictedBy({ user }: { user: User }) {
  const query = { target_id: user.id, action: 'user.restricted', limit: 1 }
  const { items, subjects } = useData('GET /internal/audit-entries', { query })
  return items[0] ? <bdi> by {nameActor(items[0], namesFrom(subjects))}</bdi> : null
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
