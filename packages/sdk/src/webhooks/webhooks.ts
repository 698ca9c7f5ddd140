import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'
import type { PageOf } from '../transport/lists.ts'

/** The methods of `AdminApp` for webhooks. */
export interface AdminWebhooks {
  /**
   * The endpoints of the project, oldest first.
   * @example const endpoints = await adminApp.listWebhookEndpoints()
   */
  listWebhookEndpoints(): Promise<WebhookEndpoint[]>
  /**
   * Adds an endpoint that events are sent to.
   * @example const { secret } = await adminApp.createWebhookEndpoint({ url: 'https://example.com/webhooks' })
   */
  createWebhookEndpoint(options: WebhookEndpointCreateOptions): Promise<WebhookEndpointFirstView>
  /**
   * A token for the webhook portal.
   * @example const token = await adminApp.getSvixToken()
   */
  getSvixToken(): Promise<string>
}

/**
 * A URL that the events of a project are sent to.
 * @example
 * for (const endpoint of await adminApp.listWebhookEndpoints()) {
 *   console.log(endpoint.id, endpoint.url, endpoint.description, endpoint.eventTypes, endpoint.createdAt)
 *   if (!endpoint.isEnabled) console.error(endpoint.disabledReason, endpoint.failingSince)
 *   if (endpoint.previousSecretUntil) console.log(`The old secret works until ${endpoint.previousSecretUntil}.`)
 * }
 */
export interface WebhookEndpoint {
  /** The id of the endpoint. */
  readonly id: string
  /** Where events are sent. */
  readonly url: string
  /** What the endpoint is for. */
  readonly description: string
  /** The event types to send. Null for all events, including those of later versions. */
  readonly eventTypes: readonly string[] | null
  /** Whether events are sent. */
  readonly isEnabled: boolean
  /** Why it was disabled automatically: it failed for more than a day, or responded with 410 Gone. */
  readonly disabledReason: 'failing' | 'gone' | null
  /** Since when all attempts have failed, or null. */
  readonly failingSince: Date | null
  /** Until then, messages are also signed with the previous secret. */
  readonly previousSecretUntil: Date | null
  /** When it was created. */
  readonly createdAt: Date
  /**
   * Changes the endpoint.
   * @example await endpoint.update({ isEnabled: false })
   */
  update(options: WebhookEndpointUpdateOptions): Promise<void>
  /**
   * Deletes the endpoint and its deliveries.
   * @example await endpoint.delete()
   */
  delete(): Promise<void>
  /**
   * The secret that receivers verify signatures with.
   * @example const secret = await endpoint.getSecret()
   */
  getSecret(): Promise<string>
  /**
   * Creates a new secret. For a day, messages are signed with the old one too.
   * @example const { secret } = await endpoint.rotateSecret()
   */
  rotateSecret(): Promise<{ secret: string; previousSecretUntil: Date }>
  /**
   * Sends a message of the type `webhook.test`.
   * @example const delivery = await endpoint.sendTest()
   */
  sendTest(): Promise<WebhookDelivery>
  /**
   * Past and pending deliveries, newest first.
   * @example const deliveries = await endpoint.listDeliveries({ limit: 20 })
   */
  listDeliveries(options?: ListWebhookDeliveriesOptions): Promise<PageOf<WebhookDelivery>>
}

/**
 * A new endpoint with its secret.
 * @example const { secret }: WebhookEndpointFirstView = await adminApp.createWebhookEndpoint({ url })
 */
export interface WebhookEndpointFirstView extends WebhookEndpoint {
  /** The secret that events are signed with. */
  readonly secret: string
}

/**
 * A new endpoint.
 * @example
 * await adminApp.createWebhookEndpoint({
 *   url: 'https://example.com/webhooks',
 *   description: 'Billing',
 *   eventTypes: ['user.created'],
 *   isEnabled: true,
 * })
 */
