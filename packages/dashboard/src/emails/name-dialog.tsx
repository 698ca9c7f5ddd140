import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface NameDialogProps {
  title: string
  action: string
  placeholder: string
  initial?: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

export function NameDialog({ title, action, placeholder, initial = '', onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const save = async () => {
    if (!name.trim()) return setProblem('Enter a name.')
    if (await run(() => onSave(name.trim()))) onClose()
  }
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={() => void save()} action={action} isBusy={isBusy}>
      <TextField
        label="Name"
        placeholder={placeholder}
        maxLength={256}
        error={problem}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
