import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { headersOf, startInternalServer } from './internal-server.ts'
import { type LoadRequest, requestsPerSecond } from './load.ts'
import { findFreePort, Program } from './processes.ts'
import { type Measurement, printReport } from './report.ts'
import { compare, connections, seconds } from './requests.ts'

/** What the peer needs, outside of our lock: nothing of ours depends on it. */
const packages = ['better-auth@1.7.7', 'pg@8', '@node-rs/argon2@2']
const password = 'correct horse battery'

/** A server under load: Latchkey or its peer. */
interface Contestant {
  program: Program
  signUp: (newEmail: () => string) => LoadRequest & { body: () => string }
  signIn: (email: string) => LoadRequest
  /** Of somebody who has just signed up. */
  readSession: (response: Response) => Promise<LoadRequest>
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-peer-'))
const latchkey = await startInternalServer()
try {
  const peer = await startPeer()
  try {
    printReport(await measure(latchkeyOf(latchkey), peer))
  } finally {
    await peer.program.stop()
  }
} finally {
  await latchkey.close()
  await rm(folder, { recursive: true, force: true })
}

/** In a database of its own beside ours. */
async function startPeer(): Promise<Contestant> {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: folder })
  const script = join(folder, 'server.mjs')
  await copyFile(new URL('../peer-server.mjs', import.meta.url), script)
  const client = new pg.Client({ connectionString: latchkey.databaseUrl })
  await client.connect()
  await client.query('CREATE DATABASE peer')
  await client.end()
  const database = new URL(latchkey.databaseUrl)
  database.pathname = '/peer'
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const env = { PORT: String(port), DATABASE_URL: database.href, NODE_ENV: 'production' }
  const program = new Program(pathToFileURL(script), env)
  await program.waitForResponse(url)
  const headers = { 'content-type': 'application/json', origin: url }
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    url: `${url}/api/auth${path}`,
    headers,
    body: JSON.stringify(body),
  })
  return {
    program,
    signUp: (newEmail) => ({
      ...post('/sign-up/email', {}),
      body: () => JSON.stringify({ email: newEmail(), password, name: 'Ada' }),
    }),
    signIn: (email) => post('/sign-in/email', { email, password }),
    readSession: async (response) => {
      const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
      return { method: 'GET', url: `${url}/api/auth/get-session`, headers: { cookie: cookie.join('; ') } }
    },
  }
}

function latchkeyOf({ url, program }: Awaited<ReturnType<typeof startInternalServer>>): Contestant {
  const headers = headersOf('client')
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    url: `${url}/api/v1/auth/password${path}`,
    headers,
    body: JSON.stringify(body),
  })
  return {
    program,
    // Each of them sends an email as well.
    signUp: (newEmail) => ({
      ...post('/sign-up', {}),
      body: () => JSON.stringify({ email: newEmail(), password, verification_callback_url: `${url}/verify` }),
    }),
    signIn: (email) => post('/sign-in', { email, password }),
    readSession: async (response) => {
      const { access_token: token } = (await response.json()) as { access_token: string }
      return { method: 'GET', url: `${url}/api/v1/users/me`, headers: { ...headers, 'x-stack-access-token': token } }
    },
  }
}

async function measure(ours: Contestant, theirs: Contestant): Promise<Measurement[]> {
  const both = [await prepare(ours), await prepare(theirs)] as const
  const [first, second] = both
  const rounds = { rounds: 7, warmUpRounds: 4 }
  const race = async (what: string, target: number, rate: (each: Prepared) => Promise<number>) => {
    const { ratio, detail } = await compare(
      () => rate(first),
      () => rate(second),
      rounds,
    )
    return { what, value: ratio, unit: '×', target, atLeast: true, detail }
  }
  const times = {
    reads: await race('session read, against better-auth', 15, ({ reads }) => requestsPerSecond(reads, seconds)),
    signIns: await race('sign-in at equal hash cost', 1.1, ({ signIns }) => requestsPerSecond(signIns, seconds)),
    signUps: await race('sign-up at equal hash cost', 1, ({ signUps }) => requestsPerSecond(signUps, seconds)),
  }
  await delay(3_000)
  const [mine, other] = both.map(({ program }) => program.residentMegabytes()) as [number, number]
  const memory = { what: 'memory after this load', value: mine / other, unit: '×', target: 1, atLeast: false }
  const detail = `${mine.toFixed(0)} MB against ${other.toFixed(0)} MB`
  return [times.reads, times.signIns, times.signUps, { ...memory, detail }]
}

interface Prepared {
  program: Program
  reads: LoadRequest[]
  signIns: LoadRequest[]
  signUps: LoadRequest[]
}

/** One user per connection. */
async function prepare({ program, signUp, signIn, readSession }: Contestant): Promise<Prepared> {
  const prepared: Prepared = { program, reads: [], signIns: [], signUps: [] }
  for (let index = 0; index < connections; index++) {
    const email = newEmail()
    const { url, method, headers = {}, body } = signUp(() => email)
    const response = await fetch(url, { method, headers, body: body() })
    if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
    prepared.reads.push(await readSession(response))
    prepared.signIns.push(signIn(email))
    prepared.signUps.push(signUp(newEmail))
  }
  return prepared
}

function newEmail(): string {
  return `${randomUUID()}@example.com`
}
