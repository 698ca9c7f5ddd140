import { appInternalsSymbol } from '@latchkey/react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useOwner, useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

export function DangerZone() {
  const project = useProject()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'transfer' | 'delete'>()
  const { run } = useAction()
  return (
    <Card title="Danger zone" isDanger>
      <div className="ui-setting" id="transfer">
        <div>
          <p className="ui-label">Transfer project</p>
          <p className="ui-hint">Another of your teams becomes its owner.</p>
        </div>
        <Button onClick={() => setAsked('transfer')}>Transfer</Button>
      </div>
      <div className="ui-setting" id="delete">
        <div>
          <p className="ui-label">Delete project</p>
          <p className="ui-hint">With its users, teams, keys and settings. This cannot be undone.</p>
        </div>
        <Button variant="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      {asked === 'transfer' && <TransferDialog onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${project.displayName}?`}
          description="All users, teams, keys, emails and settings of the project are deleted for good. Apps that use it stop working at once."
          action="Delete project"
          name={project.displayName}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            const isDone = await run(
              async () => {
                // First away from the page, which has nothing to show afterwards.
                await project.delete()
                await navigate({ to: '/projects' })
              },
              { done: `${project.displayName} was deleted.` },
            )
            if (!isDone) setAsked(undefined)
          }}
        />
      )}
    </Card>
  )
}

function TransferDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const owner = useOwner()
  const teams = useData(owner[appInternalsSymbol].teams).filter(({ id }) => id !== project.ownerTeamId)
  const [teamId, setTeamId] = useState(teams[0]?.id ?? '')
  const { isBusy, run } = useAction()
  return (
    <FormDialog
      title="Transfer project"
      description={
        teams.length === 0
          ? 'You are in no other team. Ask somebody to invite you to theirs first.'
          : 'All members of the team become owners of the project.'
      }
      onClose={onClose}
      onSubmit={() =>
        void run(() => project.transfer(owner, teamId), { done: 'The project was transferred.' }).then(
          (isDone) => isDone && onClose(),
        )
      }
      action="Transfer"
      isBusy={isBusy}
      isDisabled={!teamId}
    >
      {teams.length > 0 && (
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
