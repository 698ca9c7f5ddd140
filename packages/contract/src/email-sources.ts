import { z } from 'zod'
import { emailDocument, emailThemeDocument } from './email-document.ts'
import { displayName, email, listCursor, locale, millis, queryBoolean, success, uuid } from './fields.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const

/** Checked by the handlers, which treat a malformed ID like an unknown one. */
const id = z.strictObject({ id: z.string().toLowerCase() })
export const themeChoice = z
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
  default_document: emailDocument.optional().meta({
    description: 'Only of built-in emails, if `locale` is given: as Latchkey ships it in that language, or in English.',
  }),
  is_changed: z.literal(true).optional().meta({ description: 'Built in, but not as Latchkey ships it.' }),
})

const theme = source.extend({
  document: emailThemeDocument.optional().meta({ description: 'Absent if the theme is code.' }),
  is_changed: z.literal(true).optional().meta({ description: 'Built in, but not as Latchkey ships it.' }),
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
  locale: locale.optional().meta({ description: 'The language of the reader. If omitted, the default language.' }),
})
const countGiven = (...values: unknown[]) => values.filter((value) => value !== undefined).length
const hasOneTemplate = (body: z.output<typeof renderFields>) =>
  countGiven(body.template_id, body.template_tsx_source, body.template_document) === 1
const oneTemplateNeeded = 'needs exactly one of template_id, template_tsx_source and template_document'
const hasOneTheme = (body: z.output<typeof renderFields>) =>
  countGiven(body.theme_id, body.theme_tsx_source, body.theme_document) <= 1
const oneThemeAllowed = 'can have only one of theme_id, theme_tsx_source and theme_document'
const renderRequest = renderFields
  .extend({
    user_id: uuid.optional().meta({
      description: 'Renders it as this user would get it in an email to many. Its link to unsubscribe has no effect.',
    }),
  })
  .refine(hasOneTemplate, oneTemplateNeeded)
  .refine(hasOneTheme, oneThemeAllowed)
const previewRequest = renderFields
  .extend({ recipient_email: email, subject: z.string().max(1_000).optional() })
  .refine(hasOneTemplate, oneTemplateNeeded)
  .refine(hasOneTheme, oneThemeAllowed)

/** Templates, themes and drafts, and previews of them. */
export const emailSourceRoutes = defineRoutes('settings', {
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
    errors: ['EMAIL_RENDERING_ERROR', 'USER_NOT_FOUND'],
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
      locale: locale.optional().meta({ description: 'Also returns the built-in texts in this language.' }),
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
})
