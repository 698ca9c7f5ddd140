import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, endConnections, execute } from '../../testing/database.ts'
import { openPoolerTo } from '../../testing/pooler.ts'
import { createTestProject, newEmail } from '../../testing/project.ts'
import { openTestServer } from '../../testing/server.ts'

test('a pooler that refuses parameters of the start is as good as the database, and the settings hold', async () => {
  const pooler = await openPoolerTo(inject('databaseUrl'))
  onTestFinished(() => pooler.close())
  const server = await openTestServer(pooler.url, { pool: { statementMillis: 7_000 } })
  onTestFinished(() => server.close())

  expect((await server.fetch('/health?db')).status).toBe(200)
  const read = async (name: string) => (await server.platform.database.pool.query(`SHOW ${name}`)).rows[0][name]
  expect(await read('statement_timeout')).toBe('7s')
  expect(await read('idle_in_transaction_session_timeout')).toBe('7s')
  expect(await read('jit')).toBe('off')
})

test('a database that takes no writes is as good as away, and well again without a restart', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const lines: string[] = []
  const server = await openTestServer(database.url, { logLines: lines })
  onTestFinished(() => server.close())
  const project = await createTestProject(server)
  const name = new URL(database.url).pathname.slice(1)
  const create = () => project.send('POST /users', { as: 'server', body: { primary_email: newEmail() } })

  await execute(inject('databaseUrl'), `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  await endConnections(inject('databaseUrl'), name)
  await expect.poll(() => server.platform.database.pool.idleCount).toBe(0)
  const refusal = await create()
  expect(refusal.status).toBe(503)
  expect(refusal.headers.get('retry-after')).toBe('2')
  expect(lines.join('')).toContain('reason="cannot execute')

  await execute(inject('databaseUrl'), `ALTER DATABASE ${name} RESET default_transaction_read_only`)
  expect((await create()).status).toBe(201)
})

describe('a transaction that collides with others', () => {
  /** Lets the next commits that write users fail, as PostgreSQL does when transactions collide. */
  async function openColliding(state: string, times: number) {
    const database = await createDatabase(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const server = await openTestServer(database.url)
    onTestFinished(() => server.close())
    const project = await createTestProject(server)
    await execute(
      database.url,
      `CREATE SEQUENCE collisions;
       CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('collisions') <= ${times} THEN RAISE EXCEPTION 'collision' USING ERRCODE = '${state}'; END IF;
         RETURN NULL;
       END $$;
       CREATE CONSTRAINT TRIGGER collide AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION collide()`,
    )
    return project
  }

  test.each(['40001', '40P01'])('is run again, and takes effect once (%s)', async (state) => {
    const project = await openColliding(state, 2)
    const body = { primary_email: newEmail() }
    expect((await project.send('POST /users', { as: 'server', body })).status).toBe(201)
    const { items } = await project.call('GET /users', { as: 'server', query: {} })
    expect(items.map(({ primary_email }) => primary_email)).toEqual([body.primary_email])
  })

  test('again and again asks the client to try later, and leaves nothing behind', async () => {
    const project = await openColliding('40001', 3)
    const refusal = await project.send('POST /users', { as: 'server', body: { primary_email: newEmail() } })
    expect(refusal.status).toBe(503)
    expect(refusal.headers.get('retry-after')).toBe('2')
    expect((await project.call('GET /users', { as: 'server', query: {} })).items).toEqual([])
  })
})
