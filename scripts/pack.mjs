import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { runNpm } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** In the order in which they depend on each other. All have the same version. */
export const publicPackages = ['contract', 'sdk', 'react', 'create', 'cli']

/**
 * Writes the packages as they are published, each in its own folder: without sources, tests and what only this
 * repository needs, with README and license. They must have been built.
 */
export function stagePackages(target) {
  for (const name of publicPackages) stagePackage(join(root, 'packages', name), join(target, name))
}

/** Packs what has been staged, and returns the paths of the tarballs. */
export function packPackages(staged, target = staged) {
  mkdirSync(target, { recursive: true })
  const folders = publicPackages.map((name) => `./${name}`)
  const packed = JSON.parse(runNpm(['pack', '--json', `--pack-destination=${target}`, ...folders], { cwd: staged }))
  return packed.map(({ filename }) => join(target, filename))
}

function stagePackage(source, target) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const { bin, exports } = readJson(join(source, 'package.json'))
  // Nobody imports a command, so it needs no types.
  const isWanted = exports ? /\.(js|d\.ts)$/ : /\.js$/
  for (const file of listBuiltFiles(source).filter((path) => isWanted.test(path))) {
    const path = join(target, 'dist', file)
    mkdirSync(join(path, '..'), { recursive: true })
    // Source maps would refer to the sources.
    const code = readFileSync(join(source, 'dist', file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    writeFileSync(path, code)
  }
  for (const path of Object.values(bin ?? {})) {
    cpSync(join(source, path), join(target, path))
    chmodSync(join(target, path), 0o755)
  }
  const styles = exports?.['./styles.css']
  if (styles) writeFileSync(join(target, 'styles.css'), readStyles(join(source, styles)))
  cpSync(join(source, 'README.md'), join(target, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(source), null, 2)}\n`)
}

function publishedManifest(source) {
  const { private: _, files: __, devDependencies: ___, ...manifest } = readJson(join(source, 'package.json'))
  // The templates of apps are for the dashboard only: the program gets them from the server.
  const entries = Object.entries(manifest.exports ?? {}).filter(([entry]) => !entry.endsWith('*'))
  const exports = entries.map(([entry, { 'latchkey-source': _, ...conditions }]) => {
    return entry.endsWith('.css') ? [entry, entry] : [entry, conditions]
  })
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => {
    return [name, name.startsWith('@latchkey/') ? manifest.version : range]
  })
  const { sideEffects } = manifest
  return {
    ...manifest,
    ...(exports.length > 0 && { ...forOldTools(exports), exports: Object.fromEntries(exports) }),
    ...(Array.isArray(sideEffects) && { sideEffects: sideEffects.filter((path) => !path.startsWith('./src/')) }),
    dependencies: Object.fromEntries(dependencies),
    publishConfig: { access: 'public' },
  }
}

/** The same entries for tools that do not read `exports`, such as TypeScript with `moduleResolution: node10`. */
function forOldTools(exports) {
  const { types, default: main } = exports.find(([entry]) => entry === '.')?.[1] ?? {}
  const typed = exports.filter(([entry, { types }]) => entry !== '.' && types)
  const typesVersions = { '*': Object.fromEntries(typed.map(([entry, { types }]) => [entry.slice(2), [types]])) }
  return { ...(main && { main, types }), ...(typed.length > 0 && { typesVersions }) }
}

/** One file with everything that it imports. */
function readStyles(path) {
  return readFileSync(path, 'utf8').replaceAll(/@import "(.+)";/g, (_, part) => readStyles(join(path, '..', part)))
}

/** Leaves out what tests share, and what an earlier build has left of sources that are gone. */
function listBuiltFiles(source) {
  const isSource = (path) => ['.ts', '.tsx'].some((extension) => existsSync(join(source, 'src', path + extension)))
  return readdirSync(join(source, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)testing\//.test(path) && isSource(path.replace(/(\.d\.ts|\.js)$/, '')))
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** `npm run pack`: the folders in `dist`, and the tarballs there or in the folder that is named. */
async function pack(target) {
  const staged = join(root, 'dist')
  await build()
  stagePackages(staged)
  for (const tarball of packPackages(staged, target)) console.log(tarball)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  pack(resolve(process.argv[2] ?? join(root, 'dist'))).catch((error) => {
    console.error(error.isExpected ? error.message : error)
    process.exit(1)
  })
}
