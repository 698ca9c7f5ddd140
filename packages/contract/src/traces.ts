import { z } from 'zod'
import { email, listCursor, millis, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'
import { subjects } from './subjects.ts'
import { traceKinds } from './trace-kinds.ts'

const count = z.number().int().nonnegative()

/** Why a provider did not sign somebody in. */
const providerFailure = z.enum([
  'access-denied',
  'bad-grant',
  'bad-client-credentials',
  'scope-refused',
  'email-permission-missing',
  'unreachable',
  'invalid-answer',
])

/** What a code was when it was refused. */
const codeFacts = {
  created_at_millis: millis.nullable(),
  expires_at_millis: millis.nullable(),
  used_at_millis: millis.nullable(),
  used_from: z
    .enum(['same-address', 'another-address'])
    .nullable()
    .meta({ description: 'Whether the IP address that had used it is the one that was refused; null if unknown.' }),
  tries: count.nullable(),
}

/**
 * What happened on the way to a failure. Never passwords, codes, tokens, queries of URLs or what somebody typed. The
 * dashboard says each in a sentence.
 */
export const traceStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('untrusted-url'), url: z.string().meta({ description: 'Without query and fragment.' }) }),
  z.object({ step: z.literal('password'), problem: z.enum(['no-account', 'no-password', 'wrong-password']) }),
  z.object({ step: z.literal('code'), kind: z.string(), ...codeFacts }),
  z.object({ step: z.literal('provider-began'), provider: z.string(), began_at_millis: millis }),
  z.object({ step: z.literal('provider-refused'), provider: z.string(), reason: providerFailure }),
  z.object({
    step: z.literal('connection-refused'),
    connection_id: z.string(),
    reason: z.string().meta({ description: 'For people.' }),
  }),
  z.object({ step: z.literal('other-browser'), provider: z.string() }),
  z.object({
    step: z.literal('card-declined'),
    reason: z.string().meta({ description: 'The decline code of Stripe, such as `insufficient_funds`.' }),
  }),
  z.object({ step: z.literal('rate-limited'), limit: z.string() }),
  z.object({ step: z.literal('invalid-request'), fields: z.array(z.string()) }),
  z.object({ step: z.literal('message'), text: z.string().meta({ description: 'Of the server, for people.' }) }),
  z.object({ step: z.literal('email-attempt'), template: z.string(), reason: z.string().nullable() }),
  z.object({
    step: z.literal('webhook-attempt'),
    number: count,
    attempted_at_millis: millis,
    response_status: z.number().int().nullable(),
    reason: z.string().nullable(),
  }),
])

const trace = z.object({
  id: z.string(),
  kind: z.enum(traceKinds),
  code: z.string().meta({ description: 'The error code of the response, or what else went wrong.' }),
  status: z.number().int().nullable().meta({ description: 'Of the response, if it was one of this API.' }),
  route: z.string().nullable().meta({ description: 'Of this API, such as `POST /auth/password/sign-in`.' }),
  event_type: z.string().nullable().meta({ description: 'Of a webhook.' }),
  happened_at_millis: millis,
  last_at_millis: millis,
  count: count.meta({ description: 'How often the same happened within a minute.' }),
  user_id: z.string().nullable(),
  typed_unknown_address: z.boolean().meta({ description: 'Whether somebody typed an address that no user has.' }),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  references: z
    .array(z.string())
    .meta({ description: 'What error pages showed, the latest first: the start of the IDs of the requests.' }),
  email_id: z.string().nullable().meta({ description: 'Of the sent email, for `GET /internal/emails/{id}`.' }),
  endpoint_id: z.string().nullable().meta({ description: 'Of the webhook.' }),
  event_id: z.string().nullable().meta({ description: 'Of the webhook.' }),
  steps: z.array(traceStep),
})

const time = z.number().int().min(0).max(8_640_000_000_000_000)

export const traceRoutes = defineRoutes('read', {
  'GET /internal/traces': {
    summary: 'List what failed in the last 14 days, newest first',
    description:
      'Refused and failed sign-ins, sign-ups, OAuth round trips, emails, webhooks and purchases, each with the steps ' +
      'that led there. They are written after the response and kept for 14 days, the latest of each sort. Traces must ' +
      'match all given filters. `subjects` has the names of the users and endpoints.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
      kind: z.enum(traceKinds).optional(),
      user_id: uuid.optional(),
      connection_id: uuid.optional().meta({ description: 'Sign-ins with this connection of a company.' }),
      address: email.optional().meta({ description: 'An email address that was typed, or that a user has.' }),
      reference: z
        .string()
        .max(60)
        .regex(/^[\s0-9a-f-]*$/i, 'must be a reference or the ID of a request')
        .optional()
        .meta({ description: 'What an error page shows, or the ID of a request.' }),
      from_millis: time.optional(),
      until_millis: time.optional(),
    }),
    response: z.object({
      items: z.array(trace),
      is_paginated: z.literal(true),
      pagination: z.object({ next_cursor: z.string().nullable() }),
      subjects,
    }),
    errors: [],
  },
  'GET /internal/traces/{id}': {
    summary: 'Read what led to a failure',
    description: '`related` has the other failures of the same OAuth round trip or purchase, the oldest first.',
    access: ['admin'],
    params: z.strictObject({ id: z.string().max(120) }),
    response: trace.extend({ related: z.array(trace), subjects }),
    errors: [],
  },
})

export type TraceStep = z.output<typeof traceStep>
export type Trace = z.output<typeof trace>
