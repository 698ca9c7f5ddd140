import { lazy, Suspense, useEffect } from 'react'
import { useOpenConflict } from '../data/conflicts.ts'
import { toast } from '../ui/toast.tsx'

// Loaded with the first conflict.
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx').catch(() => ({ default: NotLoaded })))

export function Conflicts() {
  const open = useOpenConflict()
  return (
    open && (
      <Suspense>
        <ConflictDialog />
      </Suspense>
    )
  )
}

/** Back to editing, so that nothing is lost. */
function NotLoaded() {
  const open = useOpenConflict()
  useEffect(() => {
    toast('Another owner changed the same. Reload the page to see how.', {
      tone: 'danger',
    })
    open?.decide(undefined)
  }, [open])
  return null
}
