import { useProjectChanges } from '../data/data.ts'
import { suggestId } from '../data/ids.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, SwitchField, TextField } from '../ui/field.tsx'
import { type Provider, useProvider } from './provider.ts'

interface ResourceDialogProps {
  /** Undefined for a new resource. */
  id?: string
  onClose: () => void
}

const lifetimes = [
  [5, '5 minutes'],
  [10, '10 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [480, '8 hours'],
  [1_440, '1 day'],
] as const
/** As the server's, for resources that say nothing. */
const defaultMinutes = 10

export function ResourceDialog({ id: saved, onClose }: ResourceDialogProps) {
  const { resources, scopes } = useProvider()
  const { updateConfig } = useProjectChanges()
  const before = saved === undefined ? undefined : resources[saved]
  const others = Object.entries(resources).filter(([id]) => id !== saved)
  const form = useForm({
    initial: {
      displayName: before?.displayName ?? '',
      uri: before?.uri ?? '',
      scopes: new Set(Object.keys(before?.scopes ?? {})) as ReadonlySet<string>,
      isDefault: before?.isDefault ?? others.length === 0,
      accessTokenMinutes: before?.accessTokenMinutes ?? defaultMinutes,
    },
    revision: useConfigRevision(),
    check: ({ displayName, uri }) => ({
      displayName: displayName.trim() ? undefined : 'Enter a name.',
      uri: findUriProblem(uri.trim(), others),
    }),
    submit: ({ displayName, uri, scopes: chosen, isDefault, accessTokenMinutes }, revision) => {
      const id = saved ?? newIdOf(displayName, resources)
      const unset = isDefault ? others.filter(([, other]) => other.isDefault) : []
      return updateConfig(
        {
          ...Object.fromEntries(unset.map(([other]) => [`oauthProvider.resources.${other}.isDefault`, false])),
          [`oauthProvider.resources.${id}`]: {
            displayName: displayName.trim(),
            uri: uri.trim(),
            scopes: Object.fromEntries([...chosen].map((scope) => [scope, true])),
            isDefault,
            accessTokenMinutes,
          },
        },
        revision,
      )
    },
    done: ({ displayName }) => `${displayName.trim()} was saved.`,
    onDone: onClose,
  })
  const minutes = form.values.accessTokenMinutes
  const isListed = lifetimes.some(([listed]) => listed === minutes)
  return (
    <FormDialog
      {...form.dialog}
      title={before ? `Edit ${before.displayName}` : 'Add resource'}
      onClose={onClose}
      action={before ? 'Save' : 'Add resource'}
    >
      <TextField label="Name" placeholder="Invoice API" maxLength={200} {...form.text('displayName')} />
      <TextField
        label="URI"
        isMono
        spellCheck={false}
        placeholder="https://api.example.com"
        hint="Where the API or MCP server is. Apps send exactly this."
        {...form.text('uri')}
      />
      {Object.keys(scopes).length > 0 && (
        <fieldset className="ui-choices">
          <legend className="ui-label">Scopes</legend>
          {Object.entries(scopes).map(([id, { displayName }]) => (
            <Choice
              key={id}
              label={id}
              hint={displayName === id ? undefined : displayName}
              {...form.entry('scopes', id)}
            />
          ))}
        </fieldset>
      )}
      <SelectField
        label="Access tokens are valid for"
        options={isListed ? lifetimes : [...lifetimes, [minutes, `${minutes} minutes`]]}
        hint="Apps with offline access renew them as long as they have access."
        {...form.text('accessTokenMinutes')}
      />
      <SwitchField
        label="Default resource"
        hint="For apps that do not say which resource they want a token for."
        {...form.flag('isDefault')}
      />
    </FormDialog>
  )
}

/** Only owners of the configuration see it, so nobody has to think of one. */
function newIdOf(name: string, resources: Provider['resources']): string {
  const start =
    suggestId(name.trim())
      .replaceAll(/[^a-z0-9_-]/gi, '')
      .slice(0, 50) || 'resource'
  const isFree = (id: string) => !Object.hasOwn(resources, id)
  if (isFree(start)) return start
  for (let number = 2; ; number++) if (isFree(`${start}-${number}`)) return `${start}-${number}`
}

function findUriProblem(uri: string, others: [string, Provider['resources'][string]][]): string | undefined {
  if (!URL.canParse(uri)) return 'Enter the whole URI, such as https://api.example.com.'
  if (uri.includes('#')) return 'The URI must not have a fragment.'
  const twin = others.find(([, other]) => other.uri === uri)
  return twin && `${twin[1].displayName} has this URI.`
}
