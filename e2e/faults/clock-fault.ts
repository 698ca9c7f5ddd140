import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadFault } from './fault.ts'

const library = findLibrary()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-clock-'))
const clock = join(folder, 'clock')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const setClock = (shift: string) => writeFileSync(clock, shift)

/** Of the program `faketime`, which lets the second server see another time than the first and the database. */
export const clockFault: LoadFault = {
  id: 'F13',
  name: 'the clock of one server jumps a day ahead, a day back, and back again',
  tries: 3,
  findObstacle: () => (library ? undefined : 'the program `faketime` is not installed'),
  rig: {
    env: (index) => {
      if (index === 0) return {}
      setClock('+0')
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        // As for a clock that somebody sets: timers go on.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    },
  },
  strike: async () => {
    for (const shift of ['+1d', '-1d', '+0']) {
      setClock(shift)
      await delay(4_000)
    }
  },
}

function findLibrary(): string | undefined {
  const folders = ['/usr/lib', '/usr/local/lib'].filter((path) => existsSync(path))
  const places = folders.flatMap((path) => [path, ...readdirSync(path).map((name) => join(path, name))])
  return places.map((path) => join(path, 'faketime/libfaketime.so.1')).find((path) => existsSync(path))
}
