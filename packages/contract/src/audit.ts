import { z } from 'zod'
import { json, listCursor, millis, pageOf } from './fields.ts'
import { defineRoutes } from './route.ts'
import { subjects } from './subjects.ts'

export const auditEntry = z.object({
  id: z.string(),
  happened_at_millis: millis,
  action: z.string().meta({ description: 'What was done, such as `user.created` or `project.config_changed`.' }),
  actor: z.object({
    type: z.enum(['user', 'owner', 'server-key', 'admin-key', 'directory', 'setup-link', 'system', 'unknown']),
    id: z
      .string()
      .nullable()
      .meta({
        description:
          'The ID of the user, owner or directory, of the connection of a set-up link, or of the key set if only a project ' +
          'key was used.',
      }),
    description: z.string().nullable().meta({ description: 'The description of the key set.' }),
  }),
  target: z.object({ type: z.string(), id: z.string() }),
  details: json.meta({ description: 'More information about the entry, or null.' }),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
})

const filter = z
  .string()
  .max(256)
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
const time = z.number().int().min(0).max(8_640_000_000_000_000)

export const auditRoutes = defineRoutes('read', {
  'GET /internal/audit-entries': {
    summary: 'List the audit log of the project, newest first',
    description:
      'Who did what, to what, when and from where. Entries are kept for 400 days by default and must match all given ' +
      'filters. `subjects` has the names of what they mention and are filtered by.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
      actor_id: filter.optional(),
      target_id: filter.optional(),
      action: filter.optional(),
      from_millis: time.optional(),
      until_millis: time.optional(),
    }),
    response: pageOf(auditEntry).extend({ subjects }),
    errors: [],
  },
})
