import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadFault } from './fault.ts'

const megabytes = 320
const fullSeconds = 10
let folder: string | undefined

/** The database on a small file system of its own, which somebody else fills up. */
export const diskFault: LoadFault = {
  id: 'F12',
  name: `the disk of the database is full for ${fullSeconds} seconds`,
  tries: 3,
  refusesWrites: true,
  unreadiness: 'database disk full',
  get rig() {
    return { folder: mountSmallDisk() }
  },
  findObstacle: () => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root can mount a small file system'
    try {
      mountSmallDisk()
      return undefined
    } catch (error) {
      return `no small file system: ${(error as Error).message.split('\n')[0]}`
    }
  },
  strike: async () => {
    const filler = join(folder!, 'filler')
    for (const bytes of [1 << 20, 1 << 12]) while (await isWritten(filler, bytes));
    await delay(fullSeconds * 1000)
    rmSync(filler)
  },
}

function isWritten(file: string, bytes: number): Promise<boolean> {
  return writeFile(file, Buffer.alloc(bytes), { flag: 'a' }).then(
    () => true,
    () => false,
  )
}

function mountSmallDisk(): string {
  if (folder) return folder
  const place = mkdtempSync(join(tmpdir(), 'latchkey-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', place], { stdio: 'pipe' })
  folder = place
  process.on('exit', () => {
    spawnSync('umount', ['-l', place])
    rmSync(place, { recursive: true, force: true })
  })
  return place
}
