import type { Routes } from '@latchkey/contract'
import type { Admin } from '../core/actors.ts'
import type { Result } from '../errors/result.ts'
import { loadWholeList } from '../transport/lists.ts'
import type { AdminSentEmail, SendTestEmailOptions } from './sent-emails.ts'

export type ThemeChoice = string | false

/**
 * The frame around emails.
 * @example
 * const [theme]: AdminEmailTheme[] = await adminApp.listEmailThemes()
 * console.log(theme?.id, theme?.displayName)
 */
export interface AdminEmailTheme {
  /** The id of the theme. */
  readonly id: string
  /** The name of the theme in lists. */
  readonly displayName: string
}

/**
 * A theme with its code.
 * @example const { displayName, tsxSource }: AdminEmailThemeSource = await adminApp.getEmailTheme(theme.id)
 */
export interface AdminEmailThemeSource {
  /** The name of the theme in lists. */
  readonly displayName: string
  /** The code that renders it. */
  readonly tsxSource: string
}

/**
 * The code of an email that the server sends.
 * @example
 * for (const template of await adminApp.listEmailTemplates()) {
 *   console.log(template.id, template.displayName, template.themeId, template.tsxSource.length)
 * }
 */
export interface AdminEmailTemplate {
  /** The id of the template. */
  readonly id: string
  /** The name of the template in lists. */
  readonly displayName: string
  /** False for no theme, undefined for the project's theme. */
  readonly themeId: ThemeChoice | undefined
  /** The code that renders it. */
  readonly tsxSource: string
}

/**
 * A draft of an email.
 * @example
 * const [draft]: AdminEmailDraft[] = await adminApp.listEmailDrafts()
 * if (draft?.sentAt) console.log(`${draft.displayName} was sent on ${draft.sentAt}`)
 */
export interface AdminEmailDraft extends AdminEmailTemplate {
  /** When it was last sent. */
  readonly sentAt: Date | null
}

/**
 * A new draft.
 * @example await adminApp.createEmailDraft({ displayName: 'Newsletter', themeId: theme.id, tsxSource })
 */
export interface AdminEmailDraftCreateOptions {
  /** The name of the draft in lists. */
  displayName: string
  /** The theme of the draft. */
  themeId?: ThemeChoice | undefined
  /** The code that renders it. */
  tsxSource?: string | undefined
}

/**
 * Fields that are left out keep their value; `themeId: undefined` selects the project's theme.
 * @example
 * await adminApp.updateEmailDraft(draft.id, { displayName: 'Newsletter for May', themeId: false, tsxSource })
 */
export interface AdminEmailDraftUpdateOptions {
  /** The name of the draft in lists. */
  displayName?: string | undefined
  /** The theme of the draft. */
  themeId?: ThemeChoice | undefined
  /** The code that renders it. */
  tsxSource?: string | undefined
}

/**
 * A template and a theme, each given by id or by source.
 * @example
 * await adminApp.getEmailPreview({ templateId: template.id, themeId: theme.id })
 * await adminApp.getEmailPreview({ templateTsxSource: tsxSource, themeTsxSource: tsxSource })
 */
export interface EmailPreviewOptions {
  /** The theme of the preview. */
  themeId?: ThemeChoice | null | undefined
  /** The code of a theme, instead of a stored one. */
  themeTsxSource?: string | undefined
  /** The template to preview. */
  templateId?: string | undefined
  /** The code of a template, instead of a stored one. */
  templateTsxSource?: string | undefined
}

/** The methods of `AdminApp` for emails. */
export interface AdminEmails {
  /**
   * The themes of the project.
   * @example const themes = await adminApp.listEmailThemes()
   */
  listEmailThemes(): Promise<AdminEmailTheme[]>
  /**
   * A theme with its code.
   * @example const { tsxSource } = await adminApp.getEmailTheme(theme.id)
   */
  getEmailTheme(id: string): Promise<AdminEmailThemeSource>
  /**
   * Creates a theme as a copy of the light theme.
   * @example const { id } = await adminApp.createEmailTheme('Winter')
   */
  createEmailTheme(displayName: string): Promise<{ id: string }>
  /**
   * Changes a theme. Rejects with EMAIL_RENDERING_ERROR and changes nothing if the source does not render.
   * @example await adminApp.updateEmailTheme(theme.id, tsxSource)
   */
  updateEmailTheme(id: string, tsxSource: string): Promise<void>

  /**
   * The templates of the project.
   * @example const templates = await adminApp.listEmailTemplates()
   */
  listEmailTemplates(): Promise<AdminEmailTemplate[]>
  /**
   * Creates a template with sample content.
   * @example const { id } = await adminApp.createEmailTemplate('Welcome')
   */
  createEmailTemplate(displayName: string): Promise<{ id: string }>
  /**
   * Changes a template. Rejects with REQUIRES_CUSTOM_EMAIL_SERVER if the project may not send its own text through the
   * shared email server. `null` and `false` keep the theme.
   * @example const { renderedHtml } = await adminApp.updateEmailTemplate(template.id, tsxSource, theme.id)
   */
  updateEmailTemplate(id: string, tsxSource: string, themeId: string | null | false): Promise<{ renderedHtml: string }>

  /**
   * The drafts of the project.
   * @example const drafts = await adminApp.listEmailDrafts()
   */
  listEmailDrafts(): Promise<AdminEmailDraft[]>
  /**
   * Creates a draft.
   * @example const { id } = await adminApp.createEmailDraft({ displayName: 'Newsletter' })
   */
  createEmailDraft(options: AdminEmailDraftCreateOptions): Promise<{ id: string }>
  /**
   * Changes a draft.
   * @example await adminApp.updateEmailDraft(draft.id, { tsxSource })
   */
  updateEmailDraft(id: string, options: AdminEmailDraftUpdateOptions): Promise<void>

