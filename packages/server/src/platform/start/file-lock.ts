import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

export interface FileLock {
  release(): Promise<void>
}

/**
 * Locks a file until it is released or the process ends. Returns undefined if another process holds the lock. The
 * operating system owns the lock: it cannot become stale after kill -9 or a reused process id, and it also works
 * between containers that share the folder.
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const handle = await openExclusively(path)
  return handle && { release: () => handle.close() }
}

async function openExclusively(path: string): Promise<FileHandle | undefined> {
  if (process.platform === 'linux') return openWithFlock(path)
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT | exclusiveFlags(), 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK' || code === 'EBUSY') return undefined
    throw error
  }
}

/** macOS locks when opening (non-blocking O_EXLOCK), and Windows refuses sharing (UV_FS_O_EXLOCK of libuv). */
function exclusiveFlags(): number {
  return process.platform === 'win32' ? 0x10000000 : 0x20 | constants.O_NONBLOCK
}

/**
 * Node has no API for it, so the `flock` program locks our open file, which it inherits as descriptor 3. The lock
 * belongs to the open file and stays with us when the program exits.
 */
async function openWithFlock(path: string): Promise<FileHandle | undefined> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const exitCode = await runFlock(handle.fd)
    if (exitCode === 0) return handle
    await handle.close()
    if (exitCode === 1) return undefined
  } catch (error) {
    await handle.close()
    throw error
  }
  throw new Error(`${path} cannot be locked: is it on a network file system without locking?`)
}

function runFlock(fd: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
    child.on('error', () =>
      reject(new Error('Locking the data folder needs the program `flock` (package util-linux).')),
    )
    child.on('exit', resolve)
  })
}
