import type { Definition } from './scope.ts'

/** The granted permissions that contain another one, at any depth. */
export function findSources(definitions: readonly Definition[], granted: readonly string[], wanted: string): string[] {
  const inside = new Map(definitions.map(({ id, contained_permission_ids }) => [id, contained_permission_ids]))
  return granted.filter((id) => {
    if (id === wanted) return false
    const reached = new Set(inside.get(id))
    for (const each of reached) for (const next of inside.get(each) ?? []) reached.add(next)
    return reached.has(wanted)
  })
}
