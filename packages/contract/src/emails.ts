import { z } from 'zod'
import { themeChoice } from './email-sources.ts'
import {
  email,
  emailAsGiven,
  json,
  listCursor,
  listOf,
  millis,
  pageOf,
  queryBoolean,
  success,
  url,
  uuid,
} from './fields.ts'
import { defineRoutes } from './route.ts'
import { userFilter } from './user-list.ts'

const admins = ['admin'] as const

/** Checked by the handlers, which treat a malformed ID like an unknown one. */
const id = z.strictObject({ id: z.string().toLowerCase() })
const sentEmail = z.object({
  id: z.string(),
  subject: z.string(),
  locale: z
    .string()
    .nullable()
    .meta({ description: 'The language of the variant. Null for code, which decides itself.' }),
  to: z.array(z.string()),
  sent_at_millis: millis,
  sender_config: z.object({
    type: z.enum(['shared', 'standard']),
    host: z.string(),
    port: z.number(),
    username: z.string(),
    sender_name: z.string(),
    sender_email: z.string(),
  }),
  error: json,
})

const emailSend = z.object({
  id: z.string(),
  title: z.string().meta({ description: 'The name of the draft or template at that time.' }),
  draft_id: z.string().nullable(),
  created_at_millis: millis,
  scheduled_at_millis: millis.nullable(),
  stopped_at_millis: millis.nullable(),
  recipient_count: z.number(),
  waiting_count: z.number().meta({ description: 'Recipients who are still to get it, or get another attempt.' }),
  failed_count: z.number().meta({ description: 'Recipients for whom all attempts failed.' }),
  stopped_count: z.number().meta({ description: 'Recipients who do not get it because it was stopped.' }),
})

const contentFields = {
  subject: z.string().max(1_000).optional(),
  notification_category_name: z.string().optional(),
  theme_id: themeChoice.nullable().optional(),
  scheduled_at_millis: millis.optional().meta({ description: 'When to send it. If omitted, at once.' }),
  html: z.string().max(1_000_000).optional(),
  template_id: uuid.optional(),
  variables: z.record(z.string(), json).optional(),
  draft_id: z.string().optional(),
}
type Content = { html?: unknown; template_id?: unknown; draft_id?: unknown; variables?: unknown }
const hasOneContent = (body: Content) =>
  [body.html, body.template_id, body.draft_id].filter((content) => content !== undefined).length === 1
const oneContentNeeded = 'needs exactly one of html, template_id and draft_id'
const hasFittingVariables = (body: Content) => body.variables === undefined || body.template_id !== undefined
const templateNeeded = 'can have variables only with template_id'

const sendRequest = z
  .strictObject({
    user_ids: z.array(z.string()).max(100_000).optional(),
    all_users: z.literal(true).optional(),
    ...contentFields,
  })
  .refine(hasOneContent, oneContentNeeded)
  .refine(hasFittingVariables, templateNeeded)

const audienceCount = z.object({
  user_count: z.number(),
  reachable_count: z.number().meta({ description: 'Those who have a primary email address.' }),
})

/** Emails to the users that the filters of the dashboard's list find. */
export const emailAudienceRoutes = defineRoutes('settings', {
  'GET /internal/email-audience': {
    summary: 'Count the users whom an email to users of a filter reaches',
    description: 'The filters are those of `GET /internal/users`.',
    access: admins,
    heavyRead: true,
    query: z.strictObject(userFilter),
    response: audienceCount,
    errors: [],
  },
  'POST /internal/email-sends': {
    summary: 'Send an email to the users of a filter',
    description:
      'As `POST /emails/send-email`, to the users who match at this moment. The filters are those of ' +
      '`GET /internal/users`.',
    access: admins,
    body: z
      .strictObject({ filter: z.strictObject(userFilter), ...contentFields })
      .refine(hasOneContent, oneContentNeeded)
      .refine(hasFittingVariables, templateNeeded),
    response: audienceCount,
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER'],
  },
})

