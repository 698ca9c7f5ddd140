import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './error.ts'
import { type FileLock, lockFile } from './file-lock.ts'

export interface DataFolder {
  path: string
  /** The content of a file that only we may read; it is created durably if it does not exist. */
  readOrCreate(name: string, create: () => string): Promise<string>
  /** What another server's error message says about this one. */
  describeHolder(info: object): void
  close(): Promise<void>
}

export class DataFolderLockedError extends StartError {
  override name = 'DataFolderLockedError'
}

interface OpenOptions {
  /** Several servers on one external database may share one folder's generated secrets. */
  isShared?: boolean
}

/** Creates the folder if needed and locks it against other servers. */
export async function openDataFolder(path: string, { isShared = false }: OpenOptions = {}): Promise<DataFolder> {
  const lock = await createAndLock(path, isShared)
  if (!isShared && !lock) throw new DataFolderLockedError(describeLock(path, await readHolder(path)))

  if (lock) await removeLeftOvers(path)
  const holderFile = join(path, 'holder.json')
  const since = new Date().toISOString()
  // Writes are serialized: the last description wins.
  let written: Promise<void> = Promise.resolve()
  const describeHolder = (info: object) => {
    if (!lock) return
    const text = `${JSON.stringify({ pid: process.pid, since, ...info })}\n`
    // Best effort: it only makes another server's message more helpful.
    written = written.then(() => writeDurably(holderFile, text, rename)).catch(() => {})
  }
  describeHolder({})
  await written

  return {
    path,
    readOrCreate: (name, create) =>
      readOrCreateFile(join(path, name), create).catch((error: unknown) => {
        throw error instanceof StartError ? error : describeRefusal(path, error)
      }),
    describeHolder,
    async close() {
      await written
      if (!lock) return
      await rm(holderFile, { force: true })
      await lock.release()
    },
  }
}

async function createAndLock(path: string, isShared: boolean): Promise<FileLock | undefined> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return isShared ? undefined : await lockFile(join(path, 'lock'))
  } catch (cause) {
    throw describeRefusal(path, cause)
  }
}

/** Why the folder cannot be used, and what to do: above all in containers, where volumes may belong to another user. */
function describeRefusal(path: string, cause: unknown): StartError {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM')
    return new StartError(`The data folder ${path} cannot be used (${message}): set LATCHKEY_DATA_DIR.`, { cause })
  const uid = process.geteuid?.()
  const [user, advice] =
    uid === undefined ? ['this user', 'allow it'] : [`user ${uid}`, `run \`chown -R ${uid} ${path}\` as root`]
  return new StartError(
    `The data folder ${path} cannot be used, because ${user} may not write to it (${code}): ${advice}, or set LATCHKEY_DATA_DIR to another folder.`,
    { cause },
  )
}

/** Removes unfinished files of servers that were killed. Those of running servers, which may share the folder, stay. */
async function removeLeftOvers(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const [, pid] = /\.(\d+)-[0-9a-f]{8}\.tmp$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(path, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function readOrCreateFile(file: string, create: () => string): Promise<string> {
  const existing = await readIfExists(file)
  if (existing) return existing
  await writeDurably(file, `${create()}\n`, linkOrRename)
  // Read back, because another server may have been first.
  const content = await readIfExists(file)
  if (!content) throw new StartError(`${file} is empty. Remove it, and a new one will be generated.`)
  return content
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The file appears complete or not at all, even after a power failure. */
async function writeDurably(
  file: string,
  content: string,
  publish: (temporary: string, file: string) => Promise<void>,
): Promise<void> {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await publish(temporary, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** A link never replaces a file that another server has created meanwhile; some file systems only support rename. */
async function linkOrRename(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(temporary, file)
  }
}

/** Makes a new directory entry survive a power failure. Windows does not support it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readHolder(path: string): Promise<{ pid?: number; url?: string; since?: string }> {
  try {
    return JSON.parse(await readFile(join(path, 'holder.json'), 'utf8'))
  } catch {
    return {}
  }
}

function describeLock(path: string, { pid, url, since }: { pid?: number; url?: string; since?: string }): string {
  const details = [url, pid && `process ${pid}`, since && `running since ${since}`].filter(Boolean)
  const holder = details.length > 0 ? ` (${details.join(', ')})` : ''
  return `The data folder ${path} is in use by another Latchkey server${holder}. Stop that one, or set LATCHKEY_DATA_DIR to another folder.`
}
