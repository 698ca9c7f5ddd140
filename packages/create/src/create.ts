import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, envFile, envFileNames } from './env-file.ts'
import { Failure, type Options, packageNameOf } from './options.ts'
import { connect, downloadPackage } from './server.ts'

const templates = fileURLToPath(new URL('../templates', import.meta.url))

/** Everything is asked of the server before anything is written, so that a failure leaves no half of an app. */
export async function createApp(options: Options): Promise<void> {
  const { folder, framework, url, isInstalled } = options
  const { connection, projectName } = await connect(options)
  const library = await downloadPackage(url)
  mkdirSync(folder, { recursive: true })
  cpSync(join(templates, framework), folder, { recursive: true })
  // npm does not pack a file with the real name.
  renameSync(join(folder, '_gitignore'), join(folder, '.gitignore'))
  writeFileSync(join(folder, library.name), library.content)
  writeManifest(folder, library.name)
  writeEnvFile(folder, framework, connection)
  const manager = findPackageManager()
  if (isInstalled) install(manager, folder)
  print(`\n✓ The app is connected to ${projectName} at ${url}. Start it and sign up:\n`)
  print(`  cd ${quote(relative(process.cwd(), folder) || '.')}`)
  if (!isInstalled) print(`  ${manager} install`)
  print(`  ${manager} run dev\n`)
}

function writeManifest(folder: string, library: string): void {
  const path = join(folder, 'package.json')
  const { dependencies, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  // A file of the app rather than an address: it installs anywhere, and stays the same when the server is upgraded.
  const own = { '@latchkey/react': `file:${library}`, ...dependencies }
  const content = { ...manifest, name: packageNameOf(folder), dependencies: own }
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}

function writeEnvFile(folder: string, framework: Options['framework'], connection: Connection): void {
  writeFileSync(join(folder, envFileNames[framework]), `${envFile(framework, connection)}\n`)
}

/** The one that runs this program. */
function findPackageManager(): string {
  const [name] = (process.env.npm_config_user_agent ?? '').split('/', 1)
  return name && ['pnpm', 'yarn', 'bun'].includes(name) ? name : 'npm'
}

function install(manager: string, folder: string): void {
  const args = manager === 'npm' ? ['install', '--no-audit', '--no-fund'] : ['install']
  const { status } = spawnSync(manager, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Failure(`The app is in ${folder}, but its packages could not be installed: see above.`)
}

const quote = (path: string) => (/\s/.test(path) ? `"${path}"` : path)

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
