import type { KnownError } from '@latchkey/sdk'
import { type ReactNode, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/field.tsx'
import { toText } from '../ui/use-form.ts'
import { isCancelledByPerson } from './passkey-cancelled.ts'

interface ButtonFormProps {
  label: string
  /** Said if the person has cancelled the prompt for a passkey, which is no error. */
  cancelled?: string
  /** Returns why it did not work. A rejection is shown in the same place. */
  onSubmit: () => Promise<string | KnownError | undefined>
  children?: ReactNode
}

/** A form of one button, which says below it why it did not work. */
export function ButtonForm({ label, cancelled = '', onSubmit, children }: ButtonFormProps) {
  const t = useTranslate()
  const [note, setNote] = useState<{ error?: string; hint?: string }>({})
  const submit = async () => {
    setNote({})
    try {
      const problem = await onSubmit()
      if (isCancelledByPerson(problem)) setNote({ hint: cancelled })
      else if (problem) setNote({ error: toText(problem, t) })
    } catch (error) {
      console.error(error)
      setNote({ error: toText(error, t) })
    }
  }
  return (
    <div className="lk-form">
      <Button kind="primary" wide autoFocus onClick={submit}>
        {label}
      </Button>
      <Note {...note} />
      {children}
    </div>
  )
}
