import { randomUUID } from 'node:crypto'
import type { webhookRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import type { Context } from '../http/context.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { enqueueJob } from '../platform/jobs/jobs.ts'
import { OutboundError } from '../platform/outbound/client.ts'
import { projectCache } from '../projects/cache.ts'
import { listFieldChanges } from '../projects/project-config/changes.ts'
import { getProjectForUpdate } from '../projects/queries.ts'
import { settleFields } from '../projects/revisions/save-fields.ts'
import type { AuditAction } from '../records/audit/actions.ts'
import { recordAudit } from '../records/audit/record.ts'
import { readSubjects } from '../records/subjects/body.ts'
import { hourMillis, toAttemptBody, toDeliveryBody, toEndpointBody, toHoursBody } from './body.ts'
import {
  type DeliveryKey,
  findDelivery,
  listAttempts,
  listDeliveries,
  listHours,
  markFailedForResending,
  markForResending,
} from './delivery-log-queries.ts'
import { recordTestEvent } from './event-queries.ts'
import { signPortalToken } from './portal-token.ts'
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  listRecentDeliveries,
  rotateSecret,
  updateEndpoint,
} from './queries.ts'
import { WebhookServiceError, webhookService } from './service.ts'
import { createSigningSecret, openSecret, sealSecret } from './signing.ts'

const maxEndpoints = 50
const defaultPageSize = 50
const maxResent = 1000
const shownHours = 24
const rotationMillis = 24 * 3600 * 1000

