import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export interface Domain {
  readonly domain: string
  readonly handlerPath: string
}

interface DomainDialogProps {
  /** Undefined for a new domain. */
  domain: Domain | undefined
  taken: readonly string[]
  onClose: () => void
  /** Resolves to the revision that undoing is based on. */
  onSave: (domain: Domain, revision: number) => Promise<{ revision: number }>
  onUndo: (revision: number) => Promise<unknown>
}

export function DomainDialog({ domain, taken, onClose, onSave, onUndo }: DomainDialogProps) {
  const others = taken.filter((each) => each !== domain?.domain)
  const form = useForm({
    initial: { baseUrl: domain?.domain ?? '', handlerPath: domain?.handlerPath ?? '/handler' },
    revision: useConfigRevision(),
    check: ({ baseUrl, handlerPath }) => ({
      baseUrl: findProblem(normalize(baseUrl), others),
      handlerPath: handlerPath.startsWith('/') ? undefined : 'Start the path with a slash.',
    }),
    submit: ({ baseUrl, handlerPath }, revision) => onSave({ domain: normalize(baseUrl), handlerPath }, revision),
    done: ({ baseUrl }) => `${normalize(baseUrl)} was saved.`,
    undo: (_, saved: { revision: number }) => onUndo(saved.revision),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={domain ? 'Edit domain' : 'Add domain'}
      onClose={onClose}
      action={domain ? 'Save' : 'Add domain'}
    >
      <TextField
        label="Domain"
        isMono
        placeholder="https://app.example.com"
        hint="Use * as a wildcard for one part of the name: https://*.example.com"
        spellCheck={false}
        {...form.text('baseUrl')}
      />
      <TextField
        label="Handler path"
        isMono
        hint="Where your app serves the sign-in pages. Keep the default unless you moved them."
        spellCheck={false}
        {...form.text('handlerPath')}
      />
    </FormDialog>
  )
}

/** Adds a missing scheme and drops the path. */
function normalize(text: string): string {
  const trimmed = text.trim()
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return address.replace(/^(https?:\/\/[^/?#]*).*$/i, '$1')
}

function findProblem(address: string, others: readonly string[]): string | undefined {
  const url = address.replaceAll(/\*+/g, 'wildcard')
  if (address === 'https://' || !URL.canParse(url)) return 'Enter the address of your app, such as https://example.com.'
  if (others.includes(address)) return 'This domain is already trusted.'
  return undefined
}
