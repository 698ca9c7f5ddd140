import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderLockedError, openDataFolder } from './data-folder.ts'
import { StartError } from './error.ts'

let parent: string
let path: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'latchkey-folder-'))
  path = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

// ASVS 13.3.2
test('creates a folder and files that only we may read', async () => {
  const folder = await openDataFolder(path)
  expect(await folder.readOrCreate('secret', () => 'first')).toBe('first')
  expect(await folder.readOrCreate('secret', () => 'second')).toBe('first')
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
  await folder.close()
  expect((await readdir(path)).sort()).toEqual(['lock', 'secret'])
})

test('gives everyone the same value when several create it at once', async () => {
  const folder = await openDataFolder(path)
  let count = 0
  const values = await Promise.all(
    Array.from({ length: 20 }, () => folder.readOrCreate('secret', () => `value ${count++}`)),
  )
  expect(new Set(values).size).toBe(1)
  expect((await readFile(join(path, 'secret'), 'utf8')).trim()).toBe(values[0])
  await folder.close()
})

test('refuses an empty file rather than an empty secret', async () => {
  const folder = await openDataFolder(path)
  await writeFile(join(path, 'secret'), '')
  await expect(folder.readOrCreate('secret', () => 'x')).rejects.toThrow('is empty')
  await folder.close()
})

test('is cleared of what killed servers had not finished writing, and of nothing else', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const kept = [`secret.${process.pid}-0a1b2c3d.tmp`, 'notes.tmp']
  await mkdir(path)
  for (const name of [`holder.json.${ended}-0a1b2c3d.tmp`, ...kept]) await writeFile(join(path, name), '')
  const folder = await openDataFolder(path)
  await folder.close()
  expect((await readdir(path)).sort()).toEqual(['lock', ...kept].sort())
})

test('is locked against a second server, which is told who holds it', async () => {
  const folder = await openDataFolder(path)
  folder.describeHolder({ url: 'http://localhost:8102' })
  await expect
    .poll(() => openDataFolder(path).catch((error) => error))
    .toSatisfy((error: Error) => {
      return error instanceof DataFolderLockedError && error.message.includes('http://localhost:8102')
    })
  await expect(openDataFolder(path)).rejects.toThrow(`process ${process.pid}`)

  await folder.close()
  await (await openDataFolder(path)).close()
})

test.each([
  ['with the embedded database', { isShared: false }],
  ['that several servers share', { isShared: true }],
])('one %s that this user cannot write to is told of in a sentence', async (_, options) => {
  await mkdir(path, { mode: 0o500 })
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? 65_532 : process.getuid?.()
  if (isRoot) await chmod(parent, 0o755)
  const start = async () => (await openDataFolder(path, options)).readOrCreate('secret', () => 'x')
  // Root may write everywhere.
  if (isRoot) process.seteuid?.(uid!)
  const refusal = await start().catch((error: unknown) => error)
  if (isRoot) process.seteuid?.(0)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as Error).message).toBe(
    `The data folder ${path} cannot be used, because user ${uid} may not write to it (EACCES): run \`chown -R ${uid} ${path}\` as root, or set LATCHKEY_DATA_DIR to another folder.`,
  )
})

test('is taken by exactly one of many at once', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => openDataFolder(path)))
  const winners = results.filter((result) => result.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]!.value.close()
})

test('can be shared by servers that only need its secrets', async () => {
  const first = await openDataFolder(path, { isShared: true })
  const second = await openDataFolder(path, { isShared: true })
  expect(await first.readOrCreate('secret', () => 'a')).toBe(await second.readOrCreate('secret', () => 'b'))
  await Promise.all([first.close(), second.close()])
})
