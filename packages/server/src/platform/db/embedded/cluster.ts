import { closeSync, fchownSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { chmod, chown, lstat, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../start/data-folder.ts'
import { StartError } from '../../start/error.ts'
import type { Binaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'
import { spawnGuarded } from './guarded-process.ts'

/** Where PostgreSQL stores its data, and how to reach it. */
export interface Cluster {
  folder: string
  binaries: Binaries
  user: DatabaseUser | undefined
  password: string
}

const postgresMajor = '18'

/**
 * The database user may own its folder but have no access to the parent folders. On Linux, a process can always reach its
 * working directory through this link, and the working directory is set before the user changes.
 */
export function dataDirectoryOf(folder: string, user: DatabaseUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/**
 * Creates the database files in a temporary folder and moves them when complete, so that they never exist partially.
 */
export async function createClusterIfMissing(cluster: Cluster, onProgress: (message: string) => void): Promise<void> {
  const parent = dirname(cluster.folder)
  for (const name of await readdir(parent)) {
    if (name.startsWith('postgres.new-')) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const version = await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    onProgress('Creating the database (first start only)')
    const temporary = await mkdtemp(`${cluster.folder}.new-`)
    await runInitdb(cluster, temporary)
    await rename(temporary, cluster.folder).catch((cause) => {
      throw new StartError(`${cluster.folder} exists but is not a database. Move it away.`, { cause })
    })
    await syncFolder(parent)
  } else if (version.trim() !== postgresMajor) {
    throw new StartError(
      `The database in ${cluster.folder} was created by PostgreSQL ${version.trim()}, but this version of Latchkey uses PostgreSQL ${postgresMajor}. Dump and restore it, or set LATCHKEY_DATA_DIR to another folder.`,
    )
  } else if (cluster.user) await giveTo(cluster.user, cluster.folder)
}

async function runInitdb({ folder, binaries, user, password }: Cluster, temporary: string): Promise<void> {
  if (user) await chown(temporary, user.uid, user.gid)
  const outputFile = join(dirname(folder), 'initdb.log')
  const output = await open(outputFile, 'w', 0o600)
  const input = process.platform === 'win32' ? undefined : openPasswordFile(`${temporary}.password`, password, user)
  try {
    const args = [
      `--pgdata=${dataDirectoryOf(temporary, user)}`,
      '--username=latchkey',
      '--auth=scram-sha-256',
      // A descriptor rather than a path, because the database user may not have access to the path.
      `--pwfile=${input === undefined ? join(dirname(folder), 'postgres-password') : '/dev/fd/0'}`,
      '--encoding=UTF8',
      // PostgreSQL's built-in collation: the same on every machine, and lower() supports more than ASCII.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]
    const options = { user, cwd: temporary, output: output.fd, ...(input !== undefined && { input }) }
    const initdb = spawnGuarded(binaries.initdb, args, { ...options, whenOrphaned: 'kill' })
    const end = await initdb.exited
    if (end === 'exited with code 0') return await rm(outputFile, { force: true })
    const reason = (await readFile(outputFile, 'utf8')).trim().split('\n').at(-1)
    throw new StartError(`The database could not be created in ${folder} (initdb ${end}): ${reason}`)
  } finally {
    if (input !== undefined) closeSync(input)
    await output.close()
  }
}

/** Deleted as soon as it is open, so that nothing is left of it after a crash. */
function openPasswordFile(path: string, password: string, user: DatabaseUser | undefined): number {
  const fd = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  if (user) fchownSync(fd, user.uid, user.gid)
  // Written at a position, so that reading starts at the beginning.
  writeSync(fd, `${password}\n`, 0)
  return fd
}

/** A folder restored from a backup by root belongs to root. */
async function giveTo({ uid, gid }: DatabaseUser, folder: string): Promise<void> {
  if ((await lstat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true })) await lchownTo(join(folder, entry))
  await chmod(folder, 0o700)
  await lchownTo(folder)

  async function lchownTo(path: string) {
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, uid, gid)
  }
}
