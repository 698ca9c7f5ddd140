import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { createDatabase, openPool } from '../../testing/database.ts'
import { openTestServer, type TestServer, testSecret } from '../../testing/index.ts'
import { closeAfterFile } from '../../testing/opened-servers.ts'
import { createTestProject } from '../../testing/project.ts'
import { addDigest } from './digest.ts'
import { writeBackupFile } from './file.ts'
import { decodeFrames, encodeFrame, type Frame } from './format.ts'
import { restoreBackup } from './restore.ts'

const secrets = createSecrets(testSecret)
const lastLineLength = 91
let folder: string
let server: TestServer
let genuine: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-hostile-'))
  const database = await createDatabase(inject('databaseUrl'))
  server = closeAfterFile(await openTestServer(database.url))
  await (await createTestProject(server)).signUp()
  genuine = await readFile(await backUp('genuine'))
  return async () => {
    await rm(folder, { recursive: true })
    await server.close()
    await database.drop()
  }
})

async function backUp(name: string, passphrase?: string): Promise<string> {
  const path = join(folder, name)
  await writeBackupFile(server.platform.database.pool, path, { secrets, passphrase })
  return path
}

async function openEmptyDatabase(): Promise<pg.Pool> {
  const database = await createDatabase(inject('databaseUrl'), { isEmpty: true })
  const pool = openPool(database.url)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return pool
}

interface Attempt {
  passphrase?: string
  /** Runs between the check of the file and its use. */
  meanwhile?: (path: string) => Promise<void>
}

/** The reason why the file is refused. Fails if the database is not as empty as before. */
async function refusalOf(content: Buffer | string, { passphrase, meanwhile }: Attempt = {}): Promise<string> {
  const path = typeof content === 'string' ? content : join(folder, 'hostile')
  if (typeof content !== 'string') await writeFile(path, content)
  const pool = await openEmptyDatabase()
  const client = await pool.connect()
  const decide = async () => {
    await meanwhile?.(path)
    return 'send' as const
  }
  try {
    const restored = restoreBackup(client, { path, passphrase }, { secrets, decide })
    const error = await restored.then(
      () => expect.fail('The file was restored.'),
      (reason: Error) => reason,
    )
    // Printed without a stack.
    expect(error.name).toMatch(/^(BackupError|ChangedMigrationError|SchemaTooNewError)$/)
    const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")
    expect(rowCount).toBe(0)
    return error.message
  } finally {
    client.release(true)
  }
}

async function unpack(): Promise<Frame[]> {
  const frames: Frame[] = []
  const plain = gunzipSync(genuine.subarray(0, -lastLineLength))
  for await (const frame of decodeFrames([plain] as never)) frames.push(frame)
  return frames
}

