import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeGuideFiles } from './guide-files.ts'
import { findFreePort } from './start-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const example = join(root, 'examples/nextjs')
const packages = ['contract', 'sdk', 'react']
const staged = join(root, '.cache/packages')
const { stagePackages } = await import(new URL('../scripts/pack.mjs', import.meta.url).href)

/** The versions of Next.js that the package declares: from one on, and below a major version. */
export const supportedNext = readSupportedNext()

function readSupportedNext(): { oldest: string; endMajor: number } {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'packages/react/package.json'), 'utf8'))
  const [, oldest, end] = /^>=(\d+\.\d+\.\d+) <(\d+)$/.exec(peerDependencies.next) ?? []
  if (!oldest || !end) throw new Error(`The versions of Next.js have no bounds: ${peerDependencies.next}`)
  return { oldest, endMajor: Number(end) }
}

/** In the environment of the build. It must not be in anything that browsers get. */
export const secretOfBuild = 'ssk_which_browsers_must_not_get'

/** The example with the version of Next.js in its lockfile. */
export function buildExample(): Promise<string> {
  return whileLocked(buildNewest)
}

async function buildNewest(): Promise<string> {
  // From what has been built already, as the server of these tests.
  stagePackages(staged)
  const lock = readFileSync(join(example, 'package-lock.json'), 'utf8')
  if (hasChanged(example, 'installed', [lock])) {
    await npm(example, 'ci')
    remember(example, 'installed', [lock])
  }
  await build(example)
  return example
}

/** The example with the oldest version of Next.js that the package is for. */
export function buildExampleWithOldestVersion(): Promise<string> {
  return whileLocked(buildOldest)
}

async function buildOldest(): Promise<string> {
  stagePackages(staged)
  const folder = join(root, '.cache/nextjs-oldest')
  const { dependencies, devDependencies, ...rest } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'))
  const others = Object.entries(dependencies).filter(([name]) => !name.startsWith('@latchkey/'))
  const manifest = JSON.stringify({
    ...rest,
    dependencies: {
      ...Object.fromEntries(others),
      next: supportedNext.oldest,
      'lean-qr': '^2.7.4',
    },
    devDependencies,
  })
  mkdirSync(folder, { recursive: true })
  for (const name of ['app', 'latchkey.ts', 'proxy.ts', 'tsconfig.json']) {
    rmSync(join(folder, name), { recursive: true, force: true })
    cpSync(join(example, name), join(folder, name), { recursive: true })
  }
  // The example is written with types that Next.js has since 15.5 only.
  writeFileSync(join(folder, 'next.config.mjs'), 'export default { typescript: { ignoreBuildErrors: true } }')
  // Its old name, under which it runs in the edge runtime.
  renameSync(join(folder, 'proxy.ts'), join(folder, 'middleware.ts'))
  if (hasChanged(folder, 'installed', [manifest])) {
    writeFileSync(join(folder, 'package.json'), manifest)
    await npm(folder, 'install', '--no-package-lock')
    remember(folder, 'installed', [manifest])
  }
  await build(folder)
  return folder
}

/** Test files in other processes build the same folders. */
async function whileLocked<T>(action: () => Promise<T>): Promise<T> {
  const lock = join(root, '.cache/next-builds.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  while (!takeLock(lock)) await delay(200)
  try {
    return await action()
  } finally {
    rmSync(lock)
  }
}

function takeLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAbandoned(path)) rmSync(path, { force: true })
    return false
  }
}

