import type { AdminPermissionDefinition } from '@latchkey/react'

/** The granted permissions that contain another one, at any depth. */
export function findSources(
  definitions: readonly AdminPermissionDefinition[],
  granted: readonly string[],
  wanted: string,
): string[] {
  const inside = new Map(definitions.map(({ id, containedPermissionIds }) => [id, containedPermissionIds]))
  return granted.filter((id) => {
    if (id === wanted) return false
    const reached = new Set(inside.get(id))
    for (const each of reached) for (const next of inside.get(each) ?? []) reached.add(next)
    return reached.has(wanted)
  })
}
