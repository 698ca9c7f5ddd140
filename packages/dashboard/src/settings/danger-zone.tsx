import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Card } from '../ui/page.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

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
          <p className="ui-hint">Another of your teams, or somebody else, becomes its owner.</p>
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
