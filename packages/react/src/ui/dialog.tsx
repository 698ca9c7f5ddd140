import { type ReactNode, useEffect, useId, useRef } from 'react'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { Scope } from './scope.tsx'

interface DialogProps {
  title: string
  /** Called on Escape. A dialog without it can only be closed with its buttons. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** A modal dialog. The focus returns to the previous element. */
export function Dialog({ title, onCancel, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => before?.focus()
  }, [])
  return (
    <Scope>
      <OverlayStyles />
      <dialog
        className="lk-dialog"
        ref={dialog}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault()
          onCancel?.()
        }}
        // Browsers close a dialog on the second Escape, even if it prevents the first.
        onClose={() => dialog.current?.showModal()}
      >
        <h2 className="lk-title" id={id}>
          {title}
        </h2>
        {children}
      </dialog>
    </Scope>
  )
}
