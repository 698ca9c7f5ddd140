import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export interface Domain {
  readonly domain: string
  readonly handlerPath: string
}

interface DomainDialogProps {
  /** Undefined for a new one. */
  domain: Domain | undefined
  taken: readonly string[]
  onClose: () => void
  onSave: (domain: Domain) => Promise<unknown>
}

export function DomainDialog({ domain, taken, onClose, onSave }: DomainDialogProps) {
  const [text, setText] = useState(domain?.domain ?? '')
  const [handlerPath, setHandlerPath] = useState(domain?.handlerPath ?? '/handler')
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const address = normalize(text)
  const others = taken.filter((each) => each !== domain?.domain)
  const problem = findProblem(address, others)
  const pathProblem = handlerPath.startsWith('/') ? undefined : 'The path starts with a slash.'
  const save = async () => {
    setHasTried(true)
    if (problem || pathProblem || isBusy) return
    setIsBusy(true)
    await onSave({ domain: address, handlerPath })
    setIsBusy(false)
  }
  return (
    <FormDialog
      title={domain ? 'Edit domain' : 'Add domain'}
      onClose={onClose}
      onSubmit={() => void save()}
      action={domain ? 'Save' : 'Add domain'}
      isBusy={isBusy}
    >
      <TextField
        label="Domain"
        isMono
        placeholder="https://app.example.com"
        hint="A star stands for one part of a name: https://*.example.com"
        error={hasTried ? problem : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
      />
      <TextField
        label="Handler path"
        isMono
        hint="Where your app shows the sign-in pages. Leave it unless you have moved them."
        error={hasTried ? pathProblem : undefined}
        value={handlerPath}
        onChange={(event) => setHandlerPath(event.target.value)}
        spellCheck={false}
      />
    </FormDialog>
  )
}

/** People leave out the scheme, and paths do not matter. */
function normalize(text: string): string {
  const trimmed = text.trim()
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return address.replace(/^(https?:\/\/[^/?#]*).*$/i, '$1')
}

function findProblem(address: string, others: readonly string[]): string | undefined {
  const url = address.replaceAll(/\*+/g, 'wildcard')
  if (address === 'https://' || !URL.canParse(url)) return 'Enter the address of your app, such as https://example.com.'
  if (others.includes(address)) return 'This domain is trusted already.'
  return undefined
}
