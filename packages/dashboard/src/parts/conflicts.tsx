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
    toast('Someone else changed this too. Reload to see their changes.', {
      tone: 'danger',
    })
    open?.decide(undefined)
  }, [open])
  return null
}
