import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { writeBackup } from '../../administration/backups/write.ts'
import { createEmailJobs } from '../../emails/jobs.ts'
import { createCodeResolver } from '../../requested-codes.ts'
import { startInbox } from '../../site/inbox/inbox.ts'
import { createDatabase, execute } from '../../testing/database.ts'
import { race } from '../../testing/index.ts'
import { hasPgBouncer, openPgBouncer } from '../../testing/pgbouncer.ts'
import { createTestProject } from '../../testing/project.ts'
import { openTestServer } from '../../testing/server.ts'
import { startJobs } from '../jobs/workers.ts'
import { createLog } from '../log.ts'

if (!hasPgBouncer) console.log('PgBouncer is not installed, so its tests do not run.')

describe.runIf(hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  async function openNodes(count: number, { lines, limit }: { lines?: string[]; limit?: string } = {}) {
    const database = await createDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const name = new URL(database.url).pathname.slice(1)
    if (limit) await execute(database.url, `ALTER DATABASE ${name} SET statement_timeout = '${limit}'`)
    const pooler = await openPgBouncer(database.url)
    onTestFinished(() => pooler.close())
    const inbox = await startInbox(createLog({ level: 'error', isProduction: false }))
    onTestFinished(() => inbox.close())
    const options = {
      // Limits are counted by a procedure that commits, which a pooler has to let through.
      config: { databaseDirectUrl: database.url, rateLimits: true },
      smtp: inbox.smtp,
      ...(lines && { logLines: lines }),
    }
    const nodes = []
    for (let node = 0; node < count; node++) {
      const server = await openTestServer(pooler.url, options)
      onTestFinished(() => server.close())
      nodes.push(server)
    }
    return { nodes, inbox }
  }

  test('requests, transactions and prepared statements work on shared connections', async () => {
    const { nodes } = await openNodes(2)
    const [project, again] = await Promise.all(nodes.map((node) => createTestProject(node)))
    const users = await Promise.all([project!.signUp(), again!.signUp()])
    const { succeeded, failed } = await race(60, async (index) => {
      const { call } = index % 2 === 0 ? project! : again!
      await call('GET /users/me', { user: users[index % 2] })
      return call('POST /users', { as: 'server', body: { display_name: 'Ada' } })
    })
    expect(failed).toEqual([])
    expect(new Set(succeeded.map(({ id }) => id)).size).toBe(60)
  })

  test('another node hears at once of a key that was revoked', async () => {
    const { nodes } = await openNodes(2)
    const { call, id, keys } = await createTestProject(nodes[0]!)
    const headers = {
      'x-stack-project-id': id,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': keys.publishableClientKey,
    }
    const ask = async () => (await nodes[1]!.fetch('/api/v1/projects/current', { headers })).status
    expect(await ask()).toBe(200)
    const [set] = (await call('GET /internal/api-keys', { as: 'admin' })).items
    await call('PATCH /internal/api-keys/{id}', { as: 'admin', params: { id: set!.id }, body: { revoked: true } })
    await expect.poll(ask).toBe(401)
  })

  test('jobs are done and emails are sent', async () => {
    const { nodes, inbox } = await openNodes(1)
    const { platform } = nodes[0]!
    const handlers = createEmailJobs(platform, createCodeResolver(platform))
    const jobs = startJobs({ ...platform, handlers })
    onTestFinished(() => jobs.stop())
    const { call, signUp } = await createTestProject(nodes[0]!)
    const { email } = await signUp()
    const body = { email, callback_url: 'http://localhost:3000/reset' }
    await call('POST /auth/password/send-reset-code', { body })
    await expect.poll(() => inbox.list().some(({ to }) => to.includes(email))).toBe(true)
  })

  test('says when statements have no time limit', async () => {
    const lines: string[] = []
    await openNodes(1, { lines })
    expect(lines.join('')).toContain('Statements have no time limit. Set one with: ALTER ROLE')
  })

  test.each([
    ['without a direct address', 'DATABASE_URL', () => ({})],
    [
      'with a direct address that is the pooler, too',
      'DATABASE_DIRECT_URL',
      (url: string) => ({ databaseDirectUrl: url }),
    ],
  ])('says what to set %s', async (_, variable, config) => {
    const database = await createDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const pooler = await openPgBouncer(database.url)
    onTestFinished(() => pooler.close())
    const lines: string[] = []
    // Prepared statements fail sooner or later, so only the start is tried.
    const server = await openTestServer(pooler.url, { config: config(pooler.url), logLines: lines }).catch(
      () => undefined,
    )
    onTestFinished(async () => server?.close())
    expect(lines.join('')).toContain(`${variable} leads to a pooler in transaction mode`)
    expect(lines.join('')).toContain('Set DATABASE_DIRECT_URL to the address of the database itself.')
  })

  test('says nothing of sessions when the direct address is one', async () => {
    const lines: string[] = []
    await openNodes(1, { lines })
    expect(lines.join('')).not.toContain('transaction mode')
  })

  test('long work uses the direct connection and leaves the limits of requests alone', async () => {
    const lines: string[] = []
    const { nodes } = await openNodes(1, { lines, limit: '7s' })
    const { database, secrets } = nodes[0]!.platform
    const { pool, directPool } = database
    const client = await directPool.connect()
    onTestFinished(() => client.release(true))
    await writeBackup(client, new PassThrough().resume(), { secrets })
    const readLimit = async (from: Pick<pg.Pool, 'query'>) =>
      (await from.query('SHOW statement_timeout')).rows[0].statement_timeout
    expect(await readLimit(client)).toBe('0')
    const limits = await Promise.all(Array.from({ length: 10 }, () => readLimit(pool)))
    expect(new Set(limits)).toEqual(new Set(['7s']))
    expect(lines.join('')).not.toContain('no time limit')
  })
})