export interface WebhookEndpointCreateOptions {
  /** Where events are sent. */
  url: string
  /** What the endpoint is for. */
  description?: string | undefined
  /** The event types to send. Defaults to all. */
  eventTypes?: readonly string[] | null | undefined
  /** Whether events are sent; true by default. */
  isEnabled?: boolean | undefined
}

/**
 * A change of an endpoint.
 * @example await endpoint.update({ eventTypes: ['user.created'] })
 */
export type WebhookEndpointUpdateOptions = Partial<WebhookEndpointCreateOptions>

/**
 * The state of a delivery.
 * @example const state: WebhookDeliveryState = 'failed'
 */
export type WebhookDeliveryState = 'pending' | 'resending' | 'delivered' | 'failed'

/**
 * Filters and paging for deliveries.
 * @example
 * const page = await endpoint.listDeliveries({ state: 'failed', limit: 20 })
 * await endpoint.listDeliveries({ cursor: page.nextCursor ?? undefined })
 */
export interface ListWebhookDeliveriesOptions {
  /** The maximum number of deliveries. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this state. */
  state?: WebhookDeliveryState | undefined
}

/**
 * One message to one endpoint.
 * @example
 * for (const delivery of await endpoint.listDeliveries()) {
 *   console.log(delivery.id, delivery.type, delivery.state, delivery.attempts, delivery.createdAt, delivery.nextAttemptAt)
 * }
 */
export interface WebhookDelivery {
  /** The id of the message: the same for every attempt and every endpoint. */
  readonly id: string
  /** The type of the event, for instance `user.created`. */
  readonly type: string
  /** The state of the delivery. */
  readonly state: WebhookDeliveryState
  /** How many attempts there were. */
  readonly attempts: number
  /** When the event happened. */
  readonly createdAt: Date
  /** When the next attempt is due, or null. */
  readonly nextAttemptAt: Date | null
  /**
   * The payload and a log of the attempts.
   * @example const { payload, attemptLog } = await delivery.getDetails()
   */
  getDetails(): Promise<WebhookDeliveryDetails>
  /**
   * Resends the message immediately.
   * @example await delivery.resend()
   */
  resend(): Promise<WebhookDelivery>
}

/**
 * An event and all attempts to deliver it.
 * @example const { payload, attemptLog }: WebhookDeliveryDetails = await delivery.getDetails()
 */
export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** The payload of the message. */
  readonly payload: { readonly type: string; readonly data: Json }
  /** All attempts, oldest first. */
  readonly attemptLog: readonly WebhookAttempt[]
}

/**
 * One attempt to deliver an event.
 * @example
 * for (const attempt of (await delivery.getDetails()).attemptLog) {
 *   console.log(attempt.number, attempt.attemptedAt, `${attempt.durationMillis} ms`)
 *   console.log(attempt.responseStatus, attempt.responseText, attempt.failure)
 * }
 */
export interface WebhookAttempt {
  /** Which attempt it was, starting with 1. */
  readonly number: number
  /** When it was made. */
  readonly attemptedAt: Date
  /** How long it took. */
  readonly durationMillis: number
  /** The HTTP status of the response, or null if there was none. */
  readonly responseStatus: number | null
  /** The beginning of the response body. */
  readonly responseText: string | null
  /** Why it failed, or null if it was delivered. */
  readonly failure: string | null
}

type EndpointJson = Routes['GET /internal/webhook-endpoints/{endpoint_id}']['response']['admin']
type DeliveryJson = Routes['POST /internal/webhook-endpoints/{endpoint_id}/send-test']['response']['admin']
type CreateBody = NonNullable<Routes['POST /internal/webhook-endpoints']['request']['body']>

export async function getSvixToken({ core, as }: Admin): Promise<string> {
  return (await core.call('POST /webhooks/svix-token', { ...as, body: {} })).token
}

export async function loadWebhookEndpoints(admin: Admin) {
  const { items } = await admin.core.call('GET /internal/webhook-endpoints', admin.as)
  return { items, create: (record: EndpointJson) => createEndpoint(admin, record) }
}

