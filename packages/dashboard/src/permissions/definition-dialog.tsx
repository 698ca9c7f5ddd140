import { useAll, useApi } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { PermissionChoices } from './permission-choices.tsx'
import type { Definition, Scope } from './scope.ts'

interface DefinitionDialogProps {
  scope: Scope
  /** Undefined for a new permission. */
  definition?: Definition | undefined
  onClose: () => void
}

export function DefinitionDialog({ scope, definition, onClose }: DefinitionDialogProps) {
  const { saveAt } = useApi()
  const form = useForm({
    revision: useConfigRevision(),
    initial: {
      id: definition?.id ?? '',
      description: definition?.description ?? '',
      inside: new Set(definition?.contained_permission_ids) as ReadonlySet<string>,
    },
    check: ({ id }) => ({
      id: /^[a-z0-9_:]+$/.test(id)
        ? undefined
        : 'Use lowercase letters, digits, underscores and colons, such as read_reports.',
    }),
    submit: ({ id, description, inside }, revision) => {
      const save = saveAt(revision)
      const content = { description: description.trim() || undefined, contained_permission_ids: [...inside] }
      return definition
        ? save(`PATCH /${scope}-permission-definitions/{id}`, { params: { id }, body: content })
        : save(`POST /${scope}-permission-definitions`, { body: { id, ...content } })
    },
    done: ({ id }) => (definition ? `${id} was saved.` : `${id} was created.`),
    refusal: 'id',
    onDone: onClose,
  })
  const choices = useAll(`GET /${scope}-permission-definitions`).filter((other) => other.id !== definition?.id)
  return (
    <FormDialog
      {...form.dialog}
      title={definition ? `Edit ${definition.id}` : 'Create permission'}
      description={`Granted ${scope === 'team' ? 'per team' : 'for the whole project'}. A permission that contains others is a role.`}
      onClose={onClose}
      action={definition ? 'Save' : 'Create permission'}
    >
      <TextField
        label="ID"
        isMono
        placeholder="read_reports"
        hint="Your code uses this name to check it."
        disabled={Boolean(definition)}
        spellCheck={false}
        {...form.text('id')}
      />
      <TextField label="Description (optional)" {...form.text('description')} />
      {choices.length > 0 && (
        <PermissionChoices legend="Contains" definitions={choices} entryOf={(other) => form.entry('inside', other)} />
      )}
    </FormDialog>
  )
}
