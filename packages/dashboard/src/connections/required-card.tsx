import type { BodyOf, Reply } from '../data/call.ts'
import { useAll, useApi, useData } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import { ProjectLink } from '../parts/links.tsx'
import { PersonCard } from '../people/person-card.tsx'
import { nameOf } from '../people/user-name.ts'
import { UserPicker } from '../people/user-picker.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { Card } from '../ui/page.tsx'

type Change = BodyOf<'PATCH /teams/{team_id}/required-connection'>

/** Whether members of the team sign in only with its connection. */
export function RequiredCard({ teamId }: { teamId: string }) {
  const { saveAt } = useApi()
  const { isBusy, run } = useAction()
  const params = { team_id: teamId }
  const { is_required, unready_members, unready_count, break_glass_member, revision } = useData(
    'GET /teams/{team_id}/required-connection',
    {
      params,
    },
  )
  const [directory] = useAll('GET /directories', { query: { team_id: teamId } })
  const save = (body: Change, at = revision) =>
    saveAt(at)('PATCH /teams/{team_id}/required-connection', { params, body })
  const others = unready_count - unready_members.length
  return (
    <Card
      title="Only through the provider"
      description="No password, code, passkey, other provider or API key from before works for members, and their other sessions end."
    >
      <div className="ui-row" data-gap="large">
        <p>
          {is_required ? 'Members sign in only with a connection of the team.' : 'Members choose how they sign in.'}
        </p>
        {is_required ? (
          <Button
            isBusy={isBusy}
            onClick={() => void run(() => save({ is_required: false }), { done: 'Members choose how they sign in.' })}
          >
            Turn off
          </Button>
        ) : (
          <DialogButton dialog={(close) => <RequireDialog revision={revision} save={save} onClose={close} />}>
            Turn on
          </DialogButton>
        )}
      </div>
      {break_glass_member && (
        <p className="ui-hint">
          <MemberName member={break_glass_member} /> may also sign in with password and second factor.
        </p>
      )}
      {is_required && !directory && (
        <p className="ui-hint">
          The provider tells this server about people who leave only if there is a directory. Without one, they stay
          signed in, and their API keys work, until you remove them from the team.
        </p>
      )}
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

type Member = NonNullable<Reply<'GET /teams/{team_id}/required-connection'>['break_glass_member']>

function MemberName({ member }: { member: Member }) {
  const { user_id: id, primary_email: email } = member
  const name = nameOf({ ...member, is_anonymous: false })
  return (
    <HoverCard label={name} card={() => <PersonCard type="user" id={id} name={name} email={email} />}>
      <ProjectLink className="ui-name" to="/projects/$projectId/users/$userId" params={{ userId: id }}>
        <bdi>{name}</bdi>
      </ProjectLink>
    </HoverCard>
  )
}

interface RequireDialogProps {
  revision: number
  save: (body: Change, at: number) => Promise<unknown>
  onClose: () => void
}

function RequireDialog({ revision: loaded, save, onClose }: RequireDialogProps) {
  const form = useForm({
    initial: { breakGlass: undefined as User | undefined },
    revision: loaded,
    submit: ({ breakGlass }, revision) =>
      save({ is_required: true, ...(breakGlass && { break_glass_user_id: breakGlass.id }) }, revision),
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
