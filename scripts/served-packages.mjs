// `node scripts/served-packages.mjs FOLDER`: packs what the server serves at /packages, after everything was compiled.
// Unlike the published packages, each contains what it needs, so that an app lists one package and installs it without a
// registry.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { publicPackages, stagePackages } from './pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Sources and source maps of other packages, which no app reads. */
const unneeded = /\.map$|^src\//

const target = resolve(process.argv[2] ?? 'served-packages')
const staged = mkdtempSync(join(tmpdir(), 'latchkey-packages-'))
try {
  stagePackages(staged)
  await writePackages()
} finally {
  rmSync(staged, { recursive: true })
}

async function writePackages() {
  const { endOfTar, tarEntry } = await import('../packages/server/dist/site/packages/tar.js')
  const toTar = (files) => files.map(({ path, content }) => tarEntry(`package/${path}`, content, permissionsOf(path)))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of ['react', 'sdk', 'cli']) {
    const archive = Buffer.concat([...toTar(listWithDependencies(name)), endOfTar])
    writeFileSync(join(target, `${name}.tgz`), gzipSync(archive, { level: 9 }))
  }
  const templates = ['vite', 'next'].map((name) => [name, readTemplate(join(root, 'packages/create/templates', name))])
  writeFileSync(join(target, 'templates.json'), JSON.stringify(Object.fromEntries(templates)))
  // The server adds its address and compresses it.
  writeFileSync(join(target, 'create.tar'), Buffer.concat(toTar(listFiles(join(staged, 'create')))))
}

function permissionsOf(path) {
  return { isExecutable: path.startsWith('bin/') }
}

function listWithDependencies(name) {
  const own = listFiles(join(staged, name))
  const bundled = findDependencies(name)
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
function findDependencies(name) {
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

function readTemplate(folder) {
  return Object.fromEntries(listFiles(folder).map(({ path, content }) => [path, content.toString()]))
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
