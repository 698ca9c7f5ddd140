import type { Actor } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'
import type { ThemeChoice } from './emails.ts'

/**
 * An email to some or all users, with HTML, a template or a draft.
 * @example await latchkey.sendEmail({ userIds: [user.id], subject: 'Welcome', html: '<p>Hello!</p>' })
 */
export type SendEmailOptions = SendEmailRecipients &
  SendEmailContent & {
    /** Defaults to the subject of the template or draft. */
    subject?: string | undefined
    /** Defaults to `Transactional`. Users can opt out of other categories. */
    notificationCategoryName?: string | undefined
    /** The id of a theme, false for none, or null for the project's. Defaults to the theme of the template or draft, or else the project's. */
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

/** Resolves when the server has accepted the emails; the log of sent emails shows whether they were delivered. */
export async function sendEmail({ core, as, cache }: Actor, options: SendEmailOptions): Promise<void> {
  const body = {
    user_ids: options.userIds && [...options.userIds],
    all_users: options.allUsers,
    subject: options.subject,
    notification_category_name: options.notificationCategoryName,
    theme_id: options.themeId,
    html: options.html,
    template_id: options.templateId,
    variables: options.variables,
    draft_id: options.draftId,
  }
  await core.call('POST /emails/send-email', { ...as, body })
  if (options.draftId) await cache.refresh('email-drafts')
}
