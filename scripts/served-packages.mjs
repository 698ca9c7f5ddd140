// Packs what the server serves at /packages. Unlike the published packages, each contains everything that it needs, so
// that an app lists one package and installs it without a registry.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { publicPackages, stagePackages } from './pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Sources and source maps of other packages, which no app reads. */
const unneeded = /\.map$|^src\//

/** The packages must have been compiled. */
export async function packServedPackages(target) {
  const { endOfTar, tarEntry } = await import('../packages/server/dist/site/packages/tar.js')
  const staged = mkdtempSync(join(tmpdir(), 'latchkey-packages-'))
  const toTar = (files) => files.map(({ path, content }) => tarEntry(`package/${path}`, content, isCommand(path)))
  try {
    stagePackages(staged)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const name of ['react', 'sdk', 'cli']) {
      const archive = Buffer.concat([...toTar(listWithDependencies(staged, name)), endOfTar])
      writeFileSync(join(target, `${name}.tgz`), gzipSync(archive, { level: 9 }))
    }
    // The server adds its address and compresses it.
    writeFileSync(join(target, 'create.tar'), Buffer.concat(toTar(listFiles(join(staged, 'create')))))
  } finally {
    rmSync(staged, { recursive: true })
  }
}

const isCommand = (path) => ({ isExecutable: path.startsWith('bin/') })

function listWithDependencies(staged, name) {
  const own = listFiles(join(staged, name))
  const bundled = findDependencies(staged, name)
  const files = own.map((file) => (file.path === 'package.json' ? withBundled(file, bundled) : file))
  const others = [...bundled].flatMap(([dependency, folder]) =>
    listFiles(folder)
      .filter(({ path }) => folder.startsWith(staged) || !unneeded.test(path))
      .map(({ path, content }) => ({ path: `node_modules/${dependency}/${path}`, content })),
  )
  return [...files, ...others]
}

/** Package managers take these from the archive instead of a registry. */
function withBundled({ path, content }, bundled) {
  const manifest = JSON.parse(content)
  const dependencies = Object.fromEntries([...bundled].map(([name, folder]) => [name, readManifest(folder).version]))
  const result = { ...manifest, dependencies, bundleDependencies: Object.keys(dependencies) }
  return { path, content: Buffer.from(`${JSON.stringify(result, null, 2)}\n`) }
}

/** All packages that one needs at run time, with their folders: ours as they are published, others as installed here. */
function findDependencies(staged, name) {
  const found = new Map()
  const pending = [{ folder: join(staged, name), from: join(root, 'packages', name) }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const dependency of Object.keys(readManifest(next.folder).dependencies ?? {}).sort()) {
      const own = publicPackages.find((each) => dependency === `@latchkey/${each}`)
      const folder = own ? join(staged, own) : findInstalled(next.from, dependency)
      const known = found.get(dependency)
      if (known && known !== folder) throw new Error(`${name} needs two versions of ${dependency}.`)
      if (known) continue
      found.set(dependency, folder)
      pending.push({ folder, from: own ? join(root, 'packages', own) : folder })
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function findInstalled(from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(path)) return realpathSync(path)
    if (folder === dirname(folder)) throw new Error(`${name} is not installed.`)
  }
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function listFiles(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix + entry.name
      if (entry.isDirectory()) return listFiles(folder, `${path}/`)
      return [{ path, content: readFileSync(join(folder, path)) }]
    })
}
