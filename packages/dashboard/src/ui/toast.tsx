import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './button.tsx'
import { useTopDialog } from './modal.ts'

interface Toast {
  id: number
  text: string
  tone: 'success' | 'danger'
  undo?: (() => void) | undefined
}

const shownMillis = 5000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message at the bottom right for five seconds. */
export function toast(
  text: string,
  { undo, tone = 'success' }: { undo?: () => void; tone?: Toast['tone'] } = {},
): void {
  lastId += 1
  // Nobody reads more than three.
  update([...toasts, { id: lastId, text, tone, ...(undo && { undo }) }].slice(-3))
}

function update(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => update(toasts.filter((each) => each.id !== id))

/** Above everything, which inside a dialog's layer is only what the dialog contains. */
export function Toasts() {
  const dialog = useTopDialog()
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  const list = (
    <section aria-label="Notifications" aria-live="polite">
      <ul className="ui-toasts">
        {shown.map((each) => (
          <ToastItem key={each.id} {...each} />
        ))}
      </ul>
    </section>
  )
  return dialog ? createPortal(list, dialog) : list
}

/** Stays while hovered or focused. */
function ToastItem({ id, text, tone, undo }: Toast) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), shownMillis)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <li
      className="ui-toast"
      data-tone={tone}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {tone === 'danger' ? <CircleAlert /> : <CircleCheck />}
      <p className="ui-toast-text">{text}</p>
      {undo && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id)
            undo()
          }}
        >
          Undo
        </Button>
      )}
      <IconButton size="small" label="Dismiss" icon={<X />} onClick={() => dismiss(id)} />
    </li>
  )
}
