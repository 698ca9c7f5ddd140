import { useState } from 'react'
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
  const pathProblem = handlerPath.startsWith('/') ? undefined : 'Start the path with a slash.'
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
        hint="Use * as a wildcard for one part of the name: https://*.example.com"
        error={hasTried ? problem : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
      />
      <TextField
        label="Handler path"
        isMono
        hint="Where your app serves the sign-in pages. Keep the default unless you moved them."
        error={hasTried ? pathProblem : undefined}
        value={handlerPath}
        onChange={(event) => setHandlerPath(event.target.value)}
        spellCheck={false}
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
