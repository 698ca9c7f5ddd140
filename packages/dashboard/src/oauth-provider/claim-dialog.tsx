import { useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { builtInScopes, type Provider, useProvider } from './provider.ts'

type Metadata = Provider['claims'][string]['metadata']

export const metadataNames: Record<Metadata, string> = {
  client: 'Client metadata',
  client_read_only: 'Client read-only metadata',
  server: 'Server metadata',
}

interface ClaimDialogProps {
  /** Undefined for a new claim. */
  name?: string
  onClose: () => void
}

export function ClaimDialog({ name: saved, onClose }: ClaimDialogProps) {
  const { claims, scopes } = useProvider()
  const { updateConfig } = useProjectChanges()
  const before = saved === undefined ? undefined : claims[saved]
  const form = useForm({
    initial: {
      name: saved ?? '',
      metadata: before?.metadata ?? ('client_read_only' as Metadata),
      key: before?.key ?? '',
      scope: before?.scope ?? 'profile',
    },
    revision: useConfigRevision(),
    check: ({ name, key }) => ({
      name: saved === undefined ? findNameProblem(name.trim(), Object.keys(claims)) : undefined,
      key: key.trim() ? undefined : 'Enter the key in the metadata.',
    }),
    submit: ({ name, metadata, key, scope }, revision) =>
      updateConfig({ [`oauthProvider.claims.${name.trim()}`]: { scope, metadata, key: key.trim() } }, revision),
    done: ({ name }) => `The claim ${name.trim()} was saved.`,
    refusal: 'name',
    onDone: onClose,
  })
  const offered = [...builtInScopes.map(([id]) => id as string), ...Object.keys(scopes)].filter(
    (id) => id !== 'offline_access',
  )
  return (
    <FormDialog
      {...form.dialog}
      title={saved === undefined ? 'Add claim' : `Edit ${saved}`}
      onClose={onClose}
      action={saved === undefined ? 'Add claim' : 'Save'}
    >
      {saved === undefined && (
        <TextField
          label="Claim"
          isMono
          spellCheck={false}
          placeholder="plan"
          hint="Its name in ID tokens and user info. It cannot be changed later."
          {...form.text('name')}
        />
      )}
      <SelectField label="From" options={metadataNames} {...form.text('metadata')} />
      <TextField
        label="Key"
        isMono
        spellCheck={false}
        maxLength={200}
        placeholder="plan"
        hint="The metadata key that holds the value."
        {...form.text('key')}
      />
      <SelectField
        label="With the scope"
        options={offered.map((id) => [id, id] as const)}
        hint="Apps that users give this scope can read the claim."
        {...form.text('scope')}
      />
    </FormDialog>
  )
}

function findNameProblem(name: string, taken: readonly string[]): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(name)) return 'Begin with a letter, and use letters, digits, _ and -.'
  return taken.includes(name) ? 'There is a claim with this name.' : undefined
}