export async function createWebhookEndpoint(
  admin: Admin,
  options: WebhookEndpointCreateOptions,
): Promise<WebhookEndpointFirstView> {
  const body = { ...createBody(options), url: options.url }
  const record = await admin.core.call('POST /internal/webhook-endpoints', { ...admin.as, body })
  await refresh(admin)
  return Object.freeze({ ...createEndpoint(admin, record), secret: record.secret })
}

function createEndpoint(admin: Admin, record: EndpointJson): WebhookEndpoint {
  const { core, as } = admin
  const params = { endpoint_id: record.id }
  const request = { ...as, params }
  return Object.freeze<WebhookEndpoint>({
    id: record.id,
    url: record.url,
    description: record.description,
    eventTypes: record.event_types,
    isEnabled: record.is_enabled,
    disabledReason: record.disabled_reason,
    failingSince: dateOf(record.failing_since_millis),
    previousSecretUntil: dateOf(record.previous_secret_until_millis),
    createdAt: new Date(record.created_at_millis),
    async update(options) {
      await core.call('PATCH /internal/webhook-endpoints/{endpoint_id}', { ...request, body: createBody(options) })
      await refresh(admin)
    },
    async delete() {
      await core.call('DELETE /internal/webhook-endpoints/{endpoint_id}', request)
      await refresh(admin)
    },
    async getSecret() {
      return (await core.call('GET /internal/webhook-endpoints/{endpoint_id}/secret', request)).secret
    },
    async rotateSecret() {
      const route = 'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret'
      const { secret, previous_secret_until_millis } = await core.call(route, request)
      await refresh(admin)
      return { secret, previousSecretUntil: new Date(previous_secret_until_millis) }
    },
    async sendTest() {
      const route = 'POST /internal/webhook-endpoints/{endpoint_id}/send-test'
      return createDelivery(admin, record.id, await core.call(route, request))
    },
    async listDeliveries(query = {}) {
      const route = 'GET /internal/webhook-endpoints/{endpoint_id}/deliveries'
      const { items, pagination } = await core.call(route, { ...request, query })
      const deliveries = items.map((item) => createDelivery(admin, record.id, item))
      return Object.assign(deliveries, { nextCursor: pagination.next_cursor })
    },
  })
}

function createDelivery(admin: Admin, endpointId: string, record: DeliveryJson): WebhookDelivery {
  const { core, as } = admin
  const request = { ...as, params: { endpoint_id: endpointId, delivery_id: record.id } }
  return Object.freeze<WebhookDelivery>({
    id: record.id,
    type: record.type,
    state: record.state,
    attempts: record.attempts,
    createdAt: new Date(record.created_at_millis),
    nextAttemptAt: dateOf(record.next_attempt_at_millis),
    async getDetails(): Promise<WebhookDeliveryDetails> {
      const route = 'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}'
      const details = await core.call(route, request)
      return Object.freeze({
        ...createDelivery(admin, endpointId, details),
        payload: details.payload as { type: string; data: Json },
        attemptLog: details.attempt_log.map((attempt) => ({
          number: attempt.number,
          attemptedAt: new Date(attempt.attempted_at_millis),
          durationMillis: attempt.duration_millis,
          responseStatus: attempt.response_status,
          responseText: attempt.response_text,
          failure: attempt.failure,
        })),
      })
    },
    async resend() {
      const route = 'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend'
      return createDelivery(admin, endpointId, await core.call(route, request))
    },
  })
}

function createBody(options: WebhookEndpointUpdateOptions) {
  return {
    url: options.url,
    description: options.description,
    // The server checks that the event types exist.
    event_types: options.eventTypes as CreateBody['event_types'],
    is_enabled: options.isEnabled,
  }
}

const dateOf = (millis: number | null) => (millis === null ? null : new Date(millis))

const refresh = ({ cache }: Admin) => cache.refresh('webhook-endpoints')
