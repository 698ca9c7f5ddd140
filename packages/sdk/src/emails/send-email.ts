import type { Actor } from '../core/actors.ts'
import type { SendEmailOptions } from './email-types.ts'

/** Resolves when the server has taken the mails on; whether they arrive shows in the log of sent mails. */
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
