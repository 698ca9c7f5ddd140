import { type ReactNode, useEffect, useState } from 'react'
import { FloatingContainer, openModal } from '../ui/dialog.tsx'

/** The sidebar on a phone: slides over the page and closes with Escape or a tap beside it. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  useEffect(() => {
    if (element) openModal(element)
  }, [element])
  return (
    <FloatingContainer value={element}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it */}
      <dialog
        ref={setElement}
        className="frame-drawer"
        aria-label="Menu"
        onClose={onClose}
        onClick={(event) => {
          if (event.target === event.currentTarget) onClose()
        }}
      >
        {children}
      </dialog>
    </FloatingContainer>
  )
}