/** With the digest of somebody who has the secret. */
async function pack(frames: Frame[], ring = secrets): Promise<Buffer> {
  const content = gzipSync(Buffer.concat(frames.map(encodeFrame)))
  const pieces: Buffer[] = []
  for await (const piece of addDigest([content] as never, ring)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function rewriteRows(frames: Frame[]): Frame[] {
  return frames.map((frame) =>
    frame.type === 'rows'
      ? { ...frame, value: Buffer.from(frame.value.toString().replaceAll('@example.com', '@attacker.com')) }
      : frame,
  )
}

const changed = 'The backup was changed or damaged'
const misfit = 'The backup does not fit the tables'

describe('a file that the secret has not signed is refused', () => {
  test('with rewritten rows, however its digest was made', async () => {
    const rewritten = await pack(rewriteRows(await unpack()), createSecrets('the secret of an attacker, long enough'))
    expect(await refusalOf(rewritten)).toContain('another LATCHKEY_SECRET')
    const claimed = rewritten.toString('latin1').replace(/(latchkey-backup )[0-9a-f]{8}/, `$1${secrets.keyIds[0]}`)
    expect(await refusalOf(Buffer.from(claimed, 'latin1'))).toContain(changed)
    expect(await refusalOf(rewritten.subarray(0, -lastLineLength))).toContain('does not end with its digest')
    const digest = genuine.subarray(-lastLineLength)
    expect(await refusalOf(Buffer.concat([rewritten.subarray(0, -lastLineLength), digest]))).toContain(changed)
  })

  test.each([
    ['two backups in one file', () => Buffer.concat([genuine, genuine])],
    ['something before its digest', () => insertBefore(lastLineLength, Buffer.from('more'))],
    ['more compressed content before its digest', () => insertBefore(lastLineLength, gzipSync('more'))],
    ['a piece left out', () => Buffer.concat([genuine.subarray(0, 2000), genuine.subarray(2100)])],
    ['nothing but a decompression bomb', () => gzipSync(Buffer.alloc(50_000_000))],
    ['a changed digest', () => Buffer.concat([genuine.subarray(0, -2), Buffer.from('x\n')])],
  ])('with %s', async (_, damage) => {
    expect(await refusalOf(damage())).toMatch(/^The backup (was changed or damaged|is incomplete)/)
  })

  test('if it is changed between the check and its use', async () => {
    const rewritten = await pack(rewriteRows(await unpack()), createSecrets('the secret of an attacker, long enough'))
    const claimed = rewritten.toString('latin1').replace(/(latchkey-backup )[0-9a-f]{8}/, `$1${secrets.keyIds[0]}`)
    const meanwhile = (path: string) => writeFile(path, Buffer.from(claimed, 'latin1'))
    expect(await refusalOf(genuine, { meanwhile })).toContain(changed)
    // Decompression would end before the digest is reached.
    const longer = insertBefore(lastLineLength, Buffer.alloc(1_000_000, 'more'))
    expect(await refusalOf(genuine, { meanwhile: (path) => writeFile(path, longer) })).toContain('damaged')
  })
})

const insertBefore = (length: number, bytes: Buffer) =>
  Buffer.concat([genuine.subarray(0, -length), bytes, genuine.subarray(-length)])

describe('even a signed file', () => {
  test('brings no name into a statement', async () => {
    const marker = join(folder, 'executed')
    for (const name of [
      `deployment" FROM PROGRAM 'touch ${marker}' --`,
      'deployment" (name, value) FROM STDIN; DROP TABLE users; --',
      'pg_authid',
    ]) {
      const frames = (await unpack()).map((frame) =>
        frame.type === 'table' && frame.value.name === 'deployment'
          ? { ...frame, value: { ...frame.value, name } }
          : frame,
      )
      expect(await refusalOf(await pack(frames))).toContain(misfit)
    }
    const columns = (await unpack()).map((frame) =>
      frame.type === 'table' && frame.value.name === 'deployment'
        ? { ...frame, value: { ...frame.value, columns: [`name") FROM PROGRAM 'touch ${marker}' --`] } }
        : frame,
    )
    expect(await refusalOf(await pack(columns))).toContain(misfit)
    expect(existsSync(marker)).toBe(false)
  })

  test('has every table once, in order, and nothing else', async () => {
    const frames = await unpack()
    const first = frames.findIndex(({ type }) => type === 'table-end')
    const tables = [frames.slice(1, first + 1), frames.slice(first + 1)]
    expect(await refusalOf(await pack([frames[0]!, ...tables[1]!, ...tables[0]!]))).toContain(misfit)
    expect(await refusalOf(await pack([frames[0]!, ...tables[1]!]))).toContain(misfit)
    expect(await refusalOf(await pack([...frames, ...tables[0]!]))).toContain(misfit)
    expect(await refusalOf(await pack([...frames, ...frames]))).toContain(misfit)
    expect(await refusalOf(await pack(frames.slice(1)))).toContain('it has no header')
  })

  test('with rows that the database refuses leaves no table behind', async () => {
    const doubled = (await unpack()).flatMap((frame): Frame[] => (frame.type === 'rows' ? [frame, frame] : [frame]))
    expect(await refusalOf(await pack(doubled))).toMatch(/^The backup could not be restored: .* Nothing was changed\.$/)
  })

  test.each([
    ['an unknown one', { name: '9999_unknown.sql', checksum: '0' }, 'by a newer version'],
    ['a changed one', { name: '0001_projects.sql', checksum: '0' }, 'is not the one that the tables were created with'],
  ])('needs the migrations of this version: %s is refused', async (_, migration, reason) => {
    const [header, ...rest] = await unpack()
    const value = { ...(header!.value as object), migrations: [migration] }
    expect(await refusalOf(await pack([{ type: 'header', value } as Frame, ...rest]))).toContain(reason)
  })

  test('of an impossible length is damaged', async () => {
    const prefix = Buffer.from([0, 0xff, 0xff, 0xff, 0xff])
    const pieces: Buffer[] = []
    for await (const piece of addDigest([gzipSync(prefix)] as never, secrets)) pieces.push(piece)
    expect(await refusalOf(Buffer.concat(pieces))).toContain('it stops in the middle')
  })
})

describe('what is not the expected file is refused', () => {
  test('a plain backup where a passphrase is given', async () => {
    expect(await refusalOf(genuine, { passphrase: 'correct horse' })).toContain('not encrypted, but a passphrase')
  })

  test('an encrypted one in the place of the digest', async () => {
    const encrypted = await readFile(await backUp('encrypted', 'correct horse'))
    encrypted[encrypted.length - 1]! ^= 1
    expect(await refusalOf(encrypted, { passphrase: 'correct horse' })).toContain('The backup is damaged')
  })

  test.runIf(process.platform !== 'win32')('a pipe, a folder, and nothing at all', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await refusalOf(pipe)).toContain('is not a file')
    expect(await refusalOf(folder)).toContain('is not a file')
    expect(await refusalOf(join(folder, 'absent'))).toContain('no such file')
  })
})

describe('a backup is written', () => {
  test('to a new file of its own, past leftovers and links', async () => {
    const own = await mkdtemp(join(folder, 'own-'))
    const path = join(own, 'latchkey.backup')
    const elsewhere = join(own, 'elsewhere')
    await writeFile(elsewhere, 'untouched', { mode: 0o644 })
    await symlink(elsewhere, `${path}.part`)
    await writeFile(path, 'an old backup', { mode: 0o644 })
    await writeBackupFile(server.platform.database.pool, path, { secrets })
    expect(await readFile(elsewhere, 'utf8')).toBe('untouched')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await lstat(path)).size).toBeGreaterThan(1000)
    expect((await readdir(own)).sort()).toEqual(['elsewhere', 'latchkey.backup', 'latchkey.backup.part'])
  })

  test.runIf(process.platform !== 'win32')('never through a link, nor over a pipe or folder', async () => {
    const { pool } = server.platform.database
    const own = await mkdtemp(join(folder, 'own-'))
    const link = join(own, 'link')
    await symlink(join(own, 'target'), link)
    // Stands for devices as well, which a test must not put at risk.
    const pipe = join(own, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of [link, pipe, own]) {
      await expect(writeBackupFile(pool, path, { secrets }), path).rejects.toThrow('is not a regular file')
    }
    expect((await readdir(own)).sort()).toEqual(['link', 'pipe'])
  })

  test('or the command says in a sentence why not', async () => {
    const { pool } = server.platform.database
    const absent = join(folder, 'absent', 'latchkey.backup')
    const failed = writeBackupFile(pool, absent, { secrets })
    await expect(failed).rejects.toMatchObject({ name: 'BackupError', message: /could not be written: .*no such file/ })
  })
})
