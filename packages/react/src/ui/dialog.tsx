import { type ReactNode, useEffect, useId, useRef } from 'react'
import { OnDemandStyles } from '../styles/on-demand-styles.tsx'
import { Scope } from './scope.tsx'

interface DialogProps {
  title: string
  /** For the Escape key. A dialog without it can be left through its buttons only. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** A question over the page. The focus returns to where it was before. */
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
      <OnDemandStyles />
      <dialog
        className="lk-dialog"
        ref={dialog}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault()
          onCancel?.()
        }}
        // Browsers close a dialog at the second Escape, whatever it says to the first.
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
