import { z } from 'zod'
import {
  displayName,
  email,
  emailAsGiven,
  json,
  listCursor,
  listOf,
  millis,
  queryBoolean,
  success,
  url,
  uuid,
} from './fields.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

/** Checked by the handlers, which answer the same for what cannot be an id as for an id that is not there. */
const id = z.strictObject({ id: z.string().toLowerCase() })
const themeChoice = z
  .union([uuid, z.literal(false)])
  .meta({ description: 'The id of a theme, or false for none. Without it, the theme of the project.' })
const storedTheme = z
  .union([z.string(), z.literal(false)])
  .meta({ description: 'The id of a theme, or false for none. Absent: the theme of the project.' })
const tsxSource = z.string().max(500_000).meta({ description: 'A module in TSX.' })

const template = z.object({
  id: z.string(),
  display_name: z.string(),
  tsx_source: z.string(),
  theme_id: storedTheme.optional(),
})

const draft = template.extend({ sent_at_millis: millis.nullable() })

const sentEmail = z.object({
  id: z.string(),
  subject: z.string(),
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

const renderRequest = z
  .strictObject({
    template_id: uuid.optional(),
    template_tsx_source: tsxSource.optional(),
    theme_id: themeChoice.optional(),
    theme_tsx_source: tsxSource.optional(),
  })
  .refine(
    (body) => (body.template_id === undefined) !== (body.template_tsx_source === undefined),
    'needs exactly one of template_id and template_tsx_source',
  )
  .refine(
    (body) => body.theme_id === undefined || body.theme_tsx_source === undefined,
    'can have only one of theme_id and theme_tsx_source',
  )

const sendRequest = z
  .strictObject({
    user_ids: z.array(z.string()).max(100_000).optional(),
    all_users: z.literal(true).optional(),
    subject: z.string().max(1_000).optional(),
    notification_category_name: z.string().optional(),
    theme_id: themeChoice.nullable().optional(),
    html: z.string().max(1_000_000).optional(),
    template_id: uuid.optional(),
    variables: z.record(z.string(), json).optional(),
    draft_id: z.string().optional(),
  })
  .refine(
    (body) => [body.html, body.template_id, body.draft_id].filter((form) => form !== undefined).length === 1,
    'needs exactly one of html, template_id and draft_id',
  )
  .refine(
    (body) => body.variables === undefined || body.template_id !== undefined,
    'can have variables only with template_id',
  )

export const emailRoutes = defineRoutes({
  'POST /emails/send-email': {
    summary: 'Send a mail to some users, or to all',
    description:
      'Needs exactly one of `user_ids` and `all_users`. The answer comes before the mails leave: users without an ' +
      'e-mail and those who do not want this kind of mail get none. Everybody gets a mail of their own.',
    access: ['server', 'admin'],
    body: sendRequest,
    response: z.object({ results: z.array(z.object({ user_id: z.string(), user_email: z.string().optional() })) }),
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'USER_ID_DOES_NOT_EXIST'],
  },
  'POST /emails/render-email': {
    summary: 'Render a template inside a theme, with the examples they carry',
    description: 'Nothing is stored. A template or theme that does not exist is answered with a plain 400.',
    access: admins,
    body: renderRequest,
    response: z.object({
      html: z.string(),
      subject: z.string().optional(),
      notification_category: z.string().optional(),
    }),
    errors: ['EMAIL_RENDERING_ERROR'],
  },

  'GET /internal/email-themes': {
    summary: 'List the themes, built-in ones first',
    access: admins,
    response: z.object({ themes: z.array(z.object({ id: z.string(), display_name: z.string() })) }),
    errors: [],
  },
  'POST /internal/email-themes': {
    summary: 'Create a theme, which starts as a copy of the light one',
    access: admins,
    body: z.strictObject({ display_name: displayName }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'GET /internal/email-themes/{id}': {
    summary: 'Read a theme',
    access: admins,
    params: id,
    response: z.object({ display_name: z.string(), tsx_source: z.string() }),
    errors: [],
  },
  'PATCH /internal/email-themes/{id}': {
    summary: 'Change the source of a theme, if it renders',
    access: admins,
    params: id,
    body: z.strictObject({ tsx_source: tsxSource }),
    response: z.object({ display_name: z.string() }),
    errors: ['EMAIL_RENDERING_ERROR'],
  },

  'GET /internal/email-templates': {
    summary: 'List the templates, built-in ones first',
    access: admins,
    response: z.object({ templates: z.array(template) }),
    errors: [],
  },
  'POST /internal/email-templates': {
    summary: 'Create a template, which starts with a sample',
    access: admins,
    body: z.strictObject({ display_name: displayName }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'PATCH /internal/email-templates/{id}': {
    summary: 'Change the source of a template, if it renders and names its subject and category',
    description:
      'Only the id of a theme changes the theme; null and false leave it as it is. That the id is a UUID is checked ' +
      'after the mail server.',
    access: admins,
    params: id,
    body: z.strictObject({ tsx_source: tsxSource, theme_id: themeChoice.nullable().optional() }),
    response: z.object({ rendered_html: z.string() }),
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'EMAIL_RENDERING_ERROR'],
  },

  'GET /internal/email-drafts': {
    summary: 'List the drafts, last changed first',
    access: admins,
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: z.object({
      drafts: z.array(draft),
      pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
    }),
    errors: [],
  },
  'POST /internal/email-drafts': {
    summary: 'Create a draft',
    access: admins,
    body: z.strictObject({
      display_name: displayName,
      theme_id: themeChoice.optional(),
      tsx_source: tsxSource.optional(),
    }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'GET /internal/email-drafts/{id}': {
    summary: 'Read a draft',
    access: admins,
    params: id,
    response: draft,
    errors: [],
  },
  'PATCH /internal/email-drafts/{id}': {
    summary: 'Change a draft',
    description: 'Without `theme_id` the draft goes back to the theme of the project.',
    access: admins,
    params: id,
    body: z.strictObject({
      display_name: displayName.optional(),
      theme_id: themeChoice.optional(),
      tsx_source: tsxSource.optional(),
    }),
    response: z.object({ ok: z.literal('ok') }),
    errors: [],
  },

  'GET /internal/emails': {
    summary: 'The last hundred attempts to send a mail, newest first',
    access: admins,
    response: listOf(sentEmail),
    errors: [],
  },
  'POST /internal/emails/{id}/resend': {
    summary: 'Send an email again that was given up',
    description:
      'For an attempt in the log that failed. Refused while the email is still being tried, when it was sent, when the code in it has expired, and when its content is not kept any more (seven days after it was given up).',
    access: admins,
    handlerLimits: ['mailByRecipient'],
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: success,
    errors: [],
  },
  'POST /internal/send-test-email': {
    summary: 'Send a mail over a mail server, to see whether its settings are right',
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
    response: z.object({ success: z.boolean(), error_message: z.string().optional() }),
    errors: [],
  },
  'POST /internal/failed-emails-digest': {
    summary: 'Tell the owners of projects about mails that failed in the last day',
    description:
      'For a scheduler of the deployment, which shows the secret of `LATCHKEY_CRON_SECRET` as `Bearer …`. With ' +
      '`dry_run=true` no mail is sent. The status is 500 if a mail could not be sent; the body is the same then.',
    access: 'open',
    headers: z.object({ authorization: z.string() }),
    query: z.strictObject({ dry_run: queryBoolean.optional() }),
    statusOf: (answer) => ((answer as { success: boolean }).success ? 200 : 500),
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
    summary: 'Invite somebody by mail to sign in',
    description:
      'The link of the mail is the callback URL. Neither a user nor a code is created. The answer comes when the mail has left; if no mail server takes it, that is a 400 with the reason.',
    access: ['server', 'admin'],
    handlerLimits: ['mailByRecipient'],
    body: z.strictObject({ email, callback_url: url }),
    response: success,
    errors: ['REDIRECT_URL_NOT_WHITELISTED'],
  },
})
