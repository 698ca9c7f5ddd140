/**
 * A company whose directory is synchronised for the first time: each user is looked for by name and then created, and
 * all of them join a group. `npm run bench directory 1000` does it with a thousand users instead of ten thousand.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startInternalServer } from './internal-server.ts'
import { printReport } from './report.ts'
import { seedEmptyProject } from './seed-users.ts'

const count = Number(process.argv[2] ?? 10_000)
/** Identity providers send several requests at once. */
const concurrency = 8
/** As many members as identity providers add with one request. */
const groupPage = 100
const domain = 'acme.example'

const server = await startInternalServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const scim = await openDirectory()
  const cpuBefore = server.program.cpuSeconds()
  const started = performance.now()
  const ids = await inParallel(count, async (n) => {
    const userName = `person-${n}@${domain}`
    const found = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
    if (found.totalResults !== 0) throw new Error(`${userName} is there already.`)
    const user = { userName, externalId: randomUUID(), displayName: `Person ${n}`, active: true }
    return (await scim('POST', '/Users', user)).id as string
  })
  const seconds = (performance.now() - started) / 1000
  const cpuMillis = ((server.program.cpuSeconds() - cpuBefore) * 1000) / count

  const grouping = performance.now()
  const { id: groupId } = await scim('POST', '/Groups', { displayName: 'Everybody' })
  for (let start = 0; start < count; start += groupPage) {
    const value = ids.slice(start, start + groupPage).map((id) => ({ value: id }))
    await scim('PATCH', `/Groups/${groupId}`, { Operations: [{ op: 'add', path: 'members', value }] })
  }
  const groupingSeconds = (performance.now() - grouping) / 1000

  const { rows } = await client.query('SELECT count(*) FROM outgoing_emails')
  const detail = `${seconds.toFixed(0)} s in all, ${cpuMillis.toFixed(1)} ms of CPU per user`
  printReport([
    { what: 'users per second', value: count / seconds, unit: '/s', target: 50, atLeast: true, detail },
    { what: 'all of them join a group', value: groupingSeconds, unit: 's', target: count / 200, atLeast: false },
    { what: 'emails sent or waiting', value: Number(rows[0].count), unit: '', target: 0, atLeast: false },
  ])
} finally {
  await client.end()
  await server.close()
}

/** Of a team with a proven domain. Returns how its identity provider sends requests. */
async function openDirectory() {
  const { id: project, serverKey } = await seedEmptyProject(client)
  const asServer = {
    'x-stack-project-id': project,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': serverKey,
  }
  const team = await send('POST', '/teams', asServer, { display_name: 'Acme' })
  await client.query(
    `INSERT INTO connection_domains (project_id, id, team_id, domain, challenge, created_at, verified_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'x', now(), now())`,
    [project, team.id, domain],
  )
  const { id, token } = await send('POST', '/directories', asServer, { team_id: team.id })
  const asProvider = { authorization: `Bearer ${token}` }
  return (method: string, path: string, body?: object) => send(method, `/scim/v2/${id}${path}`, asProvider, body)
}

async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return (text ? JSON.parse(text) : {}) as Record<string, unknown>
}

async function inParallel<T>(times: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < times) {
      const n = next++
      results[n] = await run(n)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}
