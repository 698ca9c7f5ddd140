import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { toCursor } from '../../platform/db/cursor.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { internalProject, race, type TestProject, testProject } from '../../testing/index.ts'
import { sendRequest } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createOwner } from '../../testing/world.ts'
import { startHeartbeat } from './heartbeat.ts'

const asAdmin = { as: 'admin' as const }
const retryRoute = 'POST /internal/server/failed-jobs/{job_id}/retry'
let internal: TestProject
beforeAll(async () => {
  internal = await internalProject()
})

/** A job of a project that does not exist, given up at this time. */
async function addFailedJob(failedAt: Date): Promise<string> {
  const { db } = internal.server.platform
  const project_id = randomUUID()
  await enqueueJob(db, 'delete-project', { project_id }, { runAt: new Date(Date.now() + 86_400_000) })
  const { pool } = internal.server.platform.database
  const { rows } = await pool.query(
    `UPDATE jobs SET next_attempt_at = NULL, failed_at = $2, error = 'The disk is full.', attempts = 1
     WHERE name = 'delete-project' AND payload ->> 'project_id' = $1 RETURNING id`,
    [project_id, failedAt],
  )
  return rows[0].id
}

const isFailed = async (id: string) => {
  const { pool } = internal.server.platform.database
  return (await pool.query('SELECT FROM jobs WHERE id = $1 AND failed_at IS NOT NULL', [id])).rowCount === 1
}

test('tells how database, emails, jobs and nodes are', async () => {
  const { platform } = internal.server
  const heartbeat = await startHeartbeat(platform)
  const status = await internal.call('GET /internal/server', asAdmin)
  expect(status.database).toMatchObject({ version: expect.stringMatching(/^\d+/), size_bytes: expect.any(Number) })
  expect(status.emails.server).toBe('inbox')
  expect(status.queues.map(({ name }) => name)).toContain('send-email')
  expect(status.nodes).toContainEqual(expect.objectContaining({ id: heartbeat.id, version: status.version }))
  await heartbeat.stop()
  const { nodes } = await internal.call('GET /internal/server', asAdmin)
  expect(nodes.map(({ id }) => id)).not.toContain(heartbeat.id)
  expect(status.usage).toBeNull()
})

test('lists failed jobs page by page, and runs one again once', async () => {
  const far = Date.now() + 50 * 365 * 86_400_000
  const ids = [
    await addFailedJob(new Date(far)),
    await addFailedJob(new Date(far + 1)),
    await addFailedJob(new Date(far + 1)),
  ]
  const list = (query: { limit?: number; cursor?: string }) =>
    internal.call('GET /internal/server/failed-jobs', { ...asAdmin, query })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 1, cursor: first.pagination.next_cursor! })
  const found = [...first.items, ...second.items]
  expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(found.at(-1)).toMatchObject({ id: ids[0], name: 'delete-project', error: 'The disk is full.', attempts: 1 })

  const { succeeded, failed } = await race(3, () =>
    internal.call(retryRoute, { ...asAdmin, params: { job_id: ids[0]! }, body: {} }),
  )
  expect([succeeded.length, failed.length]).toEqual([1, 2])
  expect(failed).toMatchObject([{ status: 404 }, { status: 404 }])
  expect(await isFailed(ids[0]!)).toBe(false)
  const retried = await listAuditEntries(internal, 'failed_job.retried')
  expect(retried.filter(({ target_id }) => target_id === ids[0])).toMatchObject([
    { actor_type: 'admin-key', details: { name: 'delete-project' } },
  ])
  for (const cursor of ['x', toCursor('not a time at all', ids[0]!)]) {
    await expect(list({ cursor })).rejects.toMatchObject({ status: 400 })
  }
  await internal.server.platform.database.pool.query('DELETE FROM jobs WHERE id = ANY($1)', [ids])
})

test('is for owners of the internal project only', async () => {
  const project = await testProject()
  const job = await addFailedJob(new Date())
  const params = { job_id: job }
  for (const request of [
    project.send('GET /internal/server', asAdmin),
    project.send('GET /internal/server/failed-jobs', asAdmin),
    project.send(retryRoute, { ...asAdmin, params, body: {} }),
  ]) {
    expect(await request).toMatchObject({ status: 403 })
  }
  // Everybody who owns a project is a user of the internal one, which does not make them its owner.
  const owner = await createOwner(internal.server)
  for (const route of ['GET /internal/server', 'GET /internal/server/failed-jobs'] as const) {
    const { status } = await sendRequest(internal.server, route, {
      headers: {
        'x-stack-project-id': 'internal',
        'x-stack-access-type': 'admin',
        'x-stack-admin-access-token': owner.access_token,
      },
    })
    expect(status).toBe(401)
  }
  expect(await isFailed(job)).toBe(true)
  await internal.server.platform.database.pool.query('DELETE FROM jobs WHERE id = $1', [job])
})
