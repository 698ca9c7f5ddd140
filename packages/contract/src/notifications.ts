import { z } from 'zod'
import { listOf, noQuery, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

const preference = z.object({
  notification_category_id: z.string(),
  notification_category_name: z.string(),
  enabled: z.boolean(),
  can_disable: z.boolean(),
})

/** Checked by the handler, so that a broken link shows a page rather than JSON. */
const codeQuery = z.strictObject({ code: z.string().optional() })

export const notificationRoutes = defineRoutes('users', {
  'GET /emails/notification-preference/{user_id}': {
    summary: 'List the notification preferences of a user',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params: z.strictObject({ user_id: userIdOrMe }),
    query: noQuery,
    response: listOf(preference),
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  },
  'PATCH /emails/notification-preference/{user_id}/{category_id}': {
    summary: 'Turn a notification category on or off',
    access: everyone,
    params: z.strictObject({ user_id: userIdOrMe, category_id: uuid }),
    query: noQuery,
    body: z.strictObject({ enabled: z.boolean() }),
    response: preference,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  },
  'GET /emails/unsubscribe-link': {
    summary: 'Show the page behind the unsubscribe link of an email',
    description:
      'A page with a button. Opening it changes nothing, so that link scanners in email programs do not unsubscribe ' +
      'the user.',
    access: 'open',
    query: codeQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /emails/unsubscribe-link': {
    summary: 'Unsubscribe from the notification category of an email',
    description: 'Called by the button on that page and by the unsubscribe button of email programs (RFC 8058).',
    access: 'open',
    query: codeQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
})
