import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createEmailJobs } from '../../emails/jobs.ts'
import { listOverdueEmails } from '../../emails/outbox/queries.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createSweep } from '../../platform/deliveries/sweep.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { startJobs } from '../../platform/jobs/workers.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets, type Secrets } from '../../platform/secrets.ts'
import { createCodeResolver } from '../../requested-codes.ts'
import { startInbox } from '../../site/inbox/inbox.ts'
import { createDatabase, openPool } from '../../testing/database.ts'
import { openDirectory } from '../../testing/directory.ts'
import { openTestServer, type TestProject, type TestServer, testSecret } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { closeAfterFile } from '../../testing/opened-servers.ts'
import { createTestProject, projectWithKeys } from '../../testing/project.ts'
import { personWithRecoveryCodes, signInWithRecoveryCode } from '../../testing/second-factor.ts'
import { createPerson, createWorld, type World } from '../../testing/world.ts'
import { rememberAuditExport } from '../audit-export/export.ts'
import { writeBackupFile } from './file.ts'
import { openBackup } from './open.ts'
import { countWaiting, type Waiting } from './queries.ts'
import { type RestoreOptions, restoreBackup } from './restore.ts'
import { backUpIfDue } from './schedule.ts'

const secrets = createSecrets(testSecret)
let folder: string
let server: TestServer
let world: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-backup-'))
  const database = await createDatabase(inject('databaseUrl'))
  server = closeAfterFile(await openTestServer(database.url))
  world = await createWorld(server)
  await world.project.signUp()
  const { db } = server.platform
  await enqueueJob(db, 'end-subscriptions', { stripe_account_id: 'acct_1', subscription_ids: ['sub_1'] })
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

async function openEmptyDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const database = await createDatabase(inject('databaseUrl'), { isEmpty: true })
  onTestFinished(() => database.drop())
  const pool = openPool(database.url)
  onTestFinished(() => pool.end())
  return { url: database.url, pool }
}

interface RestoreSettings {
  passphrase?: string | undefined
  ring?: Secrets
  decide?: RestoreOptions['decide']
}

const send = async () => 'send' as const

async function restore(
  pool: pg.Pool,
  path: string,
  { passphrase, ring = secrets, decide = send }: RestoreSettings = {},
) {
  const client = await pool.connect()
  try {
    return await restoreBackup(client, { path, passphrase }, { secrets: ring, decide })
  } finally {
    client.release(true)
  }
}

/** The content of every table, and the definition of every trigger. */
async function readEverything(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'nodes' ORDER BY 1",
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    // When something was migrated differs, of course.
    const row = name === 'migrations' ? "name || ' ' || checksum" : 't::text'
    const { rows } = await pool.query(`SELECT string_agg(${row}, E'\\n' ORDER BY ${row}) AS content FROM "${name}" t`)
    contents[name] = rows[0].content ?? ''
  }
  const { rows } = await pool.query(
    "SELECT string_agg(tgname || ' on ' || tgrelid::regclass, ' ' ORDER BY 1) AS triggers FROM pg_trigger WHERE NOT tgisinternal",
  )
  return { ...contents, triggers: rows[0].triggers }
}

