import { type ReactNode, useState } from 'react'
import { UnsavedChangesGuard } from '../parts/unsaved-changes.tsx'
import type { Keys } from './snippets.ts'

/** Which of the new keys have been copied, because they cannot be shown again. */
export function useCopiedKeys(keys: Keys) {
  const [copied, setCopied] = useState<readonly string[]>([])
  const values = Object.values(shownKeys(keys))
  return {
    isUnsaved: values.some((key) => !copied.includes(key)),
    /** Called with any text that is copied, such as a whole file. */
    noteCopied: (text: string) => setCopied([...copied, ...values.filter((key) => text.includes(key))]),
  }
}

function shownKeys({ publishable_client_key, secret_server_key, super_secret_admin_key }: Keys): string[] {
  return [publishable_client_key, secret_server_key, super_secret_admin_key].filter((key) => key !== undefined)
}

interface UnsavedKeysProps {
  isUnsaved: boolean
  noteCopied: (text: string) => void
  children: ReactNode
}

/** Asks before keys that have not been copied are lost. Keys that are selected and copied by hand count too. */
export function UnsavedKeys({ isUnsaved, noteCopied, children }: UnsavedKeysProps) {
  return (
    <div className="ui-stack" onCopy={() => noteCopied(getSelection()?.toString() ?? '')}>
      <UnsavedChangesGuard isChanged={isUnsaved} question={aboutKeys} />
      {children}
    </div>
  )
}

const aboutKeys = {
  title: 'Leave without saving the keys?',
  description: 'The keys cannot be shown again. If you need them later, create new ones under “API keys”.',
  leave: 'Leave without saving',
  stay: 'Stay',
}
