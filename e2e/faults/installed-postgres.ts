import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where distributions install every version of PostgreSQL with all its programs. */
const parents = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/opt/postgresql']

/** The programs of an installed PostgreSQL; the embedded one has no `pg_basebackup`. */
export function findPostgresPrograms(): string | undefined {
  const folders = parents
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((version) => join(path, version, 'bin')))
  return folders.sort().findLast((path) => existsSync(join(path, 'pg_basebackup')))
}

/** PostgreSQL refuses to run as root. */
export const owner = process.getuid?.() === 0 ? { uid: readId('-u', 'nobody'), gid: readId('-g', 'nobody') } : undefined

function readId(option: string, user: string): number {
  return Number(spawnSync('id', [option, user]).stdout)
}

export function runProgram(programs: string, name: string, args: string[]): string {
  return execFileSync(join(programs, name), args, {
    ...owner,
    encoding: 'utf8',
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A folder that PostgreSQL may write to. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}
