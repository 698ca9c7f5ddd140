import { KnownError } from '@latchkey/contract'
import { boundName } from '../../emails/bounded-text.ts'
import type { Context } from '../../http/context.ts'
import { linkWithFragment } from '../../http/pages/link-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { findUserRecord } from '../users/queries.ts'
import { emailCode } from '../verification-codes/email.ts'
import { findChannelByValue } from './queries.ts'

/**
 * Sends the email with the verification link. To an address that somebody has signed up with it asks whether that was
 * the recipient; to any other it names the account that wants to use the address, so that nobody verifies it by
 * accident. Call it in a transaction.
 */
export async function sendVerificationEmail(
  db: Db,
  ctx: Context,
  { email, userId, callbackUrl }: { userId: string; email: string; callbackUrl: string },
): Promise<void> {
  const user = await findUserRecord(db, ctx.project.id, userId)
  // Deleted since the request was validated.
  if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
  const channel = await findChannelByValue(db, ctx.project.id, userId, email)
  await emailCode(db, ctx, {
    userId,
    userDisplayName: user.display_name,
    locale: user.locale,
    callbackUrl,
    data: { email },
    kind: 'email-verification',
    emailKind: 'email_verification',
    variables: (link, code) => ({
      emailVerificationLink: link,
      accountName: channel?.signs_in_unverified ? '' : nameAccount(user, email),
      notMeLink: linkWithFragment(ctx.platform.config.url, '/contact-channels/not-me', code),
    }),
  })
}

/** The account in one line, for emails and pages. */
export function nameAccount(
  user: { display_name: string | null; primary_email: string | null },
  email: string,
): string {
  const address = user.primary_email ?? email
  return user.display_name ? `${boundName(user.display_name)} (${address})` : address
}
