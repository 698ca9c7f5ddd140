import { appInternalsSymbol } from '@latchkey/sdk'
import { useSyncExternalStore } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { Skeleton } from './skeleton.tsx'

/** The app's logo or name, so that people see whom they give their password to. Its place is kept free meanwhile. */
export function Brand() {
  const { subscribe, getSnapshot } = useApp()[appInternalsSymbol].project
  const project = useSyncExternalStore(subscribe, getSnapshot, () => undefined)
  if (project?.status === 'error') return null
  if (project?.status !== 'ok') {
    return (
      <div className="lk-brand">
        <Skeleton shape="mark" />
        <Skeleton shape="line" />
      </div>
    )
  }
  const { displayName } = project.value
  return (
    <p className="lk-brand">
      <span className="lk-brand-mark" aria-hidden="true">
        {[...displayName][0]?.toUpperCase()}
      </span>
      {displayName}
    </p>
  )
}
