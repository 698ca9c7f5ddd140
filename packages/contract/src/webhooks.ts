import { z } from 'zod'
import { listCursor, listOf, millis, pageOf, success, uuid } from './fields.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes } from './route.ts'
import { mention, subjects } from './subjects.ts'
import { auditEventTypes, webhookEventTypes } from './webhook-events.ts'

const admins = ['admin'] as const

const endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()).nullable(),
  is_enabled: z.boolean(),
  disabled_reason: z.enum(['failing', 'gone']).nullable().meta({
    description: 'Why it was disabled automatically: it failed for more than a day, or responded with 410 Gone.',
  }),
  failing_since_millis: millis.nullable(),
  previous_secret_until_millis: millis
    .nullable()
    .meta({ description: 'Until then, messages are also signed with the previous secret.' }),
  created_at_millis: millis,
})

const listedEndpoint = endpoint.extend({
  recent_deliveries: z
    .object({ total: z.number().int(), failing: z.number().int() })
    .meta({ description: 'Of the last 100 messages that were sent, how many have not been delivered.' }),
})

const secret = z.string().meta({ description: 'The secret to verify signatures with. Starts with `whsec_`.' })

const receiverUrl = z
  .string()
  .max(2_000, { abort: true })
  .refine(isReceiverUrl, 'must be an http or https URL without user name and password')
  .meta({ format: 'uri' })

function isReceiverUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
}

const namedTypes = [...webhookEventTypes, ...auditEventTypes] as const

const eventTypes = z
  .array(z.enum(namedTypes))
  .min(1)
  .max(namedTypes.length)
  .nullable()
  .meta({
    description:
      'Null for all events, including those added in later versions, but without the entries of the audit log: these ' +
      'are only sent to endpoints that name `audit.*` or one of them, such as `audit.user.created`.',
  })

const description = z.string().max(500)

const deliveryState = z.enum(['pending', 'resending', 'delivered', 'failed'])

const delivery = {
  id: z.string().meta({ description: 'The ID of the message, which is the same for all attempts and endpoints.' }),
  type: z.string(),
  state: deliveryState,
  attempts: z.number().int(),
  created_at_millis: millis,
  next_attempt_at_millis: millis.nullable(),
  duration_millis: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'How long the last attempt took. Null before the first.' }),
  response_status: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'What the receiver responded with last. Null if it did not respond.' }),
  about: z.array(mention).meta({ description: 'The user and the team that the event is about.' }),
}

const hour = z.object({
  from_millis: millis,
  delivered: z.number().int(),
  failed: z.number().int().meta({ description: 'Sent at least once, but not delivered.' }),
})

const attempt = z.object({
  number: z.number().int(),
  attempted_at_millis: millis,
  duration_millis: z.number().int(),
  response_status: z.number().int().nullable(),
  response_text: z.string().nullable().meta({ description: 'The beginning of the response.' }),
  failure: z.string().nullable().meta({ description: 'Why the attempt failed, or null if the message was delivered.' }),
})

const endpointParams = z.strictObject({ endpoint_id: uuid })
const deliveryParams = z.strictObject({ endpoint_id: uuid, delivery_id: uuid })
const portal = { access: admins, alsoOpenedBy: 'webhook-portal-token' } as const

