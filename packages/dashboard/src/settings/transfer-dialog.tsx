import { appInternalsSymbol } from '@latchkey/react'
import { Suspense, useState } from 'react'
import { useData } from '../data/data.ts'
import { useOwnedProjects, useOwner, useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { nameOwner, useOwners } from './owners.ts'

/** Transfers to one of the owner's teams, or invites another person by email. Opens once the data is loaded. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <Transfer onClose={onClose} />
    </Suspense>
  )
}

function Transfer({ onClose }: { onClose: () => void }) {
  const { owners, isManager } = useOwners()
  if (isManager) return <TransferForm onClose={onClose} />
  const able = owners.filter(({ role }) => role === 'owner').map(nameOwner)
  return (
    <Dialog
      title="Transfer project"
      description={`Only people with the owner role can transfer this project. Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(able)}.`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    />
  )
}

function TransferForm({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const owner = useOwner()
  const teams = useData(owner[appInternalsSymbol].teams).filter(({ id }) => id !== project.ownerTeamId)
  const [isToPerson, setIsToPerson] = useState(teams.length === 0)
  const [teamId, setTeamId] = useState(teams[0]?.id ?? '')
  const [email, setEmail] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const { call, refresh } = useStores()
  const isAlone = useOwnedProjects().every(
    ({ id, ownerTeamId }) => id === project.id || ownerTeamId !== project.ownerTeamId,
  )
  const { isBusy, run } = useAction()
  const problem = /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address.'
  const invite = async () => {
    await call('POST /internal/owner-invitations', { body: { email: email.trim(), in_own_team: true } })
    // The project may now belong to another team with other owners.
    const { ownedProjects, teams: ownTeams } = owner[appInternalsSymbol]
    await Promise.all([refresh('settings/'), ownedProjects?.load(), ownTeams.load()])
  }
  const transfer = async () => {
    setHasTried(true)
    if (isToPerson && problem) return
    const isDone = isToPerson
      ? await run(invite, { done: `${email.trim()} was invited.` })
      : await run(() => project.transfer(owner, teamId), { done: 'The project was transferred.' })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="Transfer project"
      onClose={onClose}
      onSubmit={() => void transfer()}
      action={isToPerson ? 'Invite' : 'Transfer'}
      isBusy={isBusy}
    >
      {teams.length > 0 && (
        <fieldset className="ui-choices">
          <legend className="ui-label">To</legend>
          <Choice
            type="radio"
            name="to"
            label="Another of my teams"
            hint="All team members become owners of the project immediately."
            checked={!isToPerson}
            onChange={() => setIsToPerson(false)}
          />
          <Choice
            type="radio"
            name="to"
            label="Another person"
            hint="Invites them by email."
            checked={isToPerson}
            onChange={() => setIsToPerson(true)}
          />
        </fieldset>
      )}
      {isToPerson ? (
        <TextField
          label="Their email address"
          type="email"
          autoComplete="off"
          hint={`They become an owner of this project only.${isAlone ? '' : ' The project moves to a new team with only you in it, so its other owners lose access immediately.'} After they join, leave the project under Owners.`}
          error={hasTried ? problem : undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <SelectField label="New owner" value={teamId} onChange={(event) => setTeamId(event.target.value)}>
          {teams.map((team) => (
            <option key={team.id} value={team.id}>
              {team.displayName}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}
