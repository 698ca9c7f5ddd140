import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openTestServer, type TestProject, testProject } from '../../testing/index.ts'
import { listTraces } from '../../testing/traces.ts'
import { TraceNotes } from './notes.ts'
import { createTraces, type Failure, maxWaiting, maxWaitingOfProject, traces as tracesOf } from './traces.ts'
import { insertTraces, keptOfProject, keptOfSort, type NewTrace } from './write-queries.ts'

const projectId = 'p1'

function failureOf(changes: Partial<Failure> & { address?: string; typed?: string; project?: string } = {}): Failure {
  const { typed, project = projectId, ...rest } = changes
  const notes = new TraceNotes()
  notes.projectId = project
  notes.address = typed
  return {
    kind: 'sign-in',
    code: 'EMAIL_PASSWORD_MISMATCH',
    route: 'POST /auth/password/sign-in',
    requestId: randomUUID(),
    address: '203.0.113.7',
    notes,
    now: new Date('2026-11-18T12:00:00Z'),
    ...rest,
  }
}

/** A buffer whose statements are collected, held back or refused. */
async function openBuffer(write: (traces: readonly NewTrace[]) => Promise<void> = async () => undefined) {
  const { secrets, db } = (await testProject()).server.platform
  const statements: (readonly NewTrace[])[] = []
  const dropped: Record<string, number> = {}
  const traces = createTraces({
    db,
    secrets,
    log: { debug: () => undefined } as never,
    telemetry: {
      count: (_name: string, { reason }: { reason: string }, count = 1) => {
        if (count > 0) dropped[reason] = (dropped[reason] ?? 0) + count
      },
    } as never,
    write: (_db, batch) => {
      statements.push(batch)
      return write(batch)
    },
  })
  return { traces, statements, dropped }
}

test('a thousand failures of one address are one row of one statement, with their number', async () => {
  const { traces, statements, dropped } = await openBuffer()
  for (let time = 0; time < 1000; time++) traces.record(failureOf())
  expect(statements).toEqual([])
  await traces.flush()
  expect(statements).toMatchObject([[{ count: 1000 }]])
  expect(statements[0]![0]!.reference_ids).toHaveLength(20)
  expect(dropped).toEqual({})
})

test('an address that tries out people is told with ten of them, and then as a crowd', async () => {
  const { traces, statements } = await openBuffer()
  for (let time = 0; time < 100; time++) traces.record(failureOf({ typed: `person-${time}@example.com` }))
  // Somebody else, at another address.
  traces.record(failureOf({ typed: 'ada@example.com', address: '198.51.100.9' }))
  await traces.flush()
  const rows = statements.flat()
  expect(rows).toHaveLength(12)
  expect(rows.map(({ count }) => count).sort((a, b) => b - a)[0]).toBe(90)
  expect(rows.find(({ count }) => count === 90)).toMatchObject({ address: undefined, address_hash: undefined })
  expect(rows.some(({ address }) => address === 'ada@example.com')).toBe(true)
})

test('memory is bounded while the database hangs, what does not fit is counted, and nothing waits for it', async () => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { traces, statements, dropped } = await openBuffer(() => held)
  const from = (index: number) => `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`
  traces.record(failureOf())
  const flushed = traces.flush()
  await expect.poll(() => statements.length).toBe(1)
  const total = maxWaiting + 500
  for (let index = 0; index < total; index++) {
    traces.record(failureOf({ address: from(index), project: `p${index % 100}` }))
  }
  expect(dropped).toEqual({ full: 500 })
  expect(statements).toHaveLength(1)
  release()
  await flushed
  expect(statements.flat()).toHaveLength(maxWaiting + 1)
  expect(statements.every((batch) => batch.length <= 200)).toBe(true)
})

test('one project does not fill the memory of all', async () => {
  const { traces, statements, dropped } = await openBuffer()
  for (let index = 0; index < 1000; index++) traces.record(failureOf({ address: `10.0.${index >> 8}.${index & 255}` }))
  traces.record(failureOf({ project: 'another' }))
  await traces.flush()
  expect(dropped).toEqual({ full: 1000 - maxWaitingOfProject })
  expect(statements.flat().some(({ project_id }) => project_id === 'another')).toBe(true)
})

