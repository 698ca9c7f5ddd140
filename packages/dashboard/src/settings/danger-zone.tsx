import type { ReactNode } from 'react'
import { Allowed, Reason, useMay } from '../parts/role.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Card } from '../ui/page.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

export function DangerZone() {
  const may = useMay()
  return (
    <Card title="Danger zone" isDanger>
      {!may('ownership') && (
        <p className="ui-hint">
          <Reason to="ownership" />
        </p>
      )}
      <Danger
        id="transfer"
        label="Transfer project"
        hint="Move the project to another of your teams or to another person."
      >
        <DialogButton dialog={(close) => <TransferDialog onClose={close} />}>Transfer</DialogButton>
      </Danger>
      <Danger
        id="delete"
        label="Delete project"
        hint="Deletes its users, teams, keys and settings. This cannot be undone."
      >
        <DialogButton variant="danger" dialog={(close) => <DeleteProjectDialog onClose={close} />}>
          Delete
        </DialogButton>
      </Danger>
    </Card>
  )
}

interface DangerProps {
  id: string
  label: string
  hint: string
  children: ReactNode
}

function Danger({ id, label, hint, children }: DangerProps) {
  return (
    <div className="ui-setting" id={id}>
      <div>
        <p className="ui-label">{label}</p>
        <p className="ui-hint">{hint}</p>
      </div>
      <Allowed to="ownership">{children}</Allowed>
    </div>
  )
}
