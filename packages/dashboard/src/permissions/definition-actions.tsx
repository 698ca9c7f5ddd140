import { Pencil, Trash2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useApi } from '../data/data.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Allowed } from '../parts/role.tsx'
import { IconButton } from '../ui/button.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { DefinitionDialog } from './definition-dialog.tsx'
import { HoldersDialog } from './holders-dialog.tsx'
import { type Definition, isBuiltIn, isRole, type Scope } from './scope.ts'
import { useDeletionEffects } from './usage.ts'

interface DefinitionProps {
  scope: Scope
  definition: Definition
  definitions: readonly Definition[]
}

export function DefinitionActions({ scope, definition, definitions }: DefinitionProps) {
  const { id } = definition
  const [shown, setShown] = useState<'holders' | 'edit' | 'delete'>()
  const close = () => setShown(undefined)
  return (
    <span className="permissions-actions">
      <IconButton size="small" label={`Who has ${id}`} icon={<Users />} onClick={() => setShown('holders')} />
      {shown === 'holders' && (
        <Outside>
          <HoldersDialog permissionId={id} onClose={close} />
        </Outside>
      )}
      {!isBuiltIn(id) && (
        <Allowed to="settings">
          <IconButton size="small" label={`Edit ${id}`} icon={<Pencil />} onClick={() => setShown('edit')} />
          <IconButton size="small" label={`Delete ${id}`} icon={<Trash2 />} onClick={() => setShown('delete')} />
          <Outside>
            <Suspense>
              {shown === 'edit' && <DefinitionDialog scope={scope} definition={definition} onClose={close} />}
              {shown === 'delete' && <DeleteDialog {...{ scope, definition, definitions }} onClose={close} />}
            </Suspense>
          </Outside>
        </Allowed>
      )}
    </span>
  )
}

/** Says who uses the definition before it is deleted. */
function DeleteDialog({ onClose, ...props }: DefinitionProps & { onClose: () => void }) {
  const { scope, definition } = props
  const { id } = definition
  const { change } = useApi()
  return (
    <ConfirmDialog
      title={`Delete ${id}?`}
      description={useDeletionEffects(props)}
      action={isRole(definition) ? 'Delete role' : 'Delete permission'}
      name={id}
      run={() => change(`DELETE /${scope}-permission-definitions/{id}`, { params: { id } })}
      done={`${id} was deleted.`}
      onClose={onClose}
    />
  )
}
