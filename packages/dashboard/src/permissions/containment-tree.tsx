import type { Definition } from './scope.ts'

/** A tree of permissions: those that no other contains, each with the ones it contains. */
export function ContainmentTree({ definitions }: { definitions: readonly Definition[] }) {
  const contained = new Set(definitions.flatMap((definition) => definition.contained_permission_ids))
  const tops = definitions.filter(({ id }) => !contained.has(id))
  // In a cycle, every permission is inside another, so all are roots.
  const roots = tops.length > 0 ? tops : definitions
  const byId = new Map(definitions.map((definition) => [definition.id, definition.contained_permission_ids]))
  return (
    <ul className="ui-list permissions-tree">
      {roots.map(({ id }) => (
        <Branch key={id} id={id} byId={byId} above={[]} />
      ))}
    </ul>
  )
}

interface BranchProps {
  id: string
  byId: ReadonlyMap<string, readonly string[]>
  above: readonly string[]
}

function Branch({ id, byId, above }: BranchProps) {
  const inside = (byId.get(id) ?? []).filter((each) => each !== id && !above.includes(each))
  return (
    <li>
      <code>{id}</code>
      {inside.length > 0 && (
        <ul className="ui-list">
          {inside.map((each) => (
            <Branch key={each} id={each} byId={byId} above={[...above, id]} />
          ))}
        </ul>
      )}
    </li>
  )
}