/** Whether the process that took the lock was killed. */
function isAbandoned(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    process.kill(holder, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** What the guide leads to, in an app with the configuration that create-next-app writes. The example must be built. */
export function prepareGuide(): string {
  // Below the example, whose packages it uses.
  const folder = join(example, '.cache/guide')
  rmSync(folder, { recursive: true, force: true })
  writeGuideFiles('nextjs', folder)
  writeFileSync(join(folder, 'app/globals.css'), '')
  cpSync(join(example, 'app/icon.svg'), join(folder, 'app/icon.svg'))
  cpSync(join(example, 'package.json'), join(folder, 'package.json'))
  cpSync(join(example, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  const config = { cacheComponents: true, partialPrefetching: true, turbopack: { root: example } }
  writeFileSync(join(folder, 'next.config.mjs'), `export default ${JSON.stringify(config)}`)
  return folder
}

/** What the compiler says about an app whose types Next.js has written. */
export async function compileApp(folder: string): Promise<string> {
  const tsc = join(example, 'node_modules/typescript/bin/tsc')
  const output: { stdout: string } = await execute(process.execPath, [tsc, '--noEmit', '-p', folder]).catch((e) => e)
  return output.stdout
}

/** With the packages as they would be published. */
async function build(folder: string): Promise<void> {
  const sources = [...listFiles(folder), ...packages.flatMap((name) => listFiles(join(staged, name)))]
  const contents = sources.map((path) => readFileSync(path, 'utf8'))
  if (existsSync(join(folder, '.next/BUILD_ID')) && !hasChanged(folder, 'built', contents)) return
  for (const name of packages) {
    const target = join(folder, 'node_modules/@latchkey', name)
    rmSync(target, { recursive: true, force: true })
    cpSync(join(staged, name), target, { recursive: true })
  }
  rmSync(join(folder, '.next'), { recursive: true, force: true })
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], folder, {
    LATCHKEY_API_URL: 'http://localhost:1',
    LATCHKEY_PROJECT_ID: 'unknown-when-building',
    LATCHKEY_PUBLISHABLE_CLIENT_KEY: 'pck_unknown_when_building',
    LATCHKEY_SECRET_SERVER_KEY: secretOfBuild,
  })
  remember(folder, 'built', contents)
}

/** Serves an app that was built, as it would be in production, or one that is being developed. */
export async function startApp(folder: string, env: NodeJS.ProcessEnv, command: 'start' | 'dev' = 'start') {
  const next = [folder, example].map((each) => join(each, 'node_modules/next/dist/bin/next')).find(existsSync)!
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const app = spawn(process.execPath, [next, command, '-p', port], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: command === 'dev' ? 'development' : 'production', ...quiet, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors: string[] = []
  app.stderr.on('data', (chunk) => errors.push(String(chunk)))
  for (const deadline = Date.now() + 100_000; ; await delay(50)) {
    if ((await fetch(`${url}/icon.svg`).catch(() => undefined))?.ok) return { url, errors, stop: () => stop(app) }
    if (app.exitCode !== null || Date.now() > deadline) {
      await stop(app)
      throw new Error(`The app was not ready in 100 seconds: ${errors.join('')}`)
    }
  }
}

async function stop(app: ChildProcess): Promise<void> {
  app.kill('SIGTERM')
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      ({ name }) => !['node_modules', '.next', '.cache', 'next-env.d.ts'].includes(name) && !name.startsWith('.env'),
    )
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}

const quiet = { NEXT_TELEMETRY_DISABLED: '1' }

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const { npm_execpath: script } = process.env
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  if (script && /\.c?js$/.test(script)) await run(process.execPath, [script, ...args, ...options], cwd)
  else await run('npm', [...args, ...options], cwd)
}

const execute = promisify(execFile)

/** Not in a way that blocks: the builds run side by side, and the runner of the tests hears from this process. */
async function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { NODE_ENV: _, ...inherited } = process.env
  await execute(command, args, {
    cwd,
    env: { ...inherited, ...quiet, ...env } as NodeJS.ProcessEnv,
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32' && command === 'npm',
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
  })
}

function hasChanged(folder: string, what: string, contents: string[]): boolean {
  const file = stampFile(folder, what)
  return !existsSync(file) || readFileSync(file, 'utf8') !== hashOf(contents)
}

function remember(folder: string, what: string, contents: string[]): void {
  writeFileSync(stampFile(folder, what), hashOf(contents))
}

const stampFile = (folder: string, what: string) => join(folder, 'node_modules', `.latchkey-${what}`)

function hashOf(contents: string[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content).update('\0')
  return hash.digest('hex')
}
