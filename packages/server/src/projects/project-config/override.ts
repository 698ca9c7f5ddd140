/**
 * A project's settings are stored as an override: an object whose keys are dotted key paths and whose values may be
 * objects. Rendering applies shallower keys first, so a deeper key takes precedence.
 */
export type Override = Record<string, unknown>

const segment = '[a-zA-Z0-9_:$][a-zA-Z0-9_:$-]*'
const keyPath = new RegExp(`^${segment}(?:\\.${segment})*$`)

export function isKeyPath(key: string): boolean {
  return keyPath.test(key) && !key.split('.').some(isPrototypeName)
}

/** Each key of the patch replaces that key and everything below it. The order of the keys does not matter. */
export function mergeOverride(stored: Override, patch: Override): Override {
  const isReplaced = (key: string) => [key, ...shallowerKeys(key)].some((candidate) => Object.hasOwn(patch, candidate))
  const kept = Object.entries(stored).filter(([key]) => !isReplaced(key))
  const merged: Override = { ...Object.fromEntries(kept), ...patch }
  for (const [key, value] of Object.entries(patch)) {
    // A null is kept only while it hides a value set by a shallower key.
    const hidesSomething = shallowerKeys(key).some((shallower) => (merged[shallower] ?? null) !== null)
    if (value === null && !hidesSomething) delete merged[key]
  }
  return merged
}

/**
 * Null restores the value of a new project, which may differ from the default of the setting. Returns the patch that
 * does so.
 */
export function restoreDefaults(patch: Override, defaults: Override): Override {
  const restored: Override = { ...patch }
  for (const path of Object.entries(patch).flatMap(([key, value]) => listNulls(key, value))) {
    for (const [key, value] of Object.entries(defaults)) {
      const isBelow = key === path || key.startsWith(`${path}.`)
      const isGiven = [key, ...shallowerKeys(key)].some(
        (other) => other.length > path.length && (patch[other] ?? null) !== null,
      )
      if (isBelow && !isGiven) restored[key] = value
    }
  }
  return restored
}

function listNulls(path: string, value: unknown): string[] {
  if (value === null) return [path]
  if (!isBranch(value) || Array.isArray(value)) return []
  return Object.entries(value as Override).flatMap(([name, member]) => listNulls(`${path}.${name}`, member))
}

/** `a.b.c` → `a.b` and `a`. */
function shallowerKeys(key: string): string[] {
  const keys: string[] = []
  for (let end = key.lastIndexOf('.'); end > 0; end = key.lastIndexOf('.', end - 1)) keys.push(key.slice(0, end))
  return keys
}

/** The override as one tree without dotted keys and nulls. */
export function expandOverride(override: Override): Record<string, unknown> {
  const tree: Record<string, unknown> = {}
  const entries = Object.entries(override).map(([key, value]) => ({ path: key.split('.'), value }))
  entries.sort((a, b) => a.path.length - b.path.length)
  for (const { path, value } of entries) setAt(tree, path, value)
  return tree
}

function setAt(tree: Record<string, unknown>, path: string[], value: unknown): void {
  if (path.some(isPrototypeName)) return
  let node = tree
  for (const name of path.slice(0, -1)) {
    if (value === null && !isBranch(node[name])) return
    if (!isBranch(node[name])) node[name] = {}
    node = node[name] as Record<string, unknown>
  }
  const last = path.at(-1)!
  if (value === null) delete node[last]
  else node[last] = withoutNulls(value)
}

function isBranch(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return [...value]
  if (!isBranch(value)) return value
  return Object.fromEntries(
    Object.entries(value as Override)
      .filter(([key, member]) => member !== null && !isPrototypeName(key))
      .map(([key, member]) => [key, withoutNulls(member)]),
  )
}

/** The tree without what is at these paths. */
export function withoutPaths(tree: Override, paths: string[], start = ''): Override {
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([name]) => !paths.includes(start + name))
      .map(([name, member]) => {
        const isTree = isBranch(member) && !Array.isArray(member)
        return [name, isTree ? withoutPaths(member as Override, paths, `${start}${name}.`) : member]
      }),
  )
}

/** Properties that every object inherits, which must not be mistaken for settings. */
export function isPrototypeName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype'
}
