import { z } from 'zod'
import { listOf, noQuery, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const preference = z.object({
  notification_category_id: z.string(),
  notification_category_name: z.string(),
  enabled: z.boolean(),
  can_disable: z.boolean(),
})

/** Checked by the handler, because whoever follows a broken link reads a sentence rather than JSON. */
const codeQuery = z.strictObject({ code: z.string().optional() })

export const notificationRoutes = defineRoutes({
  'GET /emails/notification-preference/{user_id}': {
    summary: 'Which kinds of mail a user wants',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params: z.strictObject({ user_id: userIdOrMe }),
    query: noQuery,
    response: listOf(preference),
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  },
  'PATCH /emails/notification-preference/{user_id}/{category_id}': {
    summary: 'Switch a kind of mail on or off',
    access: everyone,
    params: z.strictObject({ user_id: userIdOrMe, category_id: uuid }),
    query: noQuery,
    body: z.strictObject({ enabled: z.boolean() }),
    response: preference,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  },
  'GET /emails/unsubscribe-link': {
    summary: 'The page behind the unsubscribe link of a mail',
    description:
      'A page with a button. Opening it changes nothing, so that programs which look into mails do not unsubscribe ' +
      'their readers.',
    access: 'open',
    query: codeQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /emails/unsubscribe-link': {
    summary: 'Unsubscribe from the kind of mail that has the link',
    description: 'What the button of the page does, and the unsubscribe button of mail programs (RFC 8058).',
    access: 'open',
    query: codeQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
})
