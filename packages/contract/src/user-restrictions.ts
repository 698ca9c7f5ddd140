import { z } from 'zod'
import { millis, success, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const servers = ['server', 'admin'] as const
const params = z.strictObject({ user_id: uuid })

const note = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')

const restriction = z.object({
  is_restricted: z.boolean(),
  reason: z.string().nullable().meta({ description: 'For your records. The user never sees it.' }),
  message: z.string().nullable().meta({ description: 'Shown to the user, who is signed out and cannot sign in.' }),
  restricted_at_millis: millis.nullable(),
  until_millis: millis.nullable().meta({ description: 'Null if the restriction has no end.' }),
})

export const userRestrictionRoutes = defineRoutes('users', {
  'GET /users/{user_id}/restriction': {
    summary: 'Read whether a user is restricted',
    access: servers,
    params,
    response: restriction,
    errors: ['USER_NOT_FOUND'],
  },
  'PUT /users/{user_id}/restriction': {
    summary: 'Restrict a user',
    description:
      'Ends all sessions of the user. Until the restriction ends or is lifted, every way to sign in is refused with ' +
      'USER_IS_RESTRICTED, and API keys of the user are refused. Replaces an existing restriction.',
    access: servers,
    params,
    body: z.strictObject({
      reason: note,
      message: note.nullable().optional(),
      until_millis: z.number().int().min(0).max(8_640_000_000_000_000).nullable().optional(),
    }),
    response: restriction,
    errors: ['USER_NOT_FOUND'],
  },
  'DELETE /users/{user_id}/restriction': {
    summary: 'Lift the restriction of a user',
    description: 'Succeeds if the user is not restricted. Sessions that were ended stay ended.',
    access: servers,
    params,
    response: success,
    errors: ['USER_NOT_FOUND'],
  },
})
