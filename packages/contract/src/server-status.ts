import { z } from 'zod'
import { listCursor, millis, pageOf, success, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const forOwners = 'Only for the project `internal`, by its owners or with its admin key; others get a plain-text 403.'

const node = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'The name of the machine or container.' }),
  version: z.string(),
  started_at_millis: millis,
  last_seen_at_millis: millis,
})

const queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  failed: z.number().int(),
  late_millis: z.number().int().meta({ description: 'How long the oldest job that is due has been waiting.' }),
})

const usage = z.object({
  project_id: z.string(),
  display_name: z.string(),
  quota: z.enum(['users', 'requests', 'emails', 'metadata', 'webhooks']).meta({
    description: 'Requests per minute, emails per day, kilobytes of metadata written per day, webhooks per hour.',
  }),
  used: z.number(),
  limit: z.number(),
})

const setting = z.object({
  name: z.string(),
  group: z.string().meta({ examples: ['Emails'] }),
  description: z.string(),
  value: z.string().nullable().meta({ description: 'Secrets are masked. Null if there is no fixed value.' }),
  otherwise: z.string().nullable().meta({ description: 'What happens as long as it is not set.' }),
  source: z.enum(['environment', 'data-folder', 'default']),
})

const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  payload: z.unknown().meta({ description: 'IDs only.' }),
  error: z.string().nullable(),
  attempts: z.number().int(),
  failed_at_millis: millis,
})

/** For those who run the server. */
export const serverStatusRoutes = defineRoutes('settings', {
  'GET /internal/server': {
    summary: 'Read the state of the server',
    description: forOwners,
    access: ['admin'],
    ownerNeeds: 'read-setup',
    response: z.object({
      version: z.string(),
      database: z.object({
        version: z.string(),
        is_embedded: z.boolean(),
        size_bytes: z.number(),
        response_millis: z.number(),
      }),
      emails: z.object({
        server: z.enum(['smtp', 'inbox', 'none']),
        waiting: z.number().int(),
        failed: z.number().int().meta({ description: 'Failed attempts in the last 24 hours.' }),
      }),
      queues: z.array(queue),
      nodes: z.array(node),
      usage: z.array(usage).nullable().meta({
        description: 'Where projects are nearest to their quotas, nearest first. Null if there are no quotas.',
      }),
      settings: z.array(setting),
    }),
    errors: [],
  },
  'GET /internal/server/failed-jobs': {
    summary: 'List failed jobs, newest first',
    description: `Jobs that were given up in the last seven days. ${forOwners}`,
    access: ['admin'],
    ownerNeeds: 'read-setup',
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
    }),
    response: pageOf(failedJob),
    errors: [],
  },
  'POST /internal/server/failed-jobs/{job_id}/retry': {
    summary: 'Run a failed job again',
    description: `A job that has not failed is a plain-text 404. ${forOwners}`,
    access: ['admin'],
    params: z.strictObject({ job_id: uuid }),
    body: z.strictObject({}),
    bodyOptional: true,
    response: success,
    errors: [],
  },
})
