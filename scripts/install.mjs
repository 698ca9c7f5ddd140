import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeThisPlatform, fitsPlatform, listMissingParts } from './platform-builds.mjs'
import { expectedError } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = `${root}node_modules/.latchkey-install`

/** Runs `npm ci` if the installed packages differ from the lockfile. */
export function installIfNeeded() {
  const lock = readFileIfExists(`${root}package-lock.json`)
  const platform = Object.values(describeThisPlatform()).join('-')
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${platform}\n`
  if (readFileIfExists(stampFile) !== wanted) {
    if (!isInstalled(JSON.parse(lock))) runInstall()
    writeFileSync(stampFile, wanted)
  }
  checkParts(JSON.parse(lock))
}

/** Packages may have been installed manually, and `npm ci` would remove them: npm keeps a list of what it installed. */
function isInstalled({ packages: wanted }) {
  const { packages: installed } = JSON.parse(readFileIfExists(`${root}node_modules/.package-lock.json`) || '{}')
  if (!installed) return false
  const platform = describeThisPlatform()
  const isWanted = (entry) => !entry.optional || (entry.os && fitsPlatform(entry, platform))
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && isWanted(entry))
    .every(([path, { version }]) => version === installed[path]?.version)
}

function runInstall() {
  console.log('Installing packages (the first time takes about a minute) …')
  // Includes the build tools, which NODE_ENV=production would leave out, and native modules, which are optional to npm.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm } = process.env
  const isScript = npm !== undefined && /\.c?js$/.test(npm)
  const options = { cwd: root, stdio: 'inherit' }
  const result = isScript
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0) throw expectedError('The packages could not be installed: see above.')
}

/** Native modules that only tests need must not prevent the server from starting, nor a database that is not used. */
function checkParts(lock) {
  const unneeded = [
    '@biomejs/biome',
    'oxc-parser',
    'oxc-resolver',
    ...(process.env.DATABASE_URL ? ['packages/server'] : []),
  ]
  const missing = listMissingParts(lock, root, (name) => !unneeded.includes(name))
  if (missing.length === 0) return
  const [parts, are, them] = missing.length === 1 ? ['part', 'is', 'it'] : ['parts', 'are', 'them']
  throw expectedError(
    `The native ${parts} ${missing.join(', ')} for ${process.platform}-${process.arch} ${are} missing from node_modules: run \`npm ci --include=optional\`, with another registry if yours does not have ${them}.`,
  )
}

function readFileIfExists(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
