import type { Db } from '../db/database.ts'
import { enqueueEmail } from '../emails/outbox/outbox.ts'
import type { Context } from '../http/context.ts'
import { insertVerificationCode } from '../verification-codes/queries.ts'
import type { AnnouncedChange, RememberedAccount } from './remember.ts'

const noticeLifetimeMillis = 2 * 24 * 3600 * 1000

/**
 * Notifies users about changes to their sign-in methods, so that nobody can change them unnoticed with a stolen session.
 * Call it in the transaction of the change, with the account as it was before: the email goes to the previous address and
 * has a link that undoes the change. Changes that an app makes with a server key are not announced, because the app
 * notifies its users itself or is importing thousands of them.
 */
export async function announceChange(
  trx: Db,
  ctx: Context,
  before: RememberedAccount,
  change: AnnouncedChange,
  /** The address or provider that was changed. */
  subject = '',
): Promise<void> {
  const { project, services } = ctx
  const { email: to, userId, displayName, state } = before
  // Keeps repeated changes from flooding a mailbox.
  if (!to || !(await services.limiter.tryConsume(trx, 'announcementsByRecipient', `${project.id}:${to}`))) return
  const now = ctx.now()
  const data = { change, subject, email: to, state }
  const { code } = await insertVerificationCode(trx, project.id, { kind: 'undo-change', userId, data, now })
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: displayName ?? '',
    changedAt: now,
    subject,
    undoLink: `${services.config.url}/api/v1/auth/undo-change?code=${code}`,
  }
  const discardAfter = new Date(now.getTime() + noticeLifetimeMillis)
  await enqueueEmail(trx, project, { template: change, to, variables, discardAfter, now }, services.secrets)
}
