import type { Db } from '../db/database.ts'
import { enqueueEmail } from '../emails/outbox/outbox.ts'
import type { Context } from '../http/context.ts'
import { insertVerificationCode } from '../verification-codes/queries.ts'
import type { AnnouncedChange, RememberedAccount } from './remember.ts'

const worthTellingMillis = 2 * 24 * 3600 * 1000

/**
 * Tells people what changed about how they sign in, so that nobody changes it unnoticed with a session they stole. To be
 * called in the transaction of the change, with the account as it was before: the mail goes to the address that it had
 * then, with a link that brings all of it back. What an app changes about its users with a key of its own is not
 * announced: it tells them itself, or moves thousands of them here at once.
 */
export async function announceChange(
  trx: Db,
  ctx: Context,
  before: RememberedAccount,
  change: AnnouncedChange,
  /** The address or provider that it is about. */
  subject = '',
): Promise<void> {
  const { project, services } = ctx
  const { email: to, userId, displayName, state } = before
  // Nobody's mailbox is filled by changing something to and fro: who is over the limit has been told many times.
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
  const discardAfter = new Date(now.getTime() + worthTellingMillis)
  await enqueueEmail(trx, project, { template: change, to, variables, discardAfter, now }, services.secrets)
}
