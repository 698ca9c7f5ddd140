import { Badge } from '../ui/page.tsx'
import './teams.css'

export function GrantedPermissions({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className="ui-muted">None</span>
  const rest = ids.length - 2
  return (
    <span className="teams-permissions">
      {ids.slice(0, 2).map((id) => (
        <Badge key={id}>{id}</Badge>
      ))}
      {rest > 0 && <span className="ui-muted">and {rest} more</span>}
    </span>
  )
}
