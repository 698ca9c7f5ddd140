import { useState } from 'react'
import { useMay, useReason } from '../parts/role.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

export function DangerZone() {
  const isOwner = useMay()('ownership')
  const reason = useReason('ownership')
  const [asked, setAsked] = useState<'transfer' | 'delete'>()
  return (
    <Card title="Danger zone" isDanger>
      <div className="ui-setting" id="transfer">
        <div>
          <p className="ui-label">Transfer project</p>
          <p className="ui-hint">
            {isOwner ? 'Move the project to another of your teams or to another person.' : reason}
          </p>
        </div>
        {isOwner && <Button onClick={() => setAsked('transfer')}>Transfer</Button>}
      </div>
      <div className="ui-setting" id="delete">
        <div>
          <p className="ui-label">Delete project</p>
          <p className="ui-hint">
            {isOwner ? 'Deletes its users, teams, keys and settings. This cannot be undone.' : reason}
          </p>
        </div>
        {isOwner && (
          <Button variant="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </div>
      {asked === 'transfer' && <TransferDialog onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteProjectDialog onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
