/** How much of the work of lists and searches a read replica takes off the primary. */
import { readdirSync, readFileSync } from 'node:fs'
import { startWithStandby } from '@latchkey/server/testing/standby'
import { headersOf, startInternalServer } from './internal-server.ts'
import { requestsPerSecond } from './load.ts'
import { printReport } from './report.ts'
import { connections } from './requests.ts'

const users = 3_000
const seconds = 10

const databases = await startWithStandby()
const shared = { DATABASE_URL: databases.primaryUrl, LATCHKEY_SECRET: 'a secret for the benchmark, long enough' }
try {
  const alone = await measure({})
  const relieved = await measure({ DATABASE_REPLICA_URL: databases.replicaUrl })
  printReport([
    {
      what: 'processor time of the primary per list, with a replica against without',
      value: relieved.millis / alone.millis,
      unit: '×',
      target: 0.5,
      atLeast: false,
      detail: `${relieved.millis.toFixed(2)} ms against ${alone.millis.toFixed(2)} ms`,
    },
    {
      what: 'lists per second, with a replica on the same cores against without',
      value: relieved.rate / alone.rate,
      unit: '×',
      target: 0.7,
      atLeast: true,
      detail: `${Math.round(relieved.rate)}/s against ${Math.round(alone.rate)}/s`,
    },
  ])
} finally {
  await databases.stop()
}

async function measure(settings: Record<string, string>): Promise<{ rate: number; millis: number }> {
  const server = await startInternalServer({ ...shared, ...settings })
  try {
    await addUsers(server)
    const headers = headersOf('server')
    const paths = ['/users?limit=100', '/users?limit=100&query=person', '/users?limit=100&query=example.com&desc=true']
    const requests = Array.from({ length: connections }, (_, index) => ({
      method: 'GET' as const,
      url: `${server.url}/api/v1${paths[index % paths.length]}`,
      headers,
    }))
    await requestsPerSecond(requests, 3)
    const before = processorMillis(databases.primaryPid)
    const rate = await requestsPerSecond(requests, seconds)
    return { rate, millis: (processorMillis(databases.primaryPid) - before) / (rate * seconds) }
  } finally {
    await server.close()
  }
}

/** Both measurements share one database, so only the first adds them. */
async function addUsers({ call }: Awaited<ReturnType<typeof startInternalServer>>): Promise<void> {
  const { items } = await call<{ items: unknown[] }>('GET', '/users?limit=100')
  if (items.length === 100) return
  for (let index = 0; index < users; index++)
    await call('POST', '/users', { primary_email: `person-${index}@example.com`, display_name: `Person ${index}` })
}

/** Of the server and its connections, which live as long as the measurement. */
function processorMillis(postmaster: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = readStat(name)
    if (fields && (Number(name) === postmaster || Number(fields[1]) === postmaster))
      ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}

/** What follows the name of the program; undefined if the process has just ended. */
function readStat(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
