import type { serverStatusRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { placeShape, readCursor, toPage } from '../../platform/db/cursor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { listQueues } from '../../platform/jobs/queries.ts'
import { queueNames } from '../../platform/jobs/queues.ts'
import { toPoints } from '../../platform/limits/rules.ts'
import { listUsage } from '../../platform/limits/usage-queries.ts'
import { version } from '../../platform/version.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { maxShownMillis } from './heartbeat.ts'
import { countEmails, listFailedJobs, listNodes, readDatabase, retryFailedJob } from './queries.ts'

const dayMillis = 24 * 3600 * 1000
const defaultPageSize = 50
const shownUsage = 10

export const serverStatusHandlers: Handlers<typeof serverStatusRoutes> = {
  'GET /internal/server': async ({ ctx }) => {
    assertInternal(ctx)
    const { config } = ctx.platform
    const now = ctx.now().getTime()
    const began = performance.now()
    const database = await readDatabase(ctx.db)
    const response_millis = Math.round(performance.now() - began)
    const quotas = config.rateLimits && config.quotas ? toPoints(config.quotas) : undefined
    const [queues, nodes, emails, usage] = await Promise.all([
      listQueues(ctx.db, queueNames),
      listNodes(ctx.db, new Date(now - maxShownMillis)),
      countEmails(ctx.db, new Date(now - dayMillis)),
      quotas ? listUsage(ctx.db, quotas, { except: internalProjectId, limit: shownUsage }) : null,
    ])
    return {
      version,
      database: {
        version: database.version,
        is_embedded: config.databaseUrl === undefined,
        size_bytes: database.size,
        response_millis,
      },
      emails: { server: config.smtp ? 'smtp' : config.isProduction ? 'none' : 'inbox', ...emails },
      queues,
      nodes: nodes.map((node) => ({
        id: node.id,
        name: node.name,
        version: node.version,
        started_at_millis: node.started_at.getTime(),
        last_seen_at_millis: node.last_seen_at.getTime(),
      })),
      usage: usage?.map((row) => ({ ...row, limit: quotas![row.quota] })) ?? null,
      settings: config.settingsInForce ?? [],
    }
  },

  'GET /internal/server/failed-jobs': async ({ ctx, query }) => {
    assertInternal(ctx)
    const { limit = defaultPageSize, cursor } = query
    const jobs = await listFailedJobs(ctx.db, { limit: limit + 1, start: readCursor(cursor, placeShape) })
    const { rows, nextCursor } = toPage(jobs, limit, (job) => [job.micros, job.id])
    return {
      items: rows.map((job) => ({
        id: job.id,
        name: job.name,
        payload: job.payload,
        error: job.error,
        attempts: job.attempts,
        failed_at_millis: job.failed_at_millis,
      })),
      is_paginated: true,
      pagination: { next_cursor: nextCursor },
    }
  },

  'POST /internal/server/failed-jobs/{job_id}/retry': async ({ ctx, params }) => {
    assertInternal(ctx)
    return inTransaction(ctx.db, async (trx) => {
      const name = await retryFailedJob(trx, params.job_id)
      if (!name) throw new PlainError(404, 'There is no such failed job. It may be running again already.')
      const target = { type: 'failed_job', id: params.job_id } as const
      await recordAudit(trx, ctx, { action: 'failed_job.retried', target, details: { name } })
      return { success: true }
    })
  },
}

/** What concerns all projects is for those who run the server, and they own the internal project. */
function assertInternal({ project }: Context): void {
  if (project.id === internalProjectId) return
  throw new PlainError(403, 'Only owners of the project `internal` can see the state of the server.')
}
