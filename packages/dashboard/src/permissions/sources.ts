import type { Definition } from './scope.ts'

/** Returns what a permission contains, at any depth. */
export function createReach(definitions: readonly Definition[]): (id: string) => ReadonlySet<string> {
  const inside = new Map(definitions.map(({ id, contained_permission_ids }) => [id, contained_permission_ids]))
  const known = new Map<string, ReadonlySet<string>>()
  return (id) => {
    const found = known.get(id)
    if (found) return found
    const reached = new Set(inside.get(id))
    // A set also iterates over what is added to it on the way.
    for (const each of reached) for (const next of inside.get(each) ?? []) reached.add(next)
    known.set(id, reached)
    return reached
  }
}

/** The granted permissions that contain another one, at any depth. */
export function findSources(definitions: readonly Definition[], granted: readonly string[], wanted: string): string[] {
  const reach = createReach(definitions)
  return granted.filter((id) => id !== wanted && reach(id).has(wanted))
}
