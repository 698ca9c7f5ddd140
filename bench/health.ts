import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { headersOf, startInternalServer } from './internal-server.ts'
import { isMet, type Measurement, printReport } from './report.ts'
import { listWorstRequests } from './worst-requests.ts'

// The largest and most expensive requests that the server accepts, and how long `/health` is delayed by them: some that
// are known to be expensive, and the worst one of every route and page.

const clientHeaders = headersOf('client')
const serverHeaders = headersOf('server')
const adminHeaders = headersOf('admin')
const maxBodyBytes = 1_500_000
const maxConfigBytes = 5_900_000
const maxValueBytes = 5_900_000
const parallel = 8
const targetMillis = 100
const measureMillis = 2_000
const maxResponseMillis = 3_000
/** How often the requests of each route are sent. */
const rounds = 2
const shownRoutes = 10

const server = await startInternalServer()
const { url } = server
const watcher = new Worker(new URL('./health-watcher.js', import.meta.url), { workerData: { url } })
try {
  await seedLargeUsers(40)
  const signUp = (body: string) => sender('/auth/password/sign-up', body)
  const list = () => fetch(`${url}/api/v1/users`, { headers: serverHeaders })
  const cases: [string, () => Promise<Response>][] = [
    ['nothing', () => delay(50).then(() => new Response())],
    ['a long text', signUp(JSON.stringify({ email: 'x'.repeat(maxBodyBytes - 100), password: '' }))],
    ['deep arrays', signUp('['.repeat(maxBodyBytes / 2) + ']'.repeat(maxBodyBytes / 2))],
    ['many items', signUp(`[${'0,'.repeat(maxBodyBytes / 2 - 2)}0]`)],
    ['many objects', signUp(`{"email":[${'{},'.repeat(maxBodyBytes / 3 - 10)}{}]}`)],
    ['many unknown fields', signUp(manyFields())],
    ['many fields of a form', sender('/auth/oauth/token', manyFormFields(), 'application/x-www-form-urlencoded')],
    ['metadata of many objects', sender('/users', metadataOf('{}', 19_000), 'application/json', serverHeaders)],
    ['metadata of many members', sender('/users', metadataOf('{"a":0}', 9_000), 'application/json', serverHeaders)],
    ['a list of users with large metadata', list],
    ['a large configuration', configure(JSON.stringify({ config_override_string: manyFields(maxConfigBytes) }))],
    ['a configuration of many objects', configure(`[${'{},'.repeat(maxConfigBytes / 3 - 10)}{}]`)],
    ['a large value for the vault', setValue()],
  ]
  const measurements: Measurement[] = []
  for (const [what, request] of cases) measurements.push(await measureWait(what, request))
  measurements.push(...(await measureEveryRoute()))
  printReport(measurements)
  if (!measurements.every(isMet)) process.exitCode = 1
} finally {
  await watcher.terminate()
  await server.close()
}

/** A few seconds of one request at a time, then of several at once, while another connection checks the health. */
async function measureWait(what: string, request: () => Promise<Response>): Promise<Measurement> {
  const alone = await longestWait(request, 1)
  const together = await longestWait(request, parallel)
  const detail = `status ${alone.status}; one at a time ${alone.millis.toFixed(0)} ms, ${parallel} at once ${together.millis.toFixed(0)} ms`
  return {
    what,
    value: Math.max(alone.millis, together.millis),
    unit: 'ms',
    target: targetMillis,
    atLeast: false,
    detail,
  }
}

/** The waits for every route and page, of which the longest are listed. */
async function measureEveryRoute(): Promise<Measurement[]> {
  const waits: { what: string; millis: number; status: number }[] = []
  for (const { what, path, init } of await listWorstRequests(url)) {
    // Some responses have no end.
    const send = () =>
      fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(maxResponseMillis) }).then(finish, () => 0)
    await readLongestWait()
    let status = 0
    for (let round = 0; round < rounds; round++) [status = 0] = await Promise.all([send(), send()])
    waits.push({ what, millis: await readLongestWait(), status })
  }
  waits.sort((a, b) => b.millis - a.millis)
  return waits.slice(0, shownRoutes).map(({ what, millis, status }, index) => ({
    what: `${index + 1} of ${waits.length}: ${what}`,
    value: millis,
    unit: 'ms',
    target: targetMillis,
    atLeast: false,
    detail: `status ${status}; 2 at once`,
  }))
}

async function longestWait(request: () => Promise<Response>, connections: number) {
  const end = Date.now() + measureMillis
  let status = 0
  const repeat = async () => {
    // The server may refuse the request and close the connection before the whole body is sent.
    while (Date.now() < end) status = (await request().then(finish, () => 0)) || status
  }
  await readLongestWait()
  await Promise.all(Array.from({ length: connections }, repeat))
  return { millis: await readLongestWait(), status }
}

async function finish(response: Response): Promise<number> {
  await response.arrayBuffer().catch(() => undefined)
  return response.status
}

/** Since it was last read. In a separate thread, so that sending large bodies does not delay the measurement. */
async function readLongestWait(): Promise<number> {
  watcher.postMessage('read')
  const [millis] = (await once(watcher, 'message')) as [number]
  return millis
}

async function seedLargeUsers(count: number): Promise<void> {
  const large = 'x'.repeat(250_000)
  const body = JSON.stringify({ client_metadata: large, client_read_only_metadata: large, server_metadata: large })
  const create = sender('/users', body, 'application/json', serverHeaders)
  for (let n = 0; n < count; n++) {
    const response = await create()
    if (!response.ok) throw new Error(`POST /users answered ${response.status}: ${await response.text()}`)
  }
}

function configure(body: string) {
  return sender('/internal/config/override', body, 'application/json', adminHeaders, 'PATCH')
}

function setValue() {
  const body = JSON.stringify({ hashed_key: 'x'.repeat(100), encrypted_value: 'x'.repeat(maxValueBytes) })
  return sender('/data-vault/stores/any/set', body, 'application/json', serverHeaders)
}

function manyFields(bytes = maxBodyBytes): string {
  const fields = Array.from({ length: bytes / 15 }, (_, n) => `"k${n.toString(36)}":0`)
  return `{${fields.join()}}`
}

function manyFormFields(): string {
  return Array.from({ length: maxBodyBytes / 12 }, (_, n) => `k${n.toString(36)}=0`).join('&')
}

function metadataOf(item: string, count: number): string {
  return `{"client_metadata":[${Array(count).fill(item).join()}]}`
}

function sender(
  path: string,
  body: string,
  type = 'application/json',
  headers: Record<string, string> = clientHeaders,
  method = 'POST',
) {
  const bytes = Buffer.from(body)
  const request = { method, headers: { ...headers, 'content-type': type }, body: bytes }
  return () => fetch(`${url}/api/v1${path}`, request)
}
