import type { Json } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'
import type { Result } from '../errors/result.ts'
import type { AdminEmailServer } from '../projects/admin-project-types.ts'

// ------------------------------------------------------------------------------------- mails to users

/** To some users or all of them; with HTML, a template or a draft. */
export type SendEmailOptions = SendEmailRecipients &
  SendEmailContent & {
    /** Unless given, the subject is that of the template or draft. */
    subject?: string | undefined
    /** `Transactional` unless given. Users can switch other kinds off. */
    notificationCategoryName?: string | undefined
    /** The id of a theme, or false for none. With null it is that of the project; with nothing that of the template or draft, or else of the project. */
    themeId?: ThemeChoice | null | undefined
  }

type SendEmailRecipients =
  | { userIds: readonly string[]; allUsers?: undefined }
  | { allUsers: true; userIds?: undefined }

type SendEmailContent =
  | { html: string; templateId?: undefined; variables?: undefined; draftId?: undefined }
  | {
      templateId: string
      variables?: { readonly [name: string]: Json } | undefined
      html?: undefined
      draftId?: undefined
    }
  | { draftId: string; html?: undefined; templateId?: undefined; variables?: undefined }

type ThemeChoice = string | false

// -------------------------------------------------------------------------- themes, templates, drafts

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
  /** False for no theme, undefined for that of the project. */
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

/** What is left out stays; `themeId: undefined` chooses the theme of the project. */
export interface AdminEmailDraftUpdateOptions {
  displayName?: string | undefined
  themeId?: ThemeChoice | undefined
  tsxSource?: string | undefined
}

/** A template and a theme, each by id or by source. */
export interface EmailPreviewOptions {
  themeId?: ThemeChoice | null | undefined
  themeTsxSource?: string | undefined
  templateId?: string | undefined
  templateTsxSource?: string | undefined
}

// ------------------------------------------------------------------------------------------ sent mails

export interface SendTestEmailOptions {
  recipientEmail: string
  emailConfig: AdminEmailServer
}

/** One attempt to send a mail. */
export interface AdminSentEmail {
  readonly id: string
  readonly subject: string
  readonly to: readonly string[]
  /** The first of `to`. */
  readonly recipient: string
  readonly sentAt: Date
  readonly senderConfig: { readonly type: 'shared' | 'standard' } & Omit<AdminEmailServer, 'password'>
  /** Null when the mail server has accepted the mail. */
  readonly error: Json
}

// ----------------------------------------------------------------------------------------------- chats

/** What a chat with a model is about. */
export type ChatContextType = 'email-theme' | 'email-template' | 'email-draft'

export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool'
  content: Json
}

export type ChatContent = (
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolName: string; toolCallId: string; args: Json; argsText: string; result: 'success' }
)[]

// --------------------------------------------------------------------------------------------- methods

/** The methods of `AdminApp` that are about mails. */
export interface AdminEmails {
  listEmailThemes(): Promise<AdminEmailTheme[]>
  getEmailTheme(id: string): Promise<AdminEmailThemeSource>
  /** Starts as a copy of the light theme. */
  createEmailTheme(displayName: string): Promise<{ id: string }>
  /** Rejects with EMAIL_RENDERING_ERROR, and changes nothing, when the source does not render. */
  updateEmailTheme(id: string, tsxSource: string): Promise<void>

  listEmailTemplates(): Promise<AdminEmailTemplate[]>
  /** Starts with a sample. */
  createEmailTemplate(displayName: string): Promise<{ id: string }>
  /** Needs a mail server of the project's own. Only the id of a theme changes the theme. */
  updateEmailTemplate(id: string, tsxSource: string, themeId: string | null | false): Promise<{ renderedHtml: string }>

  listEmailDrafts(): Promise<AdminEmailDraft[]>
  createEmailDraft(options: AdminEmailDraftCreateOptions): Promise<{ id: string }>
  updateEmailDraft(id: string, options: AdminEmailDraftUpdateOptions): Promise<void>

  /** The HTML of a mail with the examples that its template and theme carry. */
  getEmailPreview(options: EmailPreviewOptions): Promise<string>
  /** Tries a mail server out; tells why when it does not work. */
  sendTestEmail(options: SendTestEmailOptions): Promise<Result<undefined, { errorMessage: string }>>
  /** The last hundred attempts to send a mail, newest first. */
  listSentEmails(): Promise<AdminSentEmail[]>
  /** Sends an email again that was given up, by the id of a failed attempt. */
  resendEmail(id: string): Promise<void>
  /** Tells somebody that there is an account for them. The link of the mail is the callback URL. */
  sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void>

  /** Lets a model answer in a chat about a theme, a template or a draft, whose id is that of the thread. */
  sendChatMessage(
    threadId: string,
    contextType: ChatContextType,
    messages: readonly ChatMessage[],
    abortSignal?: AbortSignal,
  ): Promise<{ content: ChatContent }>
  saveChatMessage(threadId: string, message: Json): Promise<void>
  listChatMessages(threadId: string): Promise<{ messages: Json[] }>
}

export interface AdminEmailStores {
  readonly emailThemes: CacheStore<AdminEmailTheme[]>
  emailTheme(id: string): CacheStore<AdminEmailThemeSource>
  readonly emailTemplates: CacheStore<AdminEmailTemplate[]>
  readonly emailDrafts: CacheStore<AdminEmailDraft[]>
  emailPreview(options: EmailPreviewOptions): CacheStore<string>
}
