import { useBlocker } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before a page is left whose changes are not saved. */
export function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      description="Your changes on this page are not saved yet."
      onClose={blocker.reset}
      actions={
        <>
          <Button variant="danger" onClick={blocker.proceed}>
            Leave without saving
          </Button>
          <Button variant="primary" onClick={blocker.reset}>
            Stay here
          </Button>
        </>
      }
    />
  )
}

interface SaveBarProps {
  isChanged: boolean
  isBusy: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Appears with the first change, and keeps the page from being left by accident. */
export function SaveBar({ isChanged, isBusy, onSave, onDiscard }: SaveBarProps) {
  return (
    <>
      <UnsavedChangesGuard isChanged={isChanged} />
      {isChanged && (
        <section className="ui-save-bar" aria-label="Unsaved changes">
          <span>You have unsaved changes.</span>
          <span className="ui-row">
            <Button variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
            <Button variant="primary" isBusy={isBusy} onClick={onSave}>
              Save changes
            </Button>
          </span>
        </section>
      )}
    </>
  )
}
