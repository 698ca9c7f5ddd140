import { useEffect, useSyncExternalStore } from 'react'

/** The open dialogs, the topmost last. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function update(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

/** Focuses the first field. Without one, the browser decides. */
export function openModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('input, textarea, select')?.focus()
}

/** Opens the dialog while it is rendered. */
export function useModal(dialog: HTMLDialogElement | null): void {
  useEffect(() => {
    if (!dialog) return
    openModal(dialog)
    update([...open, dialog])
    return () => update(open.filter((each) => each !== dialog))
  }, [dialog])
}

/** The topmost dialog. Everything outside of it is covered and inert. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1) ?? null,
  )
}
