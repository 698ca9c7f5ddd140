import { z } from 'zod'
import { emailDocument, emailThemeDocument } from './email-document.ts'
import {
  displayName,
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
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

/** Checked by the handlers, which treat a malformed ID like an unknown one. */
const id = z.strictObject({ id: z.string().toLowerCase() })
const themeChoice = z
  .union([uuid, z.literal(false)])
  .meta({ description: 'The ID of a theme, or false for none. If omitted, the theme of the project.' })
const storedTheme = z
  .union([z.string(), z.literal(false)])
  .meta({ description: 'The ID of a theme, or false for none. If absent, the theme of the project.' })
const tsxSource = z.string().max(500_000).meta({ description: 'The source code of a TSX module.' })

/** Saves either a visual email or code; the one replaces the other. */
const hasOneSource = (body: { tsx_source?: unknown; document?: unknown }) =>
  (body.tsx_source === undefined) !== (body.document === undefined)
const oneSourceNeeded = 'needs exactly one of tsx_source and document'
const hasNoSecondSource = (body: { tsx_source?: unknown; document?: unknown }) =>
  body.tsx_source === undefined || body.document === undefined
const oneSourceAllowed = 'can have only one of tsx_source and document'

const source = z.object({
  display_name: z.string(),
  tsx_source: z.string().meta({ description: 'Of a visual one, the equivalent code.' }),
})
const ownTextAllowed = z.boolean().meta({
  description: 'False while the project uses the shared email server and that server only sends built-in emails.',
})

const draft = source.extend({
  id: z.string(),
  document: emailDocument.optional().meta({ description: 'Absent if the email is code.' }),
  theme_id: storedTheme.optional(),
  sent_at_millis: millis.nullable(),
})

const template = draft.omit({ sent_at_millis: true }).extend({
  kind: z.string().optional().meta({ description: 'Of a built-in email, such as `magic_link`.' }),
  is_notice: z.literal(true).optional().meta({ description: 'A notice about an account.' }),
  is_changed: z.literal(true).optional().meta({ description: 'Built in, but not as Latchkey ships it.' }),
})

const theme = source.extend({
  document: emailThemeDocument.optional().meta({ description: 'Absent if the theme is code.' }),
  is_changed: z.literal(true).optional().meta({ description: 'Built in, but not as Latchkey ships it.' }),
})

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

const sourceVersion = z.object({
  id: z.string(),
  replaced_at_millis: millis.meta({ description: 'When another source took its place.' }),
})

const renderFields = z.strictObject({
  template_id: uuid.optional(),
  template_tsx_source: tsxSource.optional(),
  template_document: emailDocument.optional(),
  theme_id: themeChoice.optional(),
  theme_tsx_source: tsxSource.optional(),
  theme_document: emailThemeDocument.optional(),
})
const countGiven = (...values: unknown[]) => values.filter((value) => value !== undefined).length
const hasOneTemplate = (body: z.output<typeof renderFields>) =>
  countGiven(body.template_id, body.template_tsx_source, body.template_document) === 1
const oneTemplateNeeded = 'needs exactly one of template_id, template_tsx_source and template_document'
const hasOneTheme = (body: z.output<typeof renderFields>) =>
  countGiven(body.theme_id, body.theme_tsx_source, body.theme_document) <= 1
const oneThemeAllowed = 'can have only one of theme_id, theme_tsx_source and theme_document'
const renderRequest = renderFields.refine(hasOneTemplate, oneTemplateNeeded).refine(hasOneTheme, oneThemeAllowed)
const previewRequest = renderFields
  .extend({ recipient_email: email, subject: z.string().max(1_000).optional() })
  .refine(hasOneTemplate, oneTemplateNeeded)
  .refine(hasOneTheme, oneThemeAllowed)

const sendRequest = z
  .strictObject({
    user_ids: z.array(z.string()).max(100_000).optional(),
    all_users: z.literal(true).optional(),
    subject: z.string().max(1_000).optional(),
    notification_category_name: z.string().optional(),
    theme_id: themeChoice.nullable().optional(),
    scheduled_at_millis: millis.optional().meta({ description: 'When to send it. If omitted, at once.' }),
    html: z.string().max(1_000_000).optional(),
    template_id: uuid.optional(),
    variables: z.record(z.string(), json).optional(),
    draft_id: z.string().optional(),
  })
  .refine(
    (body) => [body.html, body.template_id, body.draft_id].filter((content) => content !== undefined).length === 1,
    'needs exactly one of html, template_id and draft_id',
  )
  .refine(
    (body) => body.variables === undefined || body.template_id !== undefined,
    'can have variables only with template_id',
  )

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
  'POST /emails/render-email': {
    summary: 'Render a template in a theme, with their preview variables',
    description: 'Nothing is stored. An unknown template or theme is a plain-text 400.',
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
    ownerNeeds: 'read-setup',
    response: z.object({ themes: z.array(z.object({ id: z.string(), display_name: z.string() })) }),
    errors: [],
  },
  'POST /internal/email-themes': {
    summary: 'Create a theme as a copy of the light one',
    access: admins,
    body: z.strictObject({ display_name: displayName, document: emailThemeDocument.optional() }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'GET /internal/email-themes/{id}': {
    summary: 'Read a theme',
    access: admins,
    ownerNeeds: 'read-setup',
    params: id,
    response: theme.extend({ revision }),
    errors: [],
  },
  'PATCH /internal/email-themes/{id}': {
    summary: 'Change a theme',
    description: 'Code replaces a visual theme, and the other way round.',
    access: admins,
    headers: saveHeaders,
    params: id,
    body: z
      .strictObject({ tsx_source: tsxSource.optional(), document: emailThemeDocument.optional() })
      .refine(hasOneSource, oneSourceNeeded),
    response: z.object({ display_name: z.string() }),
    errors: ['EMAIL_RENDERING_ERROR'],
  },
  'POST /internal/email-themes/{id}/reset': {
    summary: 'Reset a built-in theme to its default',
    access: admins,
    headers: saveHeaders,
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: success,
    errors: [],
  },

  'GET /internal/email-templates': {
    summary: 'List the templates, built-in ones first',
    access: admins,
    ownerNeeds: 'read-setup',
    query: z.strictObject({
      include_notices: queryBoolean.optional().meta({ description: 'Also lists the notices about accounts.' }),
    }),
    response: z.object({ templates: z.array(template), revision, allows_own_text: ownTextAllowed }),
    errors: [],
  },
  'POST /internal/email-templates': {
    summary: 'Create a template, by default with sample content',
    access: admins,
    body: z.strictObject({ display_name: displayName, document: emailDocument.optional() }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'PATCH /internal/email-templates/{id}': {
    summary: 'Change a template or a notice',
    description:
      'The template must render and specify a subject and a notification category. Code replaces a visual template, ' +
      'and the other way round; notices are always visual. `theme_id` changes the theme only if it is an ID; null and ' +
      'false leave it unchanged.',
    access: admins,
    headers: saveHeaders,
    params: id,
    body: z
      .strictObject({
        tsx_source: tsxSource.optional(),
        document: emailDocument.optional(),
        theme_id: themeChoice.nullable().optional(),
      })
      .refine(hasOneSource, oneSourceNeeded),
    response: z.object({ rendered_html: z.string() }),
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'EMAIL_RENDERING_ERROR'],
  },
  'POST /internal/email-templates/{id}/reset': {
    summary: 'Reset a built-in template or a notice to its default',
    access: admins,
    headers: saveHeaders,
    params: id,
    body: z.strictObject({}),
    bodyOptional: true,
    response: success,
    errors: [],
  },

  'GET /internal/email-drafts': {
    summary: 'List the drafts, most recently changed first',
    access: admins,
    ownerNeeds: 'read-setup',
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: z.object({
      drafts: z.array(draft),
      revision,
      allows_own_text: ownTextAllowed,
      pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
    }),
    errors: [],
  },
  'POST /internal/email-drafts': {
    summary: 'Create a draft',
    access: admins,
    body: z
      .strictObject({
        display_name: displayName,
        theme_id: themeChoice.optional(),
        tsx_source: tsxSource.optional(),
        document: emailDocument.optional(),
      })
      .refine(hasNoSecondSource, oneSourceAllowed),
    response: z.object({ id: z.string() }),
    errors: [],
  },
  'GET /internal/email-drafts/{id}': {
    summary: 'Read a draft',
    access: admins,
    ownerNeeds: 'read-setup',
    params: id,
    response: draft,
    errors: [],
  },
  'PATCH /internal/email-drafts/{id}': {
    summary: 'Change a draft',
    description: 'Without `theme_id`, the draft is reset to the theme of the project.',
    access: admins,
    headers: saveHeaders,
    params: id,
    body: z
      .strictObject({
        display_name: displayName.optional(),
        theme_id: themeChoice.optional(),
        tsx_source: tsxSource.optional(),
        document: emailDocument.optional(),
      })
      .refine(hasNoSecondSource, oneSourceAllowed),
    response: z.object({ ok: z.literal('ok') }),
    errors: [],
  },

  'GET /internal/email-sources/{id}/versions': {
    summary: 'List former sources of a template or theme, newest first',
    description: 'The last fifty are kept.',
    access: admins,
    ownerNeeds: 'read-setup',
    params: id,
    response: z.object({ versions: z.array(sourceVersion) }),
    errors: [],
  },
  'GET /internal/email-sources/{id}/versions/{version_id}': {
    summary: 'Read a former source of a template or theme',
    access: admins,
    ownerNeeds: 'read-setup',
    params: z.strictObject({ id: z.string().toLowerCase(), version_id: z.string().toLowerCase() }),
    response: sourceVersion.extend({
      tsx_source: z.string(),
      document: z.union([emailDocument, emailThemeDocument]).optional().meta({ description: 'Absent if it was code.' }),
    }),
    errors: [],
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
  'GET /internal/email-recipients': {
    summary: 'Count the users whom an email to all users reaches',
    access: admins,
    heavyRead: true,
    response: z.object({
      user_count: z.number(),
      reachable_count: z.number().meta({ description: 'Those who have a primary email address.' }),
    }),
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
  'POST /internal/send-email-preview': {
    summary: 'Send a preview of an email, saved or not, to one address',
    description:
      'Rendered with sample values. Fails like any other email if the shared email server only sends built-in ones.',
    access: admins,
    handlerLimits: ['emailsByRecipient'],
    body: previewRequest,
    response: z.object({ success: z.boolean(), error_message: z.string().optional() }),
    errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'EMAIL_RENDERING_ERROR'],
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
