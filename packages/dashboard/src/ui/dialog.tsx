import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Form, TextField } from './field.tsx'
import { Reading } from './lock.tsx'
import { openModal, useModal } from './modal.ts'

/** Where menus and tooltips are mounted. Inside a dialog, because everything outside it is inert. */
export const FloatingContainer = createContext<HTMLElement | null>(null)
export const useFloatingContainer = () => useContext(FloatingContainer)

interface DialogProps {
  title: string
  description?: ReactNode | undefined
  size?: 'medium' | 'large' | undefined
  onClose: () => void
  /** Escape does not close it, such as while it shows what cannot be shown again. */
  isPersistent?: boolean | undefined
  children?: ReactNode | undefined
  /** Shown at the bottom, the main action last. */
  actions?: ReactNode | undefined
  /** Turns the dialog into a form that Enter submits. */
  onSubmit?: (() => void) | undefined
}

/** Open while rendered. The native dialog traps the focus and closes with Escape. */
export function Dialog({
  title,
  description,
  size,
  onClose,
  isPersistent = false,
  children,
  actions,
  onSubmit,
}: DialogProps) {
  const id = useId()
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  useModal(element)
  const content = (
    <>
      <div className="ui-dialog-body">
        <header>
          <h2 id={`${id}-title`}>{title}</h2>
          {description && (
            <p className="ui-dialog-description" id={`${id}-description`}>
              {description}
            </p>
          )}
        </header>
        {children}
      </div>
      {actions && <footer className="ui-dialog-actions">{actions}</footer>}
    </>
  )
  return (
    <FloatingContainer value={element}>
      <dialog
        ref={setElement}
        className="ui-dialog"
        data-size={size}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        onClose={() => {
          // Chromium closes a dialog at the second Escape in a row, whatever the page says.
          if (isPersistent && element) openModal(element)
          else onClose()
        }}
        onCancel={(event) => {
          // React unmounts it, so that it does not close before its state changes.
          event.preventDefault()
          if (event.target === event.currentTarget && !isPersistent) onClose()
        }}
      >
        {onSubmit ? (
          <Form onSubmit={onSubmit} style={{ display: 'contents' }}>
            {content}
          </Form>
        ) : (
          content
        )}
      </dialog>
    </FloatingContainer>
  )
}

interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  /** The label of the submit button. */
  action: string
  isBusy?: boolean | undefined
  isDisabled?: boolean | undefined
  isDanger?: boolean | undefined
  /** Shown before "Cancel", such as a delete button. */
  otherActions?: ReactNode | undefined
  onSubmit: () => void
}

/** A dialog with a form, a cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { action, isBusy, isDisabled, isDanger, otherActions, onClose, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          {otherActions}
          <Reading>
            <Button onClick={onClose}>Cancel</Button>
          </Reading>
          <Button variant={isDanger ? 'danger-filled' : 'primary'} type="submit" isBusy={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    />
  )
}

/** A field to type a name into before an irreversible action. Without a name, nothing has to be typed. */
export function useConfirmation(name: string | undefined) {
  const [typed, setTyped] = useState('')
  return {
    isGiven: name === undefined || typed.trim() === name.trim(),
    field: name !== undefined && (
      <TextField
        label={`Type “${name}” to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
      />
    ),
  }
}
