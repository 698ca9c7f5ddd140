import { CloudOff } from 'lucide-react'
import { useIsServerAway } from '../data/connection.ts'

/** Shown while the server is unreachable. */
export function ConnectionBanner() {
  const isAway = useIsServerAway()
  return (
    <div role="status">
      {isAway && (
        <div className="ui-banner" data-tone="danger">
          <CloudOff />
          Cannot reach the server. This page may be out of date. Reconnecting …
        </div>
      )}
    </div>
  )
}
