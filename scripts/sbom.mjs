// `npm run sbom`: writes dist/sbom.json, the software bill of materials in the CycloneDX format.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNpm } from './run.mjs'
import { listShippedPackages, products } from './shipped-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Everything that is shipped, for all platforms, as the lockfile has it. */
export function describeMaterials() {
  // With `--omit=dev`, npm leaves out whatever any workspace needs for development, even if the server needs it too.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const workspaces = products.map((path) => `--workspace=${path}`)
  const sbom = JSON.parse(runNpm([...args, ...workspaces], { cwd: root }))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const shipped = new Set(listShippedPackages(lock).map(({ name, version }) => `${name}@${version}`))
  const references = (list) => list.filter((reference) => shipped.has(reference))
  // npm names it after the folder.
  sbom.metadata.component.name = lock.name
  return {
    ...sbom,
    components: sbom.components.filter((component) => shipped.has(component['bom-ref'])),
    dependencies: [
      { ref: sbom.metadata.component['bom-ref'], dependsOn: [...shipped] },
      ...sbom.dependencies
        .filter(({ ref }) => shipped.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: references(dependsOn) })),
    ],
  }
}

export function writeMaterials(path) {
  writeFileSync(path, `${JSON.stringify(describeMaterials(), null, 2)}\n`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeMaterials(join(root, 'dist/sbom.json'))
  console.log('Wrote dist/sbom.json.')
}
