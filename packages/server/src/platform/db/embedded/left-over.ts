import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'

/**
 * Stops all PostgreSQL processes that still use the folder, then removes postmaster.pid: its process ID may have been
 * reused by another process, which would block the start. The caller holds the lock of the folder, so these processes
 * cannot belong to another running server.
 */
export async function stopLeftOver(cluster: Cluster): Promise<void> {
  const { folder } = cluster
  const lockFile = join(folder, 'postmaster.pid')
  const postmaster = await readPid(lockFile)
  if (process.platform === 'win32') await stopOnWindows(cluster)

  // First a fast shutdown, then an immediate one, which is recovered from at the next start, then SIGKILL.
  for (const [signal, maxMillis] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 1000],
    ['SIGKILL', 5000],
  ] as const) {
    const pids = await listProcesses(folder, postmaster)
    if (pids.length === 0) break
    const hasPostmaster = postmaster !== undefined && pids.includes(postmaster)
    if (signal === 'SIGINT' && !hasPostmaster) continue
    for (const pid of signal === 'SIGINT' ? [postmaster!] : pids) signalIfAlive(pid, signal)
    await waitForNone(folder, postmaster, maxMillis)
  }
  await rm(lockFile, { force: true })
}

async function waitForNone(folder: string, postmaster: number | undefined, maxMillis: number): Promise<void> {
  const deadline = performance.now() + maxMillis
  while (performance.now() < deadline && (await listProcesses(folder, postmaster)).length > 0) await delay(25)
}

async function readPid(lockFile: string): Promise<number | undefined> {
  const content = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  return pid > 1 ? pid : undefined
}

async function listProcesses(folder: string, postmaster: number | undefined): Promise<number[]> {
  if (process.platform === 'linux') return listByWorkingDirectory(folder)
  if (postmaster === undefined || process.platform === 'win32') return []
  const { stdout } = await promisify(execFile)('ps', ['-p', `${postmaster}`, '-o', 'command=']).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(folder) ? [postmaster] : []
}

/** The data folder is the working directory of every PostgreSQL process, including backends of a killed postmaster. */
async function listByWorkingDirectory(folder: string): Promise<number[]> {
  const place = await stat(folder).catch(() => undefined)
  if (!place) return []
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const matches = await Promise.all(
    names.map(async (name) => {
      const program = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')
      if (program.trim() !== 'postgres') return false
      const cwd = await stat(`/proc/${name}/cwd`).catch(() => undefined)
      return cwd?.ino === place.ino && cwd.dev === place.dev
    }),
  )
  return names.filter((_, index) => matches[index]).map(Number)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited in the meantime.
  }
}

async function stopOnWindows({ folder, binaries }: Cluster): Promise<void> {
  // Fails if nothing is running, which is the goal.
  await promisify(execFile)(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast']).catch(() => {})
}