export const emailRoutes = defineRoutes('settings', {
  'POST /emails/send-email': {
    summary: 'Send an email to some or all users',
    description:
      'Needs exactly one of `user_ids` and `all_users`. Emails are sent after the response. Users without an email ' +
      'address and users who have unsubscribed from the notification category are skipped. Each user gets a separate ' +
      'email.',
    access: ['server', 'admin'],
    body: sendRequest,
    response: z.object({ results: z.array(z.object({ user_id: z.string(), user_email: z.string().optional() })) }),
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'USER_ID_DOES_NOT_EXIST'],
  },
  'GET /internal/email-sends': {
    summary: 'List bulk emails and their progress, newest first',
    description: 'A bulk email is listed until its content is deleted, by default seven days after it was sent.',
    access: admins,
    heavyRead: true,
    query: z.strictObject({ draft_id: uuid.optional(), cursor: listCursor.optional() }),
    response: pageOf(emailSend),
    errors: [],
  },
  'POST /internal/email-sends/{id}/stop': {
    summary: 'Stop a bulk email, or cancel one that is scheduled',
    description: 'Recipients who have not received it yet do not get it.',
    access: admins,
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: emailSend,
    errors: [],
  },
  'POST /internal/email-sends/{id}/resend-failed': {
    summary: 'Resend a bulk email to the recipients for whom all attempts failed',
    description: 'Each of them gets as many attempts as at first.',
    access: admins,
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: emailSend,
    errors: [],
  },
  'GET /internal/emails': {
    summary: 'List attempts to send an email, newest first',
    description: 'Without a query, the last hundred. With one, a page of those that match.',
    access: admins,
    heavyRead: true,
    query: z.strictObject({
      status: z.enum(['sent', 'failed']).optional(),
      recipient: z.string().max(320).optional().meta({ description: 'The complete email address.' }),
      limit: z.number().int().min(1).max(100).optional(),
      cursor: listCursor.optional(),
    }),
    response: listOf(sentEmail),
    errors: [],
  },
  'GET /internal/emails/{id}': {
    summary: 'Read an attempt to send an email, and the email itself',
    description:
      'The content is kept for seven days by default. Codes and links that are only for the recipient are replaced with `…`.',
    access: admins,
    params: id,
    response: sentEmail.extend({
      template: z.string(),
      status: z.enum(['sent', 'retrying', 'failed']),
      can_resend: z.boolean(),
      html: z.string().nullable(),
    }),
    errors: [],
  },
  'POST /internal/emails/{id}/resend': {
    summary: 'Resend an email that could not be delivered',
    description:
      'For a failed attempt in the log. Refused if the email is still being retried, has been sent, contains a code ' +
      'that has expired, or if its content has been deleted (by default seven days after the last attempt).',
    access: admins,
    handlerLimits: ['emailsByRecipient'],
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: success,
    errors: [],
  },
  'POST /internal/send-test-email': {
    summary: 'Send a test email to check email server settings',
    access: admins,
    body: z.strictObject({
      recipient_email: email,
      email_config: z.strictObject({
        host: z.string().min(1),
        port: z.number().int().min(0).max(65_535),
        username: z.string().min(1),
        password: z.string().min(1),
        sender_name: z.string().min(1),
        sender_email: emailAsGiven,
      }),
    }),
    response: z.object({
      success: z.boolean(),
      error_message: z.string().optional(),
      smtp: z
        .object({
          is_connected: z.boolean(),
          is_encrypted: z.boolean(),
          is_signed_in: z.boolean(),
          is_accepted: z.boolean(),
          refusal: z.string().nullable().meta({ description: 'What the server said when it refused.' }),
        })
        .optional()
        .meta({ description: 'How far it got.' }),
    }),
    errors: [],
  },
  'POST /internal/failed-emails-digest': {
    summary: 'Notify project owners about emails that failed in the last day',
    description:
      'For a scheduler, which sends the value of `LATCHKEY_CRON_SECRET` as `Bearer …`. With `dry_run=true` no email ' +
      'is sent. The status is 500 if an email could not be sent; the body is the same.',
    access: 'open',
    headers: z.object({ authorization: z.string() }),
    query: z.strictObject({ dry_run: queryBoolean.optional() }),
    statusOf: (response) => ((response as { success: boolean }).success ? 200 : 500),
    response: z.object({
      success: z.boolean(),
      error_message: z.string().optional(),
      failed_emails_by_tenancy: z
        .array(
          z.object({
            emails: z.array(z.object({ subject: z.string(), to: z.array(z.string()) })),
            tenant_owner_emails: z.array(z.string()),
            project_id: z.string(),
            tenancy_id: z.string(),
          }),
        )
        .optional(),
    }),
    errors: [],
  },
  'POST /internal/send-sign-in-invitation': {
    summary: 'Send an email that invites somebody to sign in',
    description:
      'The email links to the callback URL. Neither a user nor a code is created. Responds after the email has been ' +
      'sent; if the email server does not accept it, returns a 400 with the reason.',
    access: ['server', 'admin'],
    ownerNeeds: 'users',
    handlerLimits: ['emailsByRecipient'],
    body: z.strictObject({ email, callback_url: url }),
    response: success,
    errors: ['REDIRECT_URL_NOT_WHITELISTED'],
  },
})