  /**
   * The HTML of an email, rendered with the sample values of its template and theme.
   * @example const html = await adminApp.getEmailPreview({ templateId: template.id })
   */
  getEmailPreview(options: EmailPreviewOptions): Promise<string>
  /**
   * Tests an email server, and returns the reason if it does not work.
   * @example const result = await adminApp.sendTestEmail({ recipientEmail: 'ada@example.com', emailConfig })
   */
  sendTestEmail(options: SendTestEmailOptions): Promise<Result<undefined, { errorMessage: string }>>
  /**
   * The last hundred attempts to send an email, newest first.
   * @example const emails = await adminApp.listSentEmails()
   */
  listSentEmails(): Promise<AdminSentEmail[]>
  /**
   * Resends an email that could not be delivered, by the id of the failed attempt.
   * @example await adminApp.resendEmail(email.id)
   */
  resendEmail(id: string): Promise<void>
  /**
   * Emails an invitation to sign in to an existing account. The link in the email is the callback URL.
   * @example await adminApp.sendSignInInvitationEmail('ada@example.com', 'https://app.example.com/handler/sign-in')
   */
  sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void>
}

type ThemeJson = Routes['GET /internal/email-themes']['response']['admin']['themes'][number]
type TemplateJson = Routes['GET /internal/email-templates']['response']['admin']['templates'][number]
type DraftJson = Routes['GET /internal/email-drafts/{id}']['response']['admin']

export async function loadEmailThemes({ core, as }: Admin) {
  const { themes } = await core.call('GET /internal/email-themes', as)
  return {
    items: themes,
    create: ({ id, display_name }: ThemeJson) => Object.freeze({ id, displayName: display_name }),
  }
}

export async function loadEmailTheme({ core, as }: Admin, id: string) {
  const { display_name, tsx_source } = await core.call('GET /internal/email-themes/{id}', { ...as, params: { id } })
  return { displayName: display_name, tsxSource: tsx_source }
}

export async function createEmailTheme(admin: Admin, displayName: string): Promise<{ id: string }> {
  const body = { display_name: displayName }
  const { id } = await admin.core.call('POST /internal/email-themes', { ...admin.as, body })
  await refreshSources(admin)
  return { id }
}

export async function updateEmailTheme(admin: Admin, id: string, tsxSource: string): Promise<void> {
  const body = { tsx_source: tsxSource }
  await admin.core.call('PATCH /internal/email-themes/{id}', { ...admin.as, params: { id }, body })
  await refreshSources(admin)
}

export async function loadEmailTemplates({ core, as }: Admin) {
  const { templates } = await core.call('GET /internal/email-templates', as)
  return { items: templates, create: createTemplate }
}

export async function createEmailTemplate(admin: Admin, displayName: string): Promise<{ id: string }> {
  const body = { display_name: displayName }
  const { id } = await admin.core.call('POST /internal/email-templates', { ...admin.as, body })
  await refreshSources(admin)
  return { id }
}

export async function updateEmailTemplate(
  admin: Admin,
  id: string,
  tsxSource: string,
  themeId: string | null | false,
): Promise<{ renderedHtml: string }> {
  const body = { tsx_source: tsxSource, theme_id: themeId }
  const request = { ...admin.as, params: { id }, body }
  const { rendered_html } = await admin.core.call('PATCH /internal/email-templates/{id}', request)
  await refreshSources(admin)
  return { renderedHtml: rendered_html }
}

export async function loadEmailDrafts({ core, as }: Admin) {
  const items = await loadWholeList(async (cursor) => {
    const { drafts, pagination } = await core.call('GET /internal/email-drafts', { ...as, query: { cursor } })
    return { items: drafts, pagination }
  })
  const create = (record: DraftJson): AdminEmailDraft => {
    const { sent_at_millis: sent } = record
    return Object.freeze({ ...createTemplate(record), sentAt: sent === null ? null : new Date(sent) })
  }
  return { items, create }
}

export async function createEmailDraft(admin: Admin, options: AdminEmailDraftCreateOptions): Promise<{ id: string }> {
  const body = { display_name: options.displayName, theme_id: options.themeId, tsx_source: options.tsxSource }
  const { id } = await admin.core.call('POST /internal/email-drafts', { ...admin.as, body })
  await admin.cache.refresh('email-drafts')
  return { id }
}

export async function updateEmailDraft(admin: Admin, id: string, options: AdminEmailDraftUpdateOptions): Promise<void> {
  const request = { ...admin.as, params: { id } }
  // The API resets an omitted theme to the project's, so the current theme is sent instead.
  const theme_id =
    'themeId' in options
      ? options.themeId
      : (await admin.core.call('GET /internal/email-drafts/{id}', request)).theme_id
  const body = { display_name: options.displayName, theme_id, tsx_source: options.tsxSource }
  await admin.core.call('PATCH /internal/email-drafts/{id}', { ...request, body })
  await admin.cache.refresh('email-drafts')
}

export async function getEmailPreview({ core, as }: Admin, options: EmailPreviewOptions): Promise<string> {
  const body = {
    theme_id: options.themeId ?? undefined,
    theme_tsx_source: options.themeTsxSource,
    template_id: options.templateId,
    template_tsx_source: options.templateTsxSource,
  }
  return (await core.call('POST /emails/render-email', { ...as, body })).html
}

function createTemplate({ id, display_name, theme_id, tsx_source }: TemplateJson): AdminEmailTemplate {
  return Object.freeze({ id, displayName: display_name, themeId: theme_id, tsxSource: tsx_source })
}

/** Themes and templates are settings, and previews depend on both. */
const refreshSources = ({ cache }: Admin) => cache.refresh('settings/')