describe('a backup', () => {
  test('brings every row of every table back, in a database that works', async () => {
    const path = await backUp('plain')
    const before = await readEverything(server.platform.database.pool)
    const { url, pool } = await openEmptyDatabase()
    const { rows } = await restore(pool, path)
    await migrate(pool)
    expect(rows).toBeGreaterThan(30)
    expect(before.trusted_devices).not.toBe('')
    expect(before.connection_setups).not.toBe('')
    expect(before.oauth_grants).not.toBe('')
    expect(before.oauth_records).not.toBe('')
    // Trust that has ended since the backup must not come back, nor links that have been used, nor the access of apps.
    const leftOut = { trusted_devices: '', connection_setups: '', oauth_grants: '', oauth_records: '' }
    expect(await readEverything(pool)).toEqual({ ...before, ...leftOut })
    const { rows: jobs } = await pool.query('SELECT name FROM jobs')
    expect(jobs).toContainEqual({ name: 'end-subscriptions' })

    const restored = await openTestServer(url)
    onTestFinished(() => restored.close())
    const project = projectWithKeys(restored, world.project.id, world.project.keys)
    expect((await project.send('GET /users/me', { user: world.person })).status).toBe(200)
    // Numbers that the database assigns continue.
    await project.signUp()
  })

  test('keeps used recovery codes used, and the others good', async () => {
    const { person, codes } = await personWithRecoveryCodes(world.project)
    await signInWithRecoveryCode(world.project, person, codes[0]!)
    const path = await backUp('recovery-codes')
    await signInWithRecoveryCode(world.project, person, codes[2]!)
    const { url, pool } = await openEmptyDatabase()
    await restore(pool, path)
    const restored = await openTestServer(url)
    onTestFinished(() => restored.close())
    const project = projectWithKeys(restored, world.project.id, world.project.keys)
    await expect(signInWithRecoveryCode(project, person, codes[0]!)).rejects.toMatchObject({
      code: 'INVALID_RECOVERY_CODE',
    })
    await expect(signInWithRecoveryCode(project, person, codes[1]!)).resolves.toBeDefined()
    // The backup is from before it was used.
    await expect(signInWithRecoveryCode(project, person, codes[2]!)).resolves.toBeDefined()
  })

  test('signs out the people of companies, whom their identity provider may have deactivated since then', async () => {
    const project = await createTestProject(server)
    const { domain, call } = await openDirectory(project)
    const outsider = await createPerson(project)
    await call('POST /Users', { body: { userName: `ada@${domain}` } })
    const { items } = await project.call('GET /users', { as: 'server', query: { query: domain } })
    const session = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: items[0]!.id } })
    const { url, pool } = await openEmptyDatabase()
    await restore(pool, await backUp('company.backup'))
    const restored = closeAfterFile(await openTestServer(url))
    const there = projectWithKeys(restored, project.id, project.keys)
    const refresh = async ({ refresh_token }: { refresh_token: string }) =>
      (await there.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } }))
        .status
    expect([await refresh(session), await refresh(outsider)]).toEqual([401, 200])
    await restored.close()
  })

  test('ends the access of apps, which the user may have ended since then', async () => {
    const { project, person } = world
    const { url, pool } = await openEmptyDatabase()
    await restore(pool, await backUp('apps.backup'))
    const restored = closeAfterFile(await openTestServer(url))
    const there = projectWithKeys(restored, project.id, project.keys)
    const list = async (on: typeof project) =>
      (await on.call('GET /oauth-provider/grants', { as: 'server', query: { user_id: person.id } })).items
    expect([(await list(project)).length, (await list(there)).length]).toEqual([1, 0])
    await restored.close()
  })

  test('is a copy of one moment, however much is written meanwhile', async () => {
    let isDone = false
    const load = (async () => {
      while (!isDone) await addMemberWithTeam(world.project)
    })()
    const paths = [await backUp('load-1'), await backUp('load-2')]
    isDone = true
    await load
    for (const path of paths) {
      const { pool } = await openEmptyDatabase()
      // A member without the team would violate a foreign key.
      await restore(pool, path)
      const { rows } = await pool.query(
        'SELECT count(*)::int AS count FROM teams t WHERE NOT EXISTS (SELECT FROM team_memberships m WHERE m.team_id = t.id)',
      )
      expect(rows[0].count).toBe(0)
    }
  })

  // ASVS 11.4.4
  test('can be encrypted with a passphrase', async () => {
    const path = await backUp('encrypted', 'correct horse')
    expect((await readFile(path)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
    const { pool } = await openEmptyDatabase()
    await expect(restore(pool, path)).rejects.toThrow('The backup is encrypted: its passphrase is needed.')
    await expect(restore(pool, path, { passphrase: 'wrong' })).rejects.toThrow(
      'cannot be decrypted with this passphrase',
    )
    expect((await restore(pool, path, { passphrase: 'correct horse' })).rows).toBeGreaterThan(30)
  })

  // ASVS 13.3.2
  test('can be read by its owner only', async () => {
    const path = await backUp('private')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['stops in the middle', async (path: string) => truncate(path, 5_000)],
    ['has a changed byte', async (path: string) => flipByte(path, 6_000)],
    ['is something else', async (path: string) => writeFile(path, 'Dear diary, …')],
    ['is empty', async (path: string) => writeFile(path, '')],
  ])('that %s is refused before anything is changed', async (_, damage) => {
    for (const passphrase of [undefined, 'correct horse']) {
      const path = await backUp('damaged', passphrase)
      await damage(path)
      const { pool } = await openEmptyDatabase()
      await expect(restore(pool, path, { passphrase })).rejects.toMatchObject({ name: 'BackupError' })
      expect((await pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0)
    }
  })

  test('of another secret is refused, and one of a former secret is not', async () => {
    const path = await backUp('secret')
    const { pool } = await openEmptyDatabase()
    const other = createSecrets('another secret that is long enough as well')
    await expect(restore(pool, path, { ring: other })).rejects.toThrow('made with another LATCHKEY_SECRET')
    const ring = createSecrets('another secret that is long enough as well', [testSecret])
    expect((await restore(pool, path, { ring })).rows).toBeGreaterThan(30)
  })

  test('is never restored over existing data', async () => {
    const path = await backUp('existing')
    const { pool } = server.platform.database
    const before = await readEverything(pool)
    await expect(restore(pool, path)).rejects.toThrow('already contains data of Latchkey')
    expect(await readEverything(pool)).toEqual(before)
  })
})

describe('what was waiting to be sent when the backup was made', () => {
  const waitingJobs = "SELECT FROM jobs WHERE name LIKE 'send-%' OR name LIKE '%webhook%'"
  let path: string
  let waiting: Waiting
  let address: string
  beforeAll(async () => {
    const project = await createTestProject(server)
    const receiver = { url: 'https://receiver.example.com/', event_types: ['user.created' as const] }
    await project.call('POST /internal/webhook-endpoints', { as: 'admin', body: receiver })
    const { email } = await project.signUp()
    address = email
    await project.call('POST /auth/password/send-reset-code', {
      body: { email, callback_url: 'http://localhost:3000' },
    })
    path = await backUp('waiting')
    const client = await server.platform.database.pool.connect()
    waiting = await countWaiting(client)
    client.release()
    expect(waiting).toEqual({ emails: expect.any(Number), webhooks: expect.any(Number) })
    expect(Math.min(waiting.emails, waiting.webhooks)).toBeGreaterThan(0)
  })

  test('is sent if the operator says so', async () => {
    const { url, pool } = await openEmptyDatabase()
    const asked: Waiting[] = []
    const decide = async (found: Waiting) => {
      asked.push(found)
      return 'send' as const
    }
    await restore(pool, path, { decide })
    expect(asked).toEqual([waiting])
    await migrate(pool)
    // Jobs only wake: without them, the emails are found all the same.
    await pool.query("DELETE FROM jobs WHERE name = 'send-email'")
    await pool.query("UPDATE outgoing_emails SET next_attempt_at = now() - interval '1 minute'")
    const inbox = await startInbox(createLog({ level: 'error', isProduction: false }))
    onTestFinished(() => inbox.close())
    const copy = await openTestServer(url, { smtp: inbox.smtp })
    onTestFinished(() => copy.close())
    const { platform } = copy
    const handlers = createEmailJobs(platform, createCodeResolver(platform))
    await createSweep(platform.db, [listOverdueEmails])['wake-deliveries']({}, firstAttempt)
    const jobs = startJobs({ ...platform, handlers })
    onTestFinished(() => jobs.stop())
    const received = () => inbox.list().flatMap(({ to, template }) => (to.includes(address) ? [template] : []))
    await expect.poll(received).toContain('password_reset')
    expect(received()).toContain('email_verification')
  })

  test('is not sent if it is discarded', async () => {
    const { pool } = await openEmptyDatabase()
    await restore(pool, path, { decide: async () => 'discard' })
    const client = await pool.connect()
    expect(await countWaiting(client)).toEqual({ emails: 0, webhooks: 0 })
    client.release()
    expect((await pool.query(waitingJobs)).rowCount).toBe(0)
    const kept = await pool.query("SELECT FROM jobs WHERE name = 'end-subscriptions'")
    expect(kept.rowCount).toBe(1)
  })

  test('is not exported again: the server that was backed up has done so since', async () => {
    const { db } = server.platform
    await rememberAuditExport(db, true)
    await world.project.call('POST /users', { as: 'server', body: {} })
    await rememberAuditExport(db, false)
    const path = await backUp('exports')
    const { rows: before } = await server.platform.database.pool.query('SELECT FROM audit_exports')
    await db.deleteFrom('audit_exports').execute()
    expect(before.length).toBeGreaterThan(0)
    const { pool } = await openEmptyDatabase()
    await restore(pool, path)
    expect((await pool.query('SELECT FROM audit_exports')).rowCount).toBe(0)
  })

  test('is left alone if the operator cannot decide', async () => {
    const { pool } = await openEmptyDatabase()
    const decide = async () => Promise.reject(new Error('undecided'))
    await expect(restore(pool, path, { decide })).rejects.toThrow('undecided')
    expect((await pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0)
  })
})

test('scheduled backups are made when they are due, and only the newest are kept', async () => {
  const target = join(folder, 'scheduled')
  let time = Date.parse('2026-11-16T03:37:00Z')
  const { database, log, secrets } = server.platform
  const config = { ...server.platform.config, backups: { folder: target, hours: 24, kept: 2 } }
  const run = () => backUpIfDue({ config, database, log, secrets, now: () => new Date(time) })
  await run()
  time += 3_600_000
  await run()
  expect(await readdir(target)).toEqual(['latchkey-2026-11-16T03-37-00Z.backup'])
  await writeFile(join(target, 'notes.txt'), 'not ours')
  for (let day = 0; day < 3; day++) {
    time += 24 * 3_600_000 - 60_000
    await run()
  }
  const names = await readdir(target)
  expect(names).toHaveLength(3)
  expect(names).toContain('notes.txt')
  expect(names.sort()[1]).toMatch(/^latchkey-2026-11-19T/)
  await (await openBackup({ path: join(target, names[1]!) }, secrets)).close()
})

async function addMemberWithTeam(project: TestProject): Promise<void> {
  const body = { display_name: 'Team', creator_user_id: world.person.id }
  await project.call('POST /teams', { as: 'server', body })
}

async function flipByte(path: string, index: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[index]! ^= 1
  await writeFile(path, bytes)
}
