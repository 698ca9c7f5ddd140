import { type ReactNode, useState } from 'react'
import { FloatingContainer } from './dialog.tsx'
import { useModal } from './modal.ts'

interface OverlayProps {
  label: string
  className: string
  onClose: () => void
  children: ReactNode
}

/** A layer above the page without its own buttons. Closes with Escape or a tap outside. */
export function Overlay({ label, className, onClose, children }: OverlayProps) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  useModal(element)
  return (
    <FloatingContainer value={element}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it */}
      <dialog
        ref={setElement}
        className={className}
        aria-label={label}
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
