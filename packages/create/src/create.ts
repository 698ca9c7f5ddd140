import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { envFile, envFileNames } from './env-file.ts'
import { Failure, type Options, packageNameOf } from './options.ts'
import { connect, downloadPackage, downloadTemplate } from './server.ts'

/** Everything is asked of the server before anything is written, so that a failure leaves no half of an app. */
export async function createApp(options: Options): Promise<void> {
  const { folder, framework, url, isInstalled } = options
  const { connection, projectName } = await connect(options)
  const library = await downloadPackage(url)
  const { 'package.json': manifest = '{}', ...template } = await downloadTemplate(url, framework)
  const files = {
    'package.json': completeManifest(manifest, packageNameOf(folder), library.name),
    ...template,
    [envFileNames[framework]]: `${envFile(framework, connection)}\n`,
    [library.name]: library.content,
  }
  for (const [path, content] of Object.entries(files)) writeIn(folder, path, content)
  const manager = findPackageManager()
  if (isInstalled) install(manager, folder)
  print(`\n✓ The app is connected to ${projectName} at ${url}. Start it and sign up:\n`)
  print(`  cd ${quote(relative(process.cwd(), folder) || '.')}`)
  if (!isInstalled) print(`  ${manager} install`)
  print(`  ${manager} run dev\n`)
}

/** A file of the app rather than an address: it installs anywhere, and stays the same when the server is upgraded. */
function completeManifest(template: string, name: string, library: string): string {
  const { dependencies, ...manifest } = JSON.parse(template)
  const own = { '@latchkey/react': `file:${library}`, ...dependencies }
  return `${JSON.stringify({ name, ...manifest, dependencies: own }, null, 2)}\n`
}

function writeIn(folder: string, path: string, content: string | Uint8Array): void {
  if (path.startsWith('/') || path.split('/').includes('..')) throw new Failure(`${path} is not a file of an app.`)
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
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