export const webhookHandlers: Handlers<typeof webhookRoutes> = {
  'POST /webhooks/svix-token': async ({ ctx }) => {
    const { secrets } = ctx.platform
    const service = webhookService(ctx.platform)
    if (!service) return { token: await signPortalToken(ctx.project.id, ctx, secrets, ctx.now()) }
    try {
      return { token: await service.createPortalToken(ctx.project.id) }
    } catch (error) {
      if (!(error instanceof WebhookServiceError || error instanceof OutboundError)) throw error
      ctx.platform.log.warn('The webhook service returned no token', { projectId: ctx.project.id, error })
      throw new PlainError(502, 'The webhook service is not responding right now. Please try again later.')
    }
  },

  'GET /internal/webhook-endpoints': async ({ ctx }) => {
    const [endpoints, recent] = await Promise.all([
      listEndpoints(ctx.db, ctx.project.id),
      listRecentDeliveries(ctx.db, ctx.project.id),
    ])
    const recentOf = new Map(recent.map(({ endpoint_id, ...counts }) => [endpoint_id, counts]))
    const items = endpoints.map((endpoint) => ({
      ...toEndpointBody(endpoint, ctx.now()),
      recent_deliveries: recentOf.get(endpoint.id) ?? { total: 0, failing: 0 },
    }))
    return { items, is_paginated: false, revision: ctx.project.config_revision }
  },

  'POST /internal/webhook-endpoints': async ({ ctx, body }) => {
    if (webhookService(ctx.platform)) {
      throw new PlainError(
        400,
        "This server's webhooks are delivered by another service. Please add the endpoint there.",
      )
    }
    const id = randomUUID()
    const secret = createSigningSecret()
    const endpoint = await inTransaction(ctx.db, async (trx) => {
      // Serialized, so that concurrent requests are all counted.
      await getProjectForUpdate(trx, ctx.project.id)
      if ((await listEndpoints(trx, ctx.project.id)).length >= maxEndpoints) {
        throw new PlainError(400, `A project can have at most ${maxEndpoints} webhook endpoints.`)
      }
      await recordEndpointAudit(trx, ctx, 'webhook_endpoint.created', id, {
        host: hostOf(body.url),
      })
      return insertEndpoint(trx, ctx.project.id, {
        id,
        url: body.url,
        description: body.description ?? '',
        eventTypes: body.event_types ?? null,
        isEnabled: body.is_enabled ?? true,
        secretEncrypted: sealSecret(secret, { project_id: ctx.project.id, id }, ctx.platform.secrets),
        now: ctx.now(),
      })
    })
    return { ...toEndpointBody(endpoint, ctx.now()), secret }
  },

  'GET /internal/webhook-endpoints/{endpoint_id}': async ({ ctx, params }) =>
    toEndpointBody(await getEndpoint(ctx, params.endpoint_id), ctx.now()),

  'PATCH /internal/webhook-endpoints/{endpoint_id}': async ({ ctx, params, body }) => {
    const before = await getEndpoint(ctx, params.endpoint_id)
    const { id } = before
    const fields = Object.keys(body)
    if (fields.length === 0) return { ...toEndpointBody(before, ctx.now()), revision: ctx.project.config_revision }
    const isReturning = body.is_enabled === true
    const updated = await inTransaction(ctx.db, async (trx) => {
      await getProjectForUpdate(trx, ctx.project.id)
      const stored = await getEndpoint(ctx, id, trx)
      const { url, description, event_types, is_enabled } = stored
      const current = { url, description, event_types, is_enabled }
      const change = onlyGiven(body)
      const subject = `webhook_endpoint:${id}` as const
      const settled = await settleFields(trx, ctx, { subject, current, change, name: url, lists: ['event_types'] })
      const { revision } = settled
      if (Object.keys(settled.change).length === 0) return { ...toEndpointBody(stored, ctx.now()), revision }
      const endpoint = await updateEndpoint(trx, ctx.project.id, id, {
        ...settled.change,
        ...(body.is_enabled === undefined ? {} : { disabled_reason: null }),
        // Re-enabling resets the earlier failures.
        ...(isReturning ? { failing_since: null } : {}),
      })
      if (!endpoint) throw endpointNotFound()
      const changes = listEndpointChanges(stored, endpoint)
      await recordEndpointAudit(trx, ctx, 'webhook_endpoint.updated', id, { fields, changes })
      if (isReturning) await enqueueDelivery(trx, ctx, id)
      return { ...toEndpointBody(endpoint, ctx.now()), revision }
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return updated
  },

  'DELETE /internal/webhook-endpoints/{endpoint_id}': async ({ ctx, params }) => {
    await inTransaction(ctx.db, async (trx) => {
      if (!(await deleteEndpoint(trx, ctx.project.id, params.endpoint_id))) throw endpointNotFound()
      await recordEndpointAudit(trx, ctx, 'webhook_endpoint.deleted', params.endpoint_id)
    })
    return { success: true }
  },

  'GET /internal/webhook-endpoints/{endpoint_id}/secret': async ({ ctx, params }) => ({
    secret: openSecret(await getEndpoint(ctx, params.endpoint_id), ctx.platform.secrets),
  }),

  'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret': async ({ ctx, params }) => {
    const id = params.endpoint_id
    const secret = createSigningSecret()
    const secretEncrypted = sealSecret(secret, { project_id: ctx.project.id, id }, ctx.platform.secrets)
    const previousUntil = new Date(ctx.now().getTime() + rotationMillis)
    await inTransaction(ctx.db, async (trx) => {
      const isRotated = await rotateSecret(trx, ctx.project.id, id, { secretEncrypted, previousUntil })
      if (!isRotated) throw endpointNotFound()
      await recordEndpointAudit(trx, ctx, 'webhook_endpoint.secret_rotated', id)
    })
    return { secret, previous_secret_until_millis: previousUntil.getTime() }
  },

  'POST /internal/webhook-endpoints/{endpoint_id}/send-test': async ({ ctx, params }) => {
    const { id } = await getEnabledEndpoint(ctx, params.endpoint_id)
    const eventId = await inTransaction(ctx.db, async (trx) => {
      const eventId = await recordTestEvent(trx, ctx.project.id, id, ctx.now())
      await enqueueDelivery(trx, ctx, id)
      return eventId
    })
    return toDeliveryBody(await getDelivery(ctx.db, ctx, { endpointId: id, eventId }))
  },

  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries': async ({ ctx, params, query }) => {
    const { id } = await getEndpoint(ctx, params.endpoint_id)
    const { limit = defaultPageSize, cursor, state, type } = query
    const { rows, nextCursor } = await listDeliveries(ctx.db, ctx.project.id, id, { limit, cursor, state, type })
    const items = rows.map(toDeliveryBody)
    const mentions = items.flatMap(({ about }) => about)
    return {
      items,
      is_paginated: true,
      pagination: { next_cursor: nextCursor },
      subjects: await readSubjects(ctx.db, ctx.project.id, mentions),
    }
  },

  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}': async ({ ctx, params }) => {
    const { id } = await getEndpoint(ctx, params.endpoint_id)
    const key = { endpointId: id, eventId: params.delivery_id }
    const delivery = await getDelivery(ctx.db, ctx, key)
    const attempts = await listAttempts(ctx.db, ctx.project.id, key)
    const body = toDeliveryBody(delivery)
    return {
      ...body,
      payload: { type: delivery.type, data: delivery.data },
      attempt_log: attempts.map(toAttemptBody),
      subjects: await readSubjects(ctx.db, ctx.project.id, body.about),
    }
  },

  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend': async ({ ctx, params }) => {
    const { id } = await getEnabledEndpoint(ctx, params.endpoint_id)
    const key = { endpointId: id, eventId: params.delivery_id }
    return inTransaction(ctx.db, async (trx) => {
      if (!(await markForResending(trx, ctx.project.id, key, ctx.now()))) throw deliveryNotFound()
      await enqueueDelivery(trx, ctx, id)
      return toDeliveryBody(await getDelivery(trx, ctx, key))
    })
  },

  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed': async ({ ctx, params }) => {
    const { id } = await getEnabledEndpoint(ctx, params.endpoint_id)
    const { count, hasMore } = await inTransaction(ctx.db, async (trx) => {
      const marked = await markFailedForResending(trx, ctx.project.id, id, { limit: maxResent, now: ctx.now() })
      if (marked.count === 0) return marked
      await recordEndpointAudit(trx, ctx, 'webhook_endpoint.failed_resent', id, { count: marked.count })
      await enqueueDelivery(trx, ctx, id)
      return marked
    })
    return { count, has_more: hasMore }
  },

  'GET /internal/webhook-endpoints/{endpoint_id}/last-day': async ({ ctx, params }) => {
    const { id } = await getEndpoint(ctx, params.endpoint_id)
    // Whole hours, the current one last.
    const thisHour = Math.floor(ctx.now().getTime() / hourMillis) * hourMillis
    const since = new Date(thisHour - (shownHours - 1) * hourMillis)
    return { hours: toHoursBody(await listHours(ctx.db, ctx.project.id, id, since), since, shownHours) }
  },
}

