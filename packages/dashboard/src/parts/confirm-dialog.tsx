import type { ReactNode } from 'react'
import { useForm } from '../data/use-form.ts'
import { FormDialog, useConfirmation } from '../ui/dialog.tsx'

interface ConfirmDialogProps {
  title: string
  description: ReactNode
  /** The label of the button, such as "Delete user". */
  action: string
  /** The text to type before an irreversible action. */
  name?: string | undefined
  run: () => Promise<unknown>
  /** Shown as a toast on success. */
  done?: string | undefined
  /** Receives what `run` has returned, such as the revision that undoing is based on. */
  undo?: ((result: { revision: number }) => Promise<unknown>) | undefined
  onClose: () => void
  /** Called after a success instead of `onClose`. */
  onDone?: (() => void) | undefined
}

/** Asks before an action that cannot be undone, runs it and stays open if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, name, run, done, undo, onClose, onDone = onClose } = props
  const confirmation = useConfirmation(name)
  const form = useForm({
    initial: {},
    submit: run,
    done: () => done,
    undo: undo && ((_, result) => undo(result)),
    onDone,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={title}
      description={description}
      action={action}
      isDanger
      isDisabled={!confirmation.isGiven}
      onClose={onClose}
    >
      {confirmation.field}
    </FormDialog>
  )
}
