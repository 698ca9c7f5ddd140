import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { execute, openWayTo } from '@latchkey/server/testing'
import { endConnections } from './database-faults.ts'
import type { LoadFault } from './fault.ts'
import { root } from './root.ts'

let way: Awaited<ReturnType<typeof openWayTo>>

const silence: LoadFault = {
  id: 'F9',
  name: 'the network to the database is silent for 20 seconds',
  tries: 3,
  rig: {
    wayTo: async (databaseUrl) => {
      way = await openWayTo(databaseUrl)
      return way.url
    },
  },
  strike: async () => {
    way.setSilent(true)
    await delay(20_000)
    way.setSilent(false)
  },
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-dns-'))
const outage = join(folder, 'outage')
const lostNames = pathToFileURL(join(root, 'e2e/faults/lost-names.mjs')).href
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const namesLost: LoadFault = {
  id: 'F9a',
  name: 'the name of the database cannot be resolved for 10 seconds',
  tries: 3,
  rig: {
    env: () => ({ NODE_OPTIONS: `--import ${lostNames}`, TEST_DNS_OUTAGE_FILE: outage }),
    wayTo: (databaseUrl) => databaseUrl.replace('127.0.0.1', 'localhost'),
  },
  strike: async ({ databaseUrl }) => {
    writeFileSync(outage, '')
    await execute(databaseUrl, endConnections)
    await delay(10_000)
    rmSync(outage)
  },
}

export const networkFaults: LoadFault[] = [silence, namesLost]