async function getEndpoint(ctx: Context, id: string, db: Db = ctx.db): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, ctx.project.id, id)
  if (!endpoint) throw endpointNotFound()
  return endpoint
}

async function getEnabledEndpoint(ctx: Context, id: string): Promise<EndpointRow> {
  const endpoint = await getEndpoint(ctx, id)
  if (!endpoint.is_enabled) throw new PlainError(400, 'The webhook endpoint is disabled. Please enable it first.')
  return endpoint
}

async function getDelivery(db: Db, ctx: Context, key: DeliveryKey) {
  const delivery = await findDelivery(db, ctx.project.id, key)
  if (!delivery) throw deliveryNotFound()
  return delivery
}

const onlyGiven = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const endpointNotFound = () => new PlainError(404, 'There is no such webhook endpoint.')
const deliveryNotFound = () => new PlainError(404, 'There is no such delivery.')

async function enqueueDelivery(db: Db, ctx: Context, endpointId: string): Promise<void> {
  const job = { project_id: ctx.project.id, endpoint_id: endpointId }
  await enqueueJob(db, 'deliver-webhooks', job)
}

/** Of the URL only the host, because its path and query may contain secrets. */
function listEndpointChanges(before: EndpointRow, after: EndpointRow) {
  const toShown = ({ url, ...row }: EndpointRow) => ({ ...row, host: hostOf(url) })
  return listFieldChanges(toShown(before), toShown(after), ['host', 'description', 'event_types', 'is_enabled'])
}

const hostOf = (url: string) => new URL(url).host.slice(0, 200)

async function recordEndpointAudit(
  db: Db,
  ctx: Context,
  action: AuditAction,
  id: string,
  details?: Record<string, unknown>,
): Promise<void> {
  await recordAudit(db, ctx, { action, target: { type: 'webhook_endpoint', id }, ...(details ? { details } : {}) })
}
