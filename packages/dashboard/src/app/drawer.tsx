import { type ReactNode, useEffect, useRef } from 'react'
import { openModal } from '../ui/dialog.tsx'

/** The sidebar on a phone: slides over the page and closes with Escape or a tap beside it. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current) openModal(dialog.current)
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      className="frame-drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
