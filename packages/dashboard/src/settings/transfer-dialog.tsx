import { Suspense } from 'react'
import { useApi, useOwnedProjects, useOwnTeams } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'

/** Transfers to one of the owner's teams, or invites another person by email. Opens once the data is loaded. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <TransferForm onClose={onClose} />
    </Suspense>
  )
}

function TransferForm({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const { change } = useApi()
  const teams = useOwnTeams().filter(({ id }) => id !== project.owner_team_id)
  const isAlone = useOwnedProjects().every(
    ({ id, owner_team_id }) => id === project.id || owner_team_id !== project.owner_team_id,
  )
  const form = useForm({
    initial: { isToPerson: teams.length === 0, teamId: teams[0]?.id ?? '', email: '' },
    check: ({ isToPerson, email }) => ({ email: isToPerson ? findEmailProblem(email) : undefined }),
    submit: ({ isToPerson, teamId, email }) =>
      isToPerson
        ? change('POST /internal/owner-invitations', { body: { email: email.trim(), in_own_team: true } })
        : change('POST /internal/projects/transfer', { body: { project_id: project.id, new_team_id: teamId } }),
    done: ({ isToPerson, email }) => (isToPerson ? `${email.trim()} was invited.` : 'The project was transferred.'),
    onDone: onClose,
  })
  const { isToPerson } = form.values
  return (
    <FormDialog {...form.dialog} title="Transfer project" onClose={onClose} action={isToPerson ? 'Invite' : 'Transfer'}>
      {teams.length > 0 && (
        <fieldset className="ui-choices">
          <legend className="ui-label">To</legend>
          <Choice
            label="Another of my teams"
            hint="All team members become owners of the project immediately."
            {...form.option('isToPerson', false)}
          />
          <Choice label="Another person" hint="Invites them by email." {...form.option('isToPerson', true)} />
        </fieldset>
      )}
      {isToPerson ? (
        <TextField
          label="Their email address"
          type="email"
          autoComplete="off"
          hint={`They become an owner of this project only.${isAlone ? '' : ' The project moves to a new team with only you in it, so its other owners lose access immediately.'} After they join, leave the project under Owners.`}
          {...form.text('email')}
        />
      ) : (
        <SelectField
          label="New owner"
          options={teams.map((team) => [team.id, team.display_name] as const)}
          {...form.text('teamId')}
        />
      )}
    </FormDialog>
  )
}
