import { z } from 'zod'
import { json, millis, pageOf, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const entry = z.object({
  id: z.string(),
  happened_at_millis: millis,
  action: z.string().meta({ description: 'What was done, such as `user.created` or `project.config_changed`.' }),
  actor: z.object({
    type: z.enum(['user', 'owner', 'server-key', 'admin-key', 'system', 'unknown']),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Of the user or owner; where only a key acted, of the set of keys that it belongs to.' }),
    description: z.string().nullable().meta({ description: 'What that set of keys is called.' }),
  }),
  target: z.object({ type: z.string(), id: z.string() }),
  details: json.meta({ description: 'What explains the entry; null if there is nothing more to say.' }),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
})

const filter = z
  .string()
  .max(256)
  .refine((text) => !text.includes('\0'), 'must not have the character U+0000')
const time = z.number().int().min(0).max(8_640_000_000_000_000)

export const auditRoutes = defineRoutes({
  'GET /internal/audit-entries': {
    summary: 'The audit trail of the project, newest first',
    description:
      'Who did what to whom, from where and when, for 400 days. All filters that are given must fit. The cursor is the id ' +
      'of the first entry of the page.',
    access: ['admin'],
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: uuid.optional(),
      actor_id: filter.optional(),
      target_id: filter.optional(),
      action: filter.optional(),
      from_millis: time.optional(),
      until_millis: time.optional(),
    }),
    response: pageOf(entry),
    errors: [],
  },
})
