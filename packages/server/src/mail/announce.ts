import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { enqueueMail } from './outbox.ts'

export type AnnouncedChange =
  | 'password_changed'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'passkey_added'
  | 'passkey_removed'

const worthTellingMillis = 2 * 24 * 3600 * 1000

/**
 * Tells people what changed about how they sign in, so that nobody changes it unnoticed with a session they stole. To be
 * called in the transaction of the change. The mail goes to the primary e-mail, verified or not. What an app changes
 * about its users with a key of its own is not announced: it tells them itself, or moves thousands of them here at once.
 */
export async function announceChange(
  trx: Db,
  ctx: Context,
  user: { display_name: string | null; primary_email: string | null },
  change: AnnouncedChange,
): Promise<void> {
  const { project, services } = ctx
  const to = user.primary_email
  // Nobody's mailbox is filled by changing something to and fro: who is over the limit has been told many times.
  if (!to || !(await services.limiter.tryConsume(trx, 'announcementsByRecipient', `${project.id}:${to}`))) return
  const changedAt = ctx.now()
  const mail = {
    template: change,
    to,
    variables: {
      projectDisplayName: project.display_name,
      userDisplayName: user.display_name ?? '',
      changedAt,
    },
    worthlessAfter: new Date(changedAt.getTime() + worthTellingMillis),
    now: changedAt,
  }
  await enqueueMail(trx, project, mail, services.secrets)
}
