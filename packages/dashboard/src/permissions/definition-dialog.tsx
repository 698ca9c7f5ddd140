import type { AdminPermissionDefinition } from '@latchkey/react'
import { useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { useProject } from '../data/owner.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { Scope } from './scope.ts'

interface DefinitionDialogProps {
  scope: Scope
  /** Undefined for a new permission. */
  definition: AdminPermissionDefinition | undefined
  /** The permissions it can contain. */
  others: readonly AdminPermissionDefinition[]
  onClose: () => void
}

export function DefinitionDialog({ scope, definition, others, onClose }: DefinitionDialogProps) {
  const { app } = useProject()
  const [id, setId] = useState(definition?.id ?? '')
  const [description, setDescription] = useState(definition?.description ?? '')
  const [inside, setInside] = useState<ReadonlySet<string>>(new Set(definition?.containedPermissionIds))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isTeam = scope === 'team'
  const save = async () => {
    if (isBusy) return
    if (!/^[a-z0-9_:]+$/.test(id))
      return setProblem('Use lowercase letters, digits, underscores and colons, such as read_reports.')
    setIsBusy(true)
    setProblem(undefined)
    const content = { description: description.trim() || undefined, containedPermissionIds: [...inside] }
    try {
      if (definition) {
        await (isTeam
          ? app.updateTeamPermissionDefinition(id, content)
          : app.updateProjectPermissionDefinition(id, content))
      } else {
        await (isTeam
          ? app.createTeamPermissionDefinition({ id, ...content })
          : app.createProjectPermissionDefinition({ id, ...content }))
      }
      toast(definition ? `${id} was saved.` : `${id} was created.`)
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  const choices = others.filter((other) => other.id !== definition?.id)
  return (
    <FormDialog
      title={definition ? `Edit ${definition.id}` : 'Create permission'}
      description={isTeam ? 'Granted per team.' : 'Granted for the whole project.'}
      onClose={onClose}
      onSubmit={() => void save()}
      action={definition ? 'Save' : 'Create permission'}
      isBusy={isBusy}
    >
      <TextField
        label="ID"
        isMono
        placeholder="read_reports"
        hint="Your code uses this name to check it."
        error={problem}
        disabled={Boolean(definition)}
        spellCheck={false}
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <TextField
        label="Description (optional)"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {choices.length > 0 && (
        <fieldset className="ui-choices">
          <legend className="ui-label">Contains</legend>
          {choices.map((other) => (
            <Choice
              key={other.id}
              type="checkbox"
              label={other.id}
              hint={other.description}
              checked={inside.has(other.id)}
              onChange={(isInside) => {
                const next = new Set(inside)
                if (isInside) next.add(other.id)
                else next.delete(other.id)
                setInside(next)
              }}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}
