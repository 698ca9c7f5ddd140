import { useForm } from '../data/use-form.ts'
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
  const form = useForm({
    initial: { name: initial },
    check: ({ name }) => ({ name: name.trim() ? undefined : 'Enter a name.' }),
    submit: ({ name }) => onSave(name.trim()),
    onDone: onClose,
  })
  return (
    <FormDialog {...form.dialog} title={title} onClose={onClose} action={action}>
      <TextField label="Name" placeholder={placeholder} maxLength={256} {...form.text('name')} />
    </FormDialog>
  )
}
