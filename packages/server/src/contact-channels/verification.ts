import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { mailCode } from '../verification-codes/mail.ts'

/** Mails the link that proves that the address belongs to the user. To be called in a transaction. */
export async function sendVerificationMail(
  db: Db,
  ctx: Context,
  { email, ...mail }: { userId: string; userDisplayName: string | null; email: string; callbackUrl: string },
): Promise<void> {
  await mailCode(db, ctx, {
    ...mail,
    data: { email },
    kind: 'email-verification',
    template: 'email_verification',
    variables: (link) => ({ emailVerificationLink: link }),
  })
}