export const webhookRoutes = defineRoutes('settings', {
  'POST /webhooks/svix-token': {
    summary: 'Create a token for the webhook portal',
    description:
      'If an external service delivers the webhooks of this server, the token is for that service. Otherwise it ' +
      'gives access to the routes below for an hour, sent as `Authorization: Bearer …` with the project ID and admin ' +
      'access.',
    access: admins,
    body: z.strictObject({}),
    bodyOptional: true,
    status: 201,
    response: z.object({ token: z.string() }),
    errors: [],
  },
  'GET /internal/webhook-endpoints': {
    summary: 'List the webhook endpoints of the project, oldest first',
    ...portal,
    ownerNeeds: 'read-setup',
    response: listOf(listedEndpoint).extend({ revision }),
    errors: [],
  },
  'POST /internal/webhook-endpoints': {
    summary: 'Add a webhook endpoint',
    ...portal,
    body: z.strictObject({
      url: receiverUrl,
      description: description.optional(),
      event_types: eventTypes.optional(),
      is_enabled: z.boolean().optional(),
    }),
    status: 201,
    response: endpoint.extend({ secret }),
    errors: [],
  },
  'GET /internal/webhook-endpoints/{endpoint_id}': {
    summary: 'Read a webhook endpoint',
    ...portal,
    ownerNeeds: 'read-setup',
    params: endpointParams,
    response: endpoint,
    errors: [],
  },
  'PATCH /internal/webhook-endpoints/{endpoint_id}': {
    summary: 'Change, enable or disable a webhook endpoint',
    description: 'Pending messages wait while the endpoint is disabled.',
    ...portal,
    headers: saveHeaders,
    params: endpointParams,
    body: z.strictObject({
      url: receiverUrl.optional(),
      description: description.optional(),
      event_types: eventTypes.optional(),
      is_enabled: z.boolean().optional(),
    }),
    response: endpoint.extend({ revision }),
    errors: [],
  },
  'DELETE /internal/webhook-endpoints/{endpoint_id}': {
    summary: 'Delete a webhook endpoint and its deliveries',
    ...portal,
    params: endpointParams,
    response: success,
    errors: [],
  },
  'GET /internal/webhook-endpoints/{endpoint_id}/secret': {
    summary: 'Get the signing secret of an endpoint',
    ...portal,
    ownerNeeds: 'secrets',
    params: endpointParams,
    response: z.object({ secret }),
    errors: [],
  },
  'POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret': {
    summary: 'Rotate the signing secret of an endpoint',
    description: 'For a day, messages are also signed with the old secret, so that receivers have time to switch.',
    ...portal,
    params: endpointParams,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ secret, previous_secret_until_millis: millis }),
    errors: [],
  },
  'POST /internal/webhook-endpoints/{endpoint_id}/send-test': {
    summary: 'Send a test message to an endpoint',
    description: 'The message has the type `webhook.test` and is sent regardless of the event types of the endpoint.',
    ...portal,
    params: endpointParams,
    body: z.strictObject({}),
    bodyOptional: true,
    status: 201,
    response: z.object(delivery),
    errors: [],
  },
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries': {
    summary: 'List the deliveries to an endpoint, newest first',
    ...portal,
    ownerNeeds: 'read-setup',
    heavyRead: true,
    params: endpointParams,
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
      state: deliveryState.optional(),
      type: z
        .string()
        .max(100)
        .regex(/^[a-z_.]+$/)
        .optional()
        .meta({ description: 'Such as `user.created`.' }),
    }),
    response: pageOf(z.object(delivery)).extend({ subjects }),
    errors: [],
  },
  'GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}': {
    summary: 'Read a delivery with its payload and all attempts',
    ...portal,
    ownerNeeds: 'read-setup',
    params: deliveryParams,
    response: z.object({
      ...delivery,
      payload: z.object({ type: z.string(), data: z.unknown() }),
      attempt_log: z.array(attempt),
      subjects,
    }),
    errors: [],
  },
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend': {
    summary: 'Resend a message now',
    description:
      'Makes one attempt. A message that is still pending is attempted immediately, and its retries continue as ' +
      'before.',
    ...portal,
    params: deliveryParams,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object(delivery),
    errors: [],
  },
  'POST /internal/webhook-endpoints/{endpoint_id}/deliveries/resend-failed': {
    summary: 'Resend all failed messages now',
    description: 'Makes one attempt each, of the oldest 1,000. Repeat the request while `has_more` is true.',
    ...portal,
    params: endpointParams,
    body: z.strictObject({}),
    bodyOptional: true,
    response: z.object({ count: z.number().int(), has_more: z.boolean() }),
    errors: [],
  },
  'GET /internal/webhook-endpoints/{endpoint_id}/last-day': {
    summary: 'Count the deliveries of the last 24 hours',
    description: 'One item per hour, oldest first, by the time of the event.',
    ...portal,
    ownerNeeds: 'read-setup',
    heavyRead: true,
    params: endpointParams,
    response: z.object({ hours: z.array(hour) }),
    errors: [],
  },
})
