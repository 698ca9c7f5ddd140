import { useProjectChanges } from '../data/data.ts'
import { useConfig, useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../ui/field.tsx'
import { builtInScopes, useProvider } from './provider.ts'

interface ScopeDialogProps {
  /** Undefined for a new scope. */
  id?: string
  onClose: () => void
}

export function ScopeDialog({ id: saved, onClose }: ScopeDialogProps) {
  const { scopes } = useProvider()
  const permissions = Object.keys(useConfig().rbac.permissions).sort()
  const { updateConfig } = useProjectChanges()
  const before = saved === undefined ? undefined : scopes[saved]
  const form = useForm({
    initial: {
      id: saved ?? '',
      displayName: before && before.displayName !== saved ? before.displayName : '',
      description: before?.description ?? '',
      permissionId: before?.permissionId ?? '',
    },
    revision: useConfigRevision(),
    check: ({ id, displayName, description }) => ({
      id: saved === undefined ? findIdProblem(id.trim(), Object.keys(scopes)) : undefined,
      displayName: displayName.trim() ? undefined : 'Enter what users will read.',
      description: description.length > 200 ? 'Use at most 200 characters.' : undefined,
    }),
    submit: ({ id, displayName, description, permissionId }, revision) =>
      updateConfig(
        {
          [`oauthProvider.scopes.${id.trim()}`]: {
            displayName: displayName.trim(),
            ...(description.trim() && { description: description.trim() }),
            ...(permissionId && { permissionId }),
          },
        },
        revision,
      ),
    done: ({ id }) => `The scope ${id.trim()} was saved.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={saved === undefined ? 'Add scope' : `Edit ${saved}`}
      onClose={onClose}
      action={saved === undefined ? 'Add scope' : 'Save'}
    >
      {saved === undefined && (
        <TextField
          label="Scope"
          isMono
          spellCheck={false}
          placeholder="invoices:read"
          hint="What apps send. It cannot be changed later."
          {...form.text('id')}
        />
      )}
      <TextField
        label="Name"
        placeholder="Read your invoices"
        maxLength={200}
        hint="Users read it when an app asks for access."
        {...form.text('displayName')}
      />
      <TextArea label="Description (optional)" rows={2} {...form.text('description')} />
      <SelectField
        label="Needs the permission"
        options={[['', 'None: every user can give it'], ...permissions.map((id) => [id, id] as const)]}
        hint="Only users who have the permission can give the scope."
        {...form.text('permissionId')}
      />
    </FormDialog>
  )
}

function findIdProblem(id: string, taken: readonly string[]): string | undefined {
  if (!/^[A-Za-z0-9_:][A-Za-z0-9_:-]{0,99}$/.test(id)) return 'Use letters, digits, _, : and -, such as invoices:read.'
  if (builtInScopes.some(([builtIn]) => builtIn === id)) return 'Every project has this scope.'
  return taken.includes(id) ? 'There is a scope with this ID.' : undefined
}
