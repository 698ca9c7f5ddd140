import { z } from 'zod'
import { listCursor, listOf, millis, queryBoolean, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

const keySet = z.object({
  id: z.string(),
  description: z.string(),
  created_at_millis: millis,
  expires_at_millis: millis,
  manually_revoked_at_millis: millis.optional(),
})

const lastFour = z.object({ last_four: z.string() }).optional()

const obfuscatedKeySet = keySet.extend({
  publishable_client_key: lastFour,
  secret_server_key: lastFour,
  super_secret_admin_key: lastFour,
})

const newKeySet = keySet.omit({ manually_revoked_at_millis: true }).extend({
  publishable_client_key: z.string().optional(),
  secret_server_key: z.string().optional(),
  super_secret_admin_key: z.string().optional(),
})

export const projectKeyRoutes = defineRoutes('keys', {
  'GET /internal/api-keys': {
    summary: 'List the key sets of the project, newest first',
    access: admins,
    ownerNeeds: 'read-setup',
    query: z.strictObject({
      cursor: listCursor.optional(),
      include_last_use: queryBoolean.optional().meta({ description: 'Adds `last_used_at_millis` and `created_by`.' }),
    }),
    response: listOf(
      obfuscatedKeySet.extend({
        last_used_at_millis: millis.nullable().optional().meta({
          description: 'When a key of the set was last used, to the minute. Null if none was ever used.',
        }),
        created_by: z
          .object({ user_id: z.string(), name: z.string().nullable() })
          .nullable()
          .optional()
          .meta({
            description:
              'The owner who created the set, without a name once the account is deleted. Null for sets from before ' +
              'creators were recorded, and for those of the deployment.',
          }),
      }),
    ),
    errors: [],
  },
  'POST /internal/api-keys': {
    summary: 'Create a key set; this is the only response with its full keys',
    access: admins,
    body: z.strictObject({
      description: z.string(),
      expires_at_millis: z.number().min(0).max(8_640_000_000_000_000),
      has_publishable_client_key: z.boolean(),
      has_secret_server_key: z.boolean(),
      has_super_secret_admin_key: z.boolean(),
    }),
    response: newKeySet,
    errors: [],
  },
  'GET /internal/api-keys/{id}': {
    summary: 'Read a key set',
    access: admins,
    ownerNeeds: 'read-setup',
    params: z.strictObject({ id: uuid }),
    response: obfuscatedKeySet,
    errors: ['API_KEY_NOT_FOUND'],
  },
  'PATCH /internal/api-keys/{id}': {
    summary: 'Change the description of a key set, or revoke it permanently',
    access: admins,
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({ description: z.string().optional(), revoked: z.literal(true).optional() }),
    response: obfuscatedKeySet,
    errors: ['API_KEY_NOT_FOUND'],
  },
  'POST /internal/api-keys/{id}/rotate': {
    summary: 'Replace a key set with a new one, while the old keys stay valid for some time',
    description:
      'The new set has the same description, the same kinds of keys and the same lifetime. This is the only response ' +
      'with its full keys. The old set expires at the given time, or earlier if it would have. A set that is revoked ' +
      'or has expired is a plain-text 409.',
    access: admins,
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({
      old_keys_expire_at_millis: z
        .number()
        .min(0)
        .max(8_640_000_000_000_000)
        .meta({ description: 'When the old keys stop working. A time in the past ends them at once.' }),
    }),
    response: newKeySet,
    errors: ['API_KEY_NOT_FOUND'],
  },
})
