import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@latchkey/server'
import { type BareQueries, ownUserQuery } from './bare-queries.ts'
import { measureBundles, measureScreens } from './bundles.ts'
import { findFreePort, Program } from './processes.ts'
import { type Measurement, printReport } from './report.ts'
import { connections, measureOwnUser, measureSignIn } from './requests.ts'
import { measureServerReads } from './sdk-reads.ts'

const serverScript = new URL('../../packages/server/dist/bundle/main.js', import.meta.url)
const floorScript = new URL('floor.js', import.meta.url)
const clientKey = 'client-key-of-the-benchmark'
const serverKey = 'server-key-of-the-benchmark'
const password = 'correct horse battery'
const headers = {
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': clientKey,
}
const megabytes = { target: 130, unit: 'MB' }

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const measurements: Measurement[] = []
try {
  measurements.push(...(await measureServer()), await measureStart(), ...(await measureBundles()))
  measurements.push(...(await measureScreens(75)))
  printReport(measurements)
} finally {
  await rm(folder, { recursive: true, force: true })
}

function serverEnv(port: number): Record<string, string> {
  return {
    PORT: String(port),
    NODE_ENV: 'production',
    LATCHKEY_URL: 'https://bench.example.com',
    LATCHKEY_SECRET: 'a secret for the benchmark, long enough',
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: clientKey,
    LATCHKEY_INTERNAL_SECRET_SERVER_KEY: serverKey,
    LATCHKEY_DATA_DIR: join(folder, 'data'),
    LATCHKEY_LOG: 'warn',
  }
}

async function measureServer(): Promise<Measurement[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'shared') })
  const port = await findFreePort()
  const serverUrl = `http://localhost:${port}`
  const server = new Program(serverScript, { ...serverEnv(port), DATABASE_URL: postgres.connectionString })
  try {
    await server.waitForResponse(serverUrl)
    const first = await createUser(serverUrl, 0)
    await delay(3_000)
    const resident = server.residentMegabytes()

    const users = [first]
    while (users.length < connections) users.push(await createUser(serverUrl, users.length))
    const floorPort = await findFreePort()
    const floorUrl = `http://localhost:${floorPort}`
    const floorEnv = {
      PORT: String(floorPort),
      DATABASE_URL: postgres.connectionString,
      QUERIES: JSON.stringify({ '/': [ownUserQuery(first.user_id)] } satisfies BareQueries),
    }
    const floor = new Program(floorScript, floorEnv)
    try {
      await floor.waitForResponse(floorUrl)
      const target = { serverUrl, floorUrl, headers, password, users }
      return [
        await measureOwnUser(target),
        await measureSignIn(target),
        await measureServerReads({ serverUrl, clientKey, serverKey, userId: first.user_id }),
        { what: 'server process, idle, resident memory', value: resident, atLeast: false, ...megabytes },
      ]
    } finally {
      await floor.stop()
    }
  } finally {
    await server.stop()
    await postgres.stop()
  }
}

/** With the embedded database and existing data, until /ready responds. */
async function measureStart(): Promise<Measurement> {
  const start = async () => {
    const port = await findFreePort()
    const started = performance.now()
    const server = new Program(serverScript, serverEnv(port))
    await server.waitForResponse(`http://localhost:${port}`, '/ready')
    const seconds = (performance.now() - started) / 1000
    await server.stop()
    return seconds
  }
  await start()
  const times = [await start(), await start(), await start()].sort((a, b) => a - b)
  return {
    what: 'start with existing data until /ready responds',
    value: times[1]!,
    unit: 's',
    target: 1,
    atLeast: false,
  }
}

/** Created by a server rather than by sign-up, which would send an email for each during the measurement. */
async function createUser(serverUrl: string, index: number) {
  const email = `bench-${index}@example.com`
  const serverHeaders = { ...headers, 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey }
  const user = { primary_email: email, primary_email_auth_enabled: true, password }
  await post(`${serverUrl}/api/v1/users`, serverHeaders, user)
  const signIn = await post(`${serverUrl}/api/v1/auth/password/sign-in`, headers, { email, password })
  const tokens = (await signIn.json()) as { user_id: string; access_token: string }
  return { ...tokens, email }
}

async function post(url: string, requestHeaders: Record<string, string>, body: unknown): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...requestHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response
}