test('failures in other projects neither fill the memory nor make a crowd of a person', async () => {
  const { traces, statements } = await openBuffer()
  for (let index = 0; index <= maxWaiting; index++) traces.record(failureOf({ project: `p${index}` }))
  await traces.flush()
  const projects = maxWaiting / maxWaitingOfProject
  for (let index = 0; index < maxWaiting; index++) {
    traces.record(failureOf({ address: `10.0.${index >> 8}.${index & 255}`, project: `q${index % projects}` }))
  }
  traces.record(failureOf({ project: 'another', typed: 'ada@example.com' }))
  await traces.flush()
  const found = statements.flat().find(({ project_id }) => project_id === 'another')
  expect(found).toMatchObject({ address: 'ada@example.com' })
})

test('a request that names a project nobody has is not recorded', async () => {
  const project = await testProject()
  const record = vi.spyOn(tracesOf(project.server.platform), 'record')
  onTestFinished(() => record.mockRestore())
  const body = { email: 'ada@example.com', password: 'x' }
  const unknown = randomUUID()
  await project.send('POST /auth/password/sign-in', { body, headers: { 'x-stack-project-id': unknown } })
  const recorded = record.mock.calls.map(([{ notes }]) => notes.projectId)
  expect(recorded).not.toContain(unknown)
})

test('what the database refuses is dropped and counted, and the next one is written', async () => {
  let isAway = true
  const { traces, dropped, statements } = await openBuffer(async () => {
    if (isAway) throw new Error('connection refused')
  })
  traces.record(failureOf())
  traces.record(failureOf())
  await traces.flush()
  expect(dropped).toEqual({ failed: 2 })
  isAway = false
  traces.record(failureOf())
  await traces.close()
  expect(dropped).toEqual({ failed: 2 })
  expect(statements).toHaveLength(2)
})

test('what is hostile in a request neither breaks the statement nor the traces of others', async () => {
  const project = await testProject()
  const { platform } = project.server
  const body = { email: 'nobody@example.com', password: 'x' }
  const headers = { 'user-agent': `\\u0000 '"; ${'x'.repeat(5000)}` }
  await project.send('POST /auth/password/sign-in', { body, headers })
  const url = `https://\ud800.example.com/${'%00'.repeat(2000)}`
  await project.send('POST /auth/password/send-reset-code', { body: { email: body.email, callback_url: url } })
  expect(await listTraces(project)).toHaveLength(2)
  const { rows } = await sql<{ size: number }>`
    SELECT max(pg_column_size(t.*)) AS size FROM traces t WHERE project_id = ${project.id}`.execute(platform.db)
  expect(rows[0]!.size).toBeLessThan(4500)
})

function rowOf({ id }: TestProject, changes: Partial<NewTrace> = {}): NewTrace {
  const now = new Date()
  return {
    id: randomUUID(),
    fingerprint: randomUUID().replaceAll('-', ''),
    project_id: id,
    kind: 'sign-in',
    code: 'EMAIL_PASSWORD_MISMATCH',
    status: 400,
    route: undefined,
    user_id: undefined,
    address: undefined,
    address_hash: undefined,
    flow_id: undefined,
    state_hash: undefined,
    code_kind: undefined,
    code_hash: undefined,
    ip_address: undefined,
    user_agent: undefined,
    steps: [],
    sign_in_method: undefined,
    reference_ids: [],
    count: 1,
    first_at: now,
    last_at: now,
    ...changes,
  }
}

