import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'

/**
 * Ends every PostgreSQL process that still works on the folder, then removes what says that one does: a
 * postmaster.pid whose number some other process has by now must not block the start. The caller holds the folder's
 * lock, so nobody else has just started these.
 */
export async function stopLeftOver(cluster: Cluster): Promise<void> {
  const { folder } = cluster
  const lockFile = join(folder, 'postmaster.pid')
  const postmaster = await readPid(lockFile)
  if (process.platform === 'win32') await stopOnWindows(cluster)

  // A fast shutdown first; without an answer an immediate one, which recovers at the next start; then force.
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
  const deadline = Date.now() + maxMillis
  while (Date.now() < deadline && (await listProcesses(folder, postmaster)).length > 0) await delay(25)
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

/** Every PostgreSQL process works inside its data folder, the backends of a killed postmaster as well. */
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
    // It ended by itself meanwhile.
  }
}

async function stopOnWindows({ folder, binaries }: Cluster): Promise<void> {
  // It fails when nothing runs, which is what we want to reach.
  await promisify(execFile)(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast']).catch(() => {})
}
