import type { ComponentProps } from 'react'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'

interface NameDialogProps {
  title: string
  action: string
  placeholder: string
  initial?: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ title, action, placeholder, initial = '', onSave, onClose }: NameDialogProps) {
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

type NameButtonProps = Omit<NameDialogProps, 'onClose'> & Omit<ComponentProps<typeof DialogButton>, 'dialog'>

/** A button that asks for a name. */
export function NameButton({ title, action, placeholder, initial, onSave, ...button }: NameButtonProps) {
  const texts = { title, action, placeholder, ...(initial !== undefined && { initial }) }
  return <DialogButton {...button} dialog={(close) => <NameDialog {...texts} onSave={onSave} onClose={close} />} />
}
