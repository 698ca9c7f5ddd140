import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { useProjectNavigate } from '../parts/links.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { type FoundTeam, TeamPicker } from '../people/team-picker.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import type { ConnectionSetup } from './connection-state.tsx'
import { ProviderChoice } from './provider-choice.tsx'

interface NewConnectionDialogProps {
  /** Undefined to choose whom it is for. */
  teamId: string | undefined
  onClose: () => void
}

/** Only what the address of the connection depends on. The provider needs that address before it tells its own. */
export function NewConnectionDialog({ teamId, onClose }: NewConnectionDialogProps) {
  const { change } = useApi()
  const navigate = useProjectNavigate()
  const [team, setTeam] = useState<FoundTeam>()
  const form = useForm({
    initial: { name: '', isForTeam: true, team: teamId, preset: 'entra-id', type: 'saml' as ConnectionSetup['type'] },
    check: ({ name, isForTeam, team: picked }) => ({
      name: name.trim() ? undefined : 'Enter the name of the company.',
      team: isForTeam && !picked ? 'Choose a team.' : undefined,
    }),
    submit: async ({ name, isForTeam, team: picked, preset, type }) => {
      const { id } = await change('POST /connections', {
        body: { display_name: name.trim(), team_id: isForTeam ? picked : null, type },
      })
      onClose()
      const to = '/projects/$projectId/connections/$connectionId'
      await navigate({ to, params: { connectionId: id }, search: { preset } })
    },
    done: ({ name }) => `${name.trim()} was added. Set it up next.`,
  })
  const { isForTeam } = form.values
  const pick = (id: string, found: FoundTeam) => {
    setTeam(found)
    form.change({ team: id, name: form.values.name || teamNameOf(found) })
  }
  return (
    <FormDialog {...form.dialog} title="Add connection" onClose={onClose} action="Add connection">
      {!teamId && (
        <fieldset className="ui-choices">
          <legend className="ui-label">For</legend>
          <Choice
            label="A team"
            hint="Everyone who signs in with it joins the team. Once the team has proven a domain, only people with its addresses do."
            {...form.option('isForTeam', true)}
          />
          <Choice
            label="The whole project"
            hint="For example for your own staff. Nobody joins a team."
            {...form.option('isForTeam', false)}
          />
        </fieldset>
      )}
      {!teamId && isForTeam && <TeamPicker label="Team" error={form.errorOf('team')} picked={team?.id} onPick={pick} />}
      <TextField label="Name" placeholder="Acme" hint="People see it when they sign in." {...form.text('name')} />
      <ProviderChoice {...form.values} onChoose={form.change} />
    </FormDialog>
  )
}
