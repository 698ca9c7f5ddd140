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
      title="Require the provider"
      description="Members can sign in only through the provider. Their own API keys stop working and their other sessions end."
    >
      <div className="ui-row" data-gap="large">
        <p>
          {is_required ? 'Members must sign in with a connection of the team.' : 'Members choose how they sign in.'}
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
          <MemberName member={break_glass_member} /> can also sign in with a password and a second factor.
        </p>
      )}
      {is_required && !directory && (
        <p className="ui-hint">
          Without a directory, the provider cannot report who has left. They stay signed in and their API keys keep
          working until you remove them from the team.
        </p>
      )}
      {!is_required && unready_count > 0 && (
        <p className="ui-hint">
          Not possible yet: {unready_members.map((member) => nameOf({ ...member, is_anonymous: false })).join(', ')}
          {others > 0 && ` and ${others} more`} cannot sign in with a connection yet. Each needs a verified email
          address in a proven domain, or has to sign in with the connection once.
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
      title="Require members to sign in through the provider?"
      description="Members who signed in another way are signed out."
      action="Turn on"
      isDanger
      onClose={onClose}
    >
      <UserPicker
        label="Member for emergencies (optional)"
        hint="Can also sign in with a password and a second factor if the provider fails. People who manage connections are emailed about each one."
        {...form.pick('breakGlass')}
      />
    </FormDialog>
  )
}
