import type { BodyOf } from '../data/call.ts'
import { useApi, useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Card } from '../ui/page.tsx'

type Change = BodyOf<'PATCH /teams/{team_id}/required-connection'>

/** Whether members of the team sign in only with its connection. */
export function RequiredCard({ teamId }: { teamId: string }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const params = { team_id: teamId }
  const { is_required, unready_members, unready_count } = useData('GET /teams/{team_id}/required-connection', {
    params,
  })
  const save = (body: Change) => change('PATCH /teams/{team_id}/required-connection', { params, body })
  const others = unready_count - unready_members.length
  return (
    <Card
      title="Only through the provider"
      description="No password, code, passkey, other provider or API key from before works for members, and their other sessions end."
    >
      <div className="ui-row" data-gap="large">
        <p>{is_required ? 'Members sign in only with a connection of the team.' : 'Members may sign in in any way.'}</p>
        {is_required ? (
          <Button
            isBusy={isBusy}
            onClick={() => void run(() => save({ is_required: false }), { done: 'Members may sign in in any way.' })}
          >
            Turn off
          </Button>
        ) : (
          <DialogButton dialog={(close) => <RequireDialog save={save} onClose={close} />}>Turn on</DialogButton>
        )}
      </div>
      {!is_required && unready_count > 0 && (
        <p className="ui-hint">
          Not possible yet: {unready_members.map((member) => nameOf({ ...member, is_anonymous: false })).join(', ')}
          {others > 0 && ` and ${others} more`} could not sign in with a connection. They need a verified address in a
          proven domain, or have to sign in with it once.
        </p>
      )}
    </Card>
  )
}

function RequireDialog({ save, onClose }: { save: (body: Change) => Promise<unknown>; onClose: () => void }) {
  const form = useForm({
    initial: { breakGlass: undefined as User | undefined },
    submit: ({ breakGlass }) => save({ is_required: true, ...(breakGlass && { break_glass_user_id: breakGlass.id }) }),
    refusal: 'breakGlass',
    done: () => 'Members sign in only through the provider.',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Let members sign in only through the provider?"
      description="Everybody who did not sign in with a connection of the team is signed out."
      action="Turn on"
      isDanger
      onClose={onClose}
    >
      <UserPicker
        label="Member for emergencies (optional)"
        hint="May also sign in with password and second factor, in case the provider fails. Each such sign-in is mailed to whoever manages the connections."
        {...form.pick('breakGlass')}
      />
    </FormDialog>
  )
}
