import type { PageOf } from '../app/admin-types.ts'
import type { Json } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'

/** The methods of `AdminApp` that are about webhooks. */
export interface AdminWebhooks {
  /** The endpoints of the project, oldest first. */
  listWebhookEndpoints(): Promise<WebhookEndpoint[]>
  createWebhookEndpoint(options: WebhookEndpointCreateOptions): Promise<WebhookEndpointFirstView>
  /** For the portal of the service that delivers webhooks, or for our own routes about them. */
  getSvixToken(): Promise<string>
}

export interface AdminWebhookStores {
  readonly webhookEndpoints: CacheStore<WebhookEndpoint[]>
  readonly svixToken: CacheStore<string>
}

/** Where the events of a project are sent. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string
  /** Null for all events, also those of later versions. */
  readonly eventTypes: readonly string[] | null
  readonly isEnabled: boolean
  /** Why it was switched off without being asked: it failed for more than a day, or answered that it is gone. */
  readonly disabledReason: 'failing' | 'gone' | null
  readonly failingSince: Date | null
  /** Until then messages have two signatures. */
  readonly previousSecretUntil: Date | null
  readonly createdAt: Date
  update(options: WebhookEndpointUpdateOptions): Promise<void>
  /** Takes its deliveries with it. */
  delete(): Promise<void>
  /** What receivers verify signatures with. */
  getSecret(): Promise<string>
  /** A new secret. For a day messages are signed with the old one as well. */
  rotateSecret(): Promise<{ secret: string; previousSecretUntil: Date }>
  /** Sends a message of the type `webhook.test`. */
  sendTest(): Promise<WebhookDelivery>
  /** What was sent or will be, newest first. */
  listDeliveries(options?: ListWebhookDeliveriesOptions): Promise<PageOf<WebhookDelivery>>
}

export interface WebhookEndpointFirstView extends WebhookEndpoint {
  readonly secret: string
}

export interface WebhookEndpointCreateOptions {
  url: string
  description?: string | undefined
  /** All unless given. */
  eventTypes?: readonly string[] | null | undefined
  isEnabled?: boolean | undefined
}

export type WebhookEndpointUpdateOptions = Partial<WebhookEndpointCreateOptions>

export type WebhookDeliveryState = 'pending' | 'resending' | 'delivered' | 'failed'

export interface ListWebhookDeliveriesOptions {
  limit?: number | undefined
  cursor?: string | undefined
  state?: WebhookDeliveryState | undefined
}

/** One message on its way to one endpoint. */
export interface WebhookDelivery {
  /** That of the message: the same at every attempt and every endpoint. */
  readonly id: string
  readonly type: string
  readonly state: WebhookDeliveryState
  readonly attempts: number
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  /** What is sent, and what came of every attempt. */
  getDetails(): Promise<WebhookDeliveryDetails>
  /** Once more, now. */
  resend(): Promise<WebhookDelivery>
}

export interface WebhookDeliveryDetails extends WebhookDelivery {
  readonly payload: { readonly type: string; readonly data: Json }
  readonly attemptLog: readonly WebhookAttempt[]
}

export interface WebhookAttempt {
  readonly number: number
  readonly attemptedAt: Date
  readonly durationMillis: number
  readonly responseStatus: number | null
  /** How the answer began. */
  readonly responseText: string | null
  /** Why it counts as failed; null when it was delivered. */
  readonly failure: string | null
}
