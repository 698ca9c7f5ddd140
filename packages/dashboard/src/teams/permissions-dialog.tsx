import type { ServerTeam, ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { grantsKeys } from './grants.ts'

interface PermissionsDialogProps {
  team: Pick<ServerTeam, 'id'>
  member: Pick<ServerUser, 'id' | 'grantPermission' | 'revokePermission'>
  name: string
  granted: readonly string[]
  onClose: () => void
}

export function PermissionsDialog({ team, member, name, granted, onClose }: PermissionsDialogProps) {
  const stores = useStores()
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(granted))
  const { isBusy, run } = useAction()
  const save = async () => {
    const isDone = await run(
      async () => {
        try {
          for (const id of wanted) if (!granted.includes(id)) await member.grantPermission(team, id)
          for (const id of granted) if (!wanted.has(id)) await member.revokePermission(team, id)
        } finally {
          await stores.refresh(...grantsKeys(team.id, member.id))
        }
      },
      { done: `The permissions of ${name} were saved.` },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Permissions of ${name}`}
      description="For this team only. A permission includes all permissions it contains."
      onClose={onClose}
      onSubmit={() => void save()}
      action="Save"
      isBusy={isBusy}
    >
      <Boundary skeleton={<CardSkeleton />}>
        <Choices wanted={wanted} onChange={setWanted} />
      </Boundary>
    </FormDialog>
  )
}

interface ChoicesProps {
  wanted: ReadonlySet<string>
  onChange: (wanted: ReadonlySet<string>) => void
}

function Choices({ wanted, onChange }: ChoicesProps) {
  const definitions = useData(useStores().teamPermissionDefinitions)
  return (
    <fieldset className="ui-choices">
      <legend className="ui-hidden">Permissions</legend>
      {definitions.map(({ id, description, containedPermissionIds }) => (
        <Choice
          key={id}
          type="checkbox"
          label={id}
          hint={
            description ||
            (containedPermissionIds.length > 0 && `Contains ${containedPermissionIds.join(', ')}`) ||
            null
          }
          checked={wanted.has(id)}
          onChange={(isWanted) => {
            const next = new Set(wanted)
            if (isWanted) next.add(id)
            else next.delete(id)
            onChange(next)
          }}
        />
      ))}
    </fieldset>
  )
}
