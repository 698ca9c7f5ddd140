import { CloudOff } from 'lucide-react'
import { useIsServerAway } from '../data/connection.ts'

/** There while the server is away, and gone when it is back. */
export function ConnectionBanner() {
  const isAway = useIsServerAway()
  return (
    <div role="status">
      {isAway && (
        <div className="ui-banner" data-tone="danger">
          <CloudOff aria-hidden="true" />
          The server cannot be reached. What you see may be out of date. Trying again …
        </div>
      )}
    </div>
  )
}
