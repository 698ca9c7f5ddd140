import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expectedError } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = `${root}node_modules/.latchkey-install`

/** Runs `npm install` when what is installed is not what the lock file says. */
export function installIfNeeded() {
  const stamp = readFileIfExists(stampFile)
  if (stamp === describeWanted()) return
  if (!isInstalled()) runInstall()
  // Described again, because npm may have completed the lock file.
  writeFileSync(stampFile, describeWanted())
}

function describeWanted() {
  const lock = readFileIfExists(`${root}package-lock.json`)
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

/** Somebody may have installed by hand: npm keeps a list of what it did. */
function isInstalled() {
  const { packages: wanted = {} } = JSON.parse(readFileIfExists(`${root}package-lock.json`) || '{}')
  const { packages: installed } = JSON.parse(readFileIfExists(`${root}node_modules/.package-lock.json`) || '{}')
  if (!installed) return false
  const names = Object.keys(wanted).filter((name) => name.startsWith('node_modules/'))
  return names.every((name) => wanted[name].optional || wanted[name].version === installed[name]?.version)
}

function runInstall() {
  console.log('Installing packages (the first time takes about a minute) …')
  // Also the tools that build, which NODE_ENV=production would leave out.
  const args = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm } = process.env
  const isScript = npm !== undefined && /\.c?js$/.test(npm)
  const options = { cwd: root, stdio: 'inherit' }
  const result = isScript
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0) throw expectedError('The packages could not be installed: see above.')
}

function readFileIfExists(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
