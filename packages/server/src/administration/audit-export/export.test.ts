import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { createDatabase } from '../../testing/database.ts'
import { createTestProject, openTestServer, race, type TestProject, type TestServer } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { openCollector } from '../../testing/observed-server.ts'
import { createAuditExportJobs, rememberAuditExport } from './export.ts'

let collector: Awaited<ReturnType<typeof openCollector>>
/** Two servers on one database. */
const servers: TestServer[] = []
let project: TestProject

beforeAll(async () => {
  collector = await openCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  vi.stubEnv('OTEL_SERVICE_NAME', 'sign-in')
  const database = await createDatabase(inject('databaseUrl'))
  for (let count = 0; count < 2; count++) {
    servers.push(await openTestServer(database.url, { config: { auditLogExport: true } }))
  }
  return async () => {
    for (const server of servers) await server.close()
    await database.drop()
    await collector.close()
  }
})
afterAll(() => void vi.unstubAllEnvs())

beforeEach(async () => {
  collector.status = 200
  project = await createTestProject(servers[0]!)
  await exportFrom(servers[0]!)
  delete collector.received['/v1/logs']
})

const exportFrom = ({ platform }: TestServer) => createAuditExportJobs(platform)['export-audit-log']({}, firstAttempt)

const listWaiting = () => servers[0]!.platform.db.selectFrom('audit_exports').select(['id', 'project_id']).execute()

/** The action is irrelevant; the target tells one entry from another. */
const record = (targetId: string, of = project) =>
  recordSystemAudit(
    servers[0]!.platform.db,
    of.id,
    { action: 'user.updated', target: { type: 'user', id: targetId } },
    new Date(),
  )

interface OtlpRecord {
  timeUnixNano: string
  eventName: string
  body: { stringValue: string }
  attributes: { key: string; value: { stringValue: string } }[]
}

function readBodies() {
  const bodies = (collector.received['/v1/logs'] ?? []) as {
    resourceLogs: { resource: unknown; scopeLogs: { logRecords: OtlpRecord[] }[] }[]
  }[]
  return bodies.flatMap(({ resourceLogs }) => resourceLogs)
}

const listRecords = () =>
  readBodies()
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    .map((record) => ({
      ...record,
      attributes: Object.fromEntries(record.attributes.map(({ key, value }) => [key, value.stringValue])),
    }))
const listTargets = () => listRecords().map(({ attributes }) => attributes['latchkey.audit.target.id'])

test('an entry is a log record with what the audit log shows', async () => {
  const user = await project.call('POST /users', { as: 'server', body: {} })
  await exportFrom(servers[0]!)
  const { items } = await project.call('GET /internal/audit-entries', { as: 'admin', query: { target_id: user.id } })
  const [entry] = items
  const [found] = listRecords().filter(({ eventName }) => eventName === 'latchkey.audit.user.created')
  expect(found).toMatchObject({
    timeUnixNano: `${entry!.happened_at_millis}000000`,
    severityText: 'INFO',
    attributes: {
      'latchkey.audit.id': entry!.id,
      'latchkey.audit.action': 'user.created',
      'latchkey.audit.actor.type': 'server-key',
      'latchkey.audit.actor.id': entry!.actor.id,
      'latchkey.audit.actor.description': entry!.actor.description,
      'latchkey.audit.target.type': 'user',
      'latchkey.audit.target.id': user.id,
      'latchkey.project.id': project.id,
      'latchkey.request.id': entry!.request_id,
      'client.address': '127.0.0.1',
    },
  })
  expect(JSON.stringify(readBodies()[0]!.resource)).toContain('"stringValue":"sign-in"')
  expect(await listWaiting()).toEqual([])
})

test('every entry is sent once and in order, also by two servers at once and in several batches', async () => {
  const other = await createTestProject(servers[1]!)
  await exportFrom(servers[0]!)
  delete collector.received['/v1/logs']
  const ids = Array.from({ length: 230 }, () => randomUUID())
  for (const id of ids) await record(id)
  await record('elsewhere', other)
  await race(6, (index) => exportFrom(servers[index % 2]!))
  await exportFrom(servers[0]!)
  expect(listTargets().filter((id) => id !== 'elsewhere')).toEqual(ids)
  expect(listTargets().filter((id) => id === 'elsewhere')).toHaveLength(1)
  expect(Math.max(...readBodies().map(({ scopeLogs }) => scopeLogs[0]!.logRecords.length))).toBeLessThanOrEqual(100)
})

test('an entry that is committed after a later one is not skipped', async () => {
  const { db } = servers[0]!.platform
  let commit = () => {}
  const isHeld = new Promise<void>((resolve) => {
    commit = resolve
  })
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const slow = inTransaction(db, async (trx) => {
    const target = { type: 'user' as const, id: 'slow' }
    await recordSystemAudit(trx, project.id, { action: 'user.updated', target }, new Date())
    isWritten()
    await isHeld
  })
  await written
  await record('quick')
  await exportFrom(servers[0]!)
  expect(listTargets()).toEqual(['quick'])
  commit()
  await slow
  await exportFrom(servers[1]!)
  expect(listTargets()).toEqual(['quick', 'slow'])
})

test('a collector that fails delays entries and loses none', async () => {
  collector.status = 400
  await record('one')
  await record('two')
  await exportFrom(servers[0]!)
  await exportFrom(servers[1]!)
  expect(await listWaiting()).toHaveLength(2)
  collector.status = 200
  await exportFrom(servers[1]!)
  expect(listTargets()).toEqual(['one', 'two'])
  expect(await listWaiting()).toEqual([])
})

test('what a crashed server had claimed is sent by another once the claim ends', async () => {
  await record('claimed')
  const { db } = servers[0]!.platform
  const claim = (until: Date) => db.updateTable('audit_exports').set({ claim_id: randomUUID(), claimed_until: until })
  await claim(new Date(Date.now() + 3_600_000)).execute()
  await record('next')
  await exportFrom(servers[1]!)
  expect(listTargets()).toEqual([])
  await claim(new Date(Date.now() - 1_000)).execute()
  await exportFrom(servers[1]!)
  expect(listTargets()).toEqual(['claimed', 'next'])
})

test('nothing is kept while the export is off, or of a project that is deleted', async () => {
  const { db } = servers[0]!.platform
  await record('waiting')
  await rememberAuditExport(db, false)
  await record('unseen')
  expect(await listWaiting()).toHaveLength(1)
  await rememberAuditExport(db, true)
  await db.deleteFrom('projects').where('id', '=', project.id).execute()
  expect(await listWaiting()).toEqual([])
})
