import { type ComponentProps, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { useFloatingContainer } from './dialog.tsx'

/** For dialogs of table rows and headers: they do not inherit the styles of these places. */
export function Outside({ children }: { children: ReactNode }) {
  return createPortal(children, useFloatingContainer() ?? document.body)
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && <Outside>{dialog(() => setIsOpen(false))}</Outside>}
    </>
  )
}
