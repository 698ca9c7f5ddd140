import type { Routes } from '@latchkey/contract'
import type { CacheStore } from '../cache/cached-value.ts'
import type { Admin } from '../core/actors.ts'
import type { Result } from '../errors/result.ts'
import { loadWholeList } from '../transport/lists.ts'
import type { AdminSentEmail, SendTestEmailOptions } from './sent-emails.ts'

export type ThemeChoice = string | false

export interface AdminEmailTheme {
  readonly id: string
  readonly displayName: string
}

export interface AdminEmailThemeSource {
  readonly displayName: string
  readonly tsxSource: string
}

export interface AdminEmailTemplate {
  readonly id: string
  readonly displayName: string
  /** False for no theme, undefined for the project's theme. */
  readonly themeId: ThemeChoice | undefined
  readonly tsxSource: string
}

export interface AdminEmailDraft extends AdminEmailTemplate {
  /** When it was last sent. */
  readonly sentAt: Date | null
}

export interface AdminEmailDraftCreateOptions {
  displayName: string
  themeId?: ThemeChoice | undefined
  tsxSource?: string | undefined
}

/** Fields that are left out keep their value; `themeId: undefined` selects the project's theme. */
export interface AdminEmailDraftUpdateOptions {
  displayName?: string | undefined
  themeId?: ThemeChoice | undefined
  tsxSource?: string | undefined
}

/** A template and a theme, each given by id or by source. */
export interface EmailPreviewOptions {
  themeId?: ThemeChoice | null | undefined
  themeTsxSource?: string | undefined
  templateId?: string | undefined
  templateTsxSource?: string | undefined
}

/** The methods of `AdminApp` for emails. */
export interface AdminEmails {
  listEmailThemes(): Promise<AdminEmailTheme[]>
  getEmailTheme(id: string): Promise<AdminEmailThemeSource>
  /** The new theme is a copy of the light theme. */
  createEmailTheme(displayName: string): Promise<{ id: string }>
  /** Rejects with EMAIL_RENDERING_ERROR and changes nothing if the source does not render. */
  updateEmailTheme(id: string, tsxSource: string): Promise<void>

  listEmailTemplates(): Promise<AdminEmailTemplate[]>
  /** The new template is a sample. */
  createEmailTemplate(displayName: string): Promise<{ id: string }>
  /** Rejects with REQUIRES_CUSTOM_EMAIL_SERVER if the project may not send its own text through the shared email server. `null` and `false` keep the theme. */
  updateEmailTemplate(id: string, tsxSource: string, themeId: string | null | false): Promise<{ renderedHtml: string }>

  listEmailDrafts(): Promise<AdminEmailDraft[]>
  createEmailDraft(options: AdminEmailDraftCreateOptions): Promise<{ id: string }>
  updateEmailDraft(id: string, options: AdminEmailDraftUpdateOptions): Promise<void>

  /** The HTML of an email, rendered with the sample values of its template and theme. */
  getEmailPreview(options: EmailPreviewOptions): Promise<string>
  /** Tests an email server, and returns the reason if it does not work. */
  sendTestEmail(options: SendTestEmailOptions): Promise<Result<undefined, { errorMessage: string }>>
  /** The last hundred attempts to send an email, newest first. */
  listSentEmails(): Promise<AdminSentEmail[]>
  /** Sends an email again that could not be delivered, by the id of the failed attempt. */
  resendEmail(id: string): Promise<void>
  /** Tells somebody that they have an account. The link in the email is the callback URL. */
  sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void>
}

export interface AdminEmailStores {
  readonly emailThemes: CacheStore<AdminEmailTheme[]>
  emailTheme(id: string): CacheStore<AdminEmailThemeSource>
  readonly emailTemplates: CacheStore<AdminEmailTemplate[]>
  readonly emailDrafts: CacheStore<AdminEmailDraft[]>
  emailPreview(options: EmailPreviewOptions): CacheStore<string>
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
  // The API resets a theme that is not sent to the project's, so one that is not given is sent unchanged.
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