const countRows = async ({ id, server: { platform } }: TestProject): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM traces WHERE project_id = ${id}`.execute(platform.db)
  return rows[0]!.count
}

test('junk displaces only its like: users, other failures and other projects keep theirs', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const { db } = project.server.platform
  const { user_id } = await project.signUp()
  const old = new Date(Date.now() - 3600_000)
  await insertTraces(db, [
    rowOf(project, { user_id, first_at: old }),
    rowOf(project, { code: 'REDIRECT_URL_NOT_WHITELISTED', first_at: old }),
    rowOf(project, { first_at: old }),
    rowOf(other, { first_at: old }),
  ])
  for (let batch = 0; batch < 8; batch++) {
    await insertTraces(
      db,
      Array.from({ length: 200 }, () => rowOf(project)),
    )
  }
  await insertTraces(db, [rowOf(project)])
  expect(await countRows(project)).toBeLessThanOrEqual(keptOfSort + 3)
  const kept = await project.call('GET /internal/traces', { as: 'admin', query: { until_millis: old.getTime() + 1 } })
  expect(kept.items.map(({ code, user_id: id }) => [code, id]).sort()).toEqual([
    ['EMAIL_PASSWORD_MISMATCH', user_id],
    ['REDIRECT_URL_NOT_WHITELISTED', null],
  ])
  expect(await countRows(other)).toBe(1)
})

test('a project keeps a bounded number of traces, the latest', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  await sql`
    INSERT INTO traces (project_id, id, fingerprint, kind, code, steps, reference_ids, count, first_at, last_at)
    SELECT ${project.id}, gen_random_uuid(), decode(md5(n::text), 'hex'), 'sign-in', 'CODE_' || n % 50, '[]', '{}', 1,
      now() - n * interval '1 second', now()
    FROM generate_series(1, ${keptOfProject + 300}) AS n`.execute(db)
  await insertTraces(db, [rowOf(project)])
  expect(await countRows(project)).toBe(keptOfProject + 1)
})

test('what is too much of a project is first of nobody, and then of users', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  const { user_id } = await project.signUp()
  await insertTraces(db, [rowOf(project, { user_id, first_at: new Date(Date.now() - 24 * 3600_000) })])
  await sql`
    INSERT INTO traces (project_id, id, fingerprint, kind, code, steps, reference_ids, count, first_at, last_at)
    SELECT ${project.id}, gen_random_uuid(), decode(md5(n::text), 'hex'), 'sign-in', 'CODE_' || n % 50, '[]', '{}', 1,
      now() - n * interval '1 second', now()
    FROM generate_series(1, ${keptOfProject + 300}) AS n`.execute(db)
  await insertTraces(db, [rowOf(project)])
  expect(await listTraces(project, { user_id })).toHaveLength(1)
})

test('a user who is deleted while the trace is written takes it along', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  const { user_id } = await project.signUp()
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id } })
  await insertTraces(db, [rowOf(project, { user_id }), rowOf(project)])
  await insertTraces(db, [rowOf({ ...project, id: randomUUID() })])
  expect(await countRows(project)).toBe(1)
})

test('two servers write the same failure as one row, and each reads what the other has written', async () => {
  const project = await testProject()
  const second = await openTestServer(inject('databaseUrl'))
  onTestFinished(() => second.close())
  const { email } = await project.signUp()
  const onSecond: TestProject = { ...project, server: second }
  const now = new Date()
  const fail = async (server: TestProject['server']) => {
    const notes = new TraceNotes()
    notes.projectId = project.id
    notes.address = email
    tracesOf(server.platform).record({ ...failureOf({ project: project.id }), notes, now })
    await tracesOf(server.platform).flush()
  }
  await Promise.all([fail(project.server), fail(second)])
  expect(await listTraces(project)).toMatchObject([{ count: 2, references: [expect.any(String), expect.any(String)] }])
  expect(await listTraces(onSecond)).toMatchObject([{ count: 2 }])
})

test('a flood from many addresses at several servers at once leaves a bounded number, and the failures of users', async () => {
  const project = await testProject()
  const { user_id } = await project.signUp()
  const servers = [project.server]
  for (let count = 0; count < 2; count++) servers.push(await openTestServer(inject('databaseUrl')))
  onTestFinished(async () => {
    for (const server of servers.slice(1)) await server.close()
  })
  const old = new Date(Date.now() - 3600_000)
  await insertTraces(project.server.platform.db, [rowOf(project, { user_id, first_at: old })])
  const flood = async ({ platform }: TestProject['server'], index: number) => {
    for (let round = 0; round < 6; round++) {
      for (let count = 0; count < maxWaitingOfProject; count++) {
        const address = `198.${18 + index}.${round}.${count % 256}`
        const typed = `${randomUUID()}@example.com`
        tracesOf(platform).record(failureOf({ project: project.id, address, typed, now: new Date() }))
      }
      await tracesOf(platform).flush()
    }
  }
  await Promise.all(servers.map(flood))
  const statement = 200
  expect(await countRows(project)).toBeLessThanOrEqual(keptOfSort + (servers.length + 1) * statement)
  // The next one of any server tidies up.
  tracesOf(servers[1]!.platform).record(failureOf({ project: project.id, now: new Date() }))
  await tracesOf(servers[1]!.platform).flush()
  expect(await countRows(project)).toBeLessThanOrEqual(keptOfSort + 2)
  expect(await listTraces(project, { user_id })).toHaveLength(1)
})
