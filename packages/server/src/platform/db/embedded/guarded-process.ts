import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { databaseEnvironment } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'

export interface GuardedProcess {
  pid: number
  isRunning(): boolean
  /** Resolves with a description of how it ended; never rejects. */
  exited: Promise<string>
  signal(name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void
  /** Whether it keeps our own process alive. */
  keepAlive(isNeeded: boolean): void
}

interface SpawnOptions {
  user: DatabaseUser | undefined
  cwd: string
  /** A file descriptor for everything the process prints. */
  output: number
  input?: number
  /** What happens when our process dies: a clean stop, or SIGKILL for its whole process group. */
  whenOrphaned: 'stop' | 'kill'
}

/**
 * The guard waits on a pipe that only we hold open. A line tells it to exit; the end of the pipe means that our process
 * has died. It starts before the program, so that there is no moment without it, and is a grandchild, so that PostgreSQL
 * does not find an unknown child process.
 */
const guardScript = `
( ( read -r _ || kill "$1" "$2$$" ) <&3 >/dev/null 2>&1 & )
shift 2
exec "$@" 3<&-`

/** Starts a program in its own process group, so that Ctrl-C only reaches us and we can stop it cleanly. */
export function spawnGuarded(program: string, args: string[], options: SpawnOptions): GuardedProcess {
  const { user, cwd, output, input, whenOrphaned } = options
  const stdio: StdioOptions = [input ?? 'ignore', output, output, 'pipe']
  const spawnOptions = { ...user, cwd, stdio, env: databaseEnvironment(), detached: true, windowsHide: true }
  const guardArgs = whenOrphaned === 'stop' ? ['-INT', ''] : ['-KILL', '-']
  const child =
    process.platform === 'win32'
      ? spawn(program, args, spawnOptions)
      : spawn('/bin/sh', ['-c', guardScript, 'sh', ...guardArgs, program, ...args], spawnOptions)
  return watch(child)
}

function watch(child: ChildProcess): GuardedProcess {
  const guard = child.stdio[3] as (Writable & { ref(): void; unref(): void }) | null
  guard?.on('error', () => {})
  let isRunning = child.pid !== undefined
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ? `was killed by ${signal}` : `exited with code ${code}`))
  }).finally(() => {
    isRunning = false
    guard?.end('\n')
  })
  return {
    pid: child.pid ?? -1,
    isRunning: () => isRunning,
    exited,
    signal: (name) => void (isRunning && child.kill(name)),
    keepAlive(isNeeded) {
      const action = isNeeded ? 'ref' : 'unref'
      child[action]()
      guard?.[action]()
    },
  }
}
