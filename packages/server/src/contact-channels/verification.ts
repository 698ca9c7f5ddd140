import type { Db } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { insertVerificationCode } from '../verification-codes/queries.ts'
import { linkWithCode } from '../verification-codes/use.ts'

/** Mails the link that proves that the address belongs to the user. To be called in a transaction. */
export async function sendVerificationMail(
  db: Db,
  ctx: Context,
  mail: { userId: string; userDisplayName: string | null; email: string; callbackUrl: string },
): Promise<void> {
  const now = ctx.now()
  const { code, expiresAt } = await insertVerificationCode(db, ctx.project.id, {
    kind: 'email-verification',
    userId: mail.userId,
    data: { email: mail.email },
    now,
  })
  await enqueueMail(
    db,
    ctx.project,
    {
      template: 'email_verification',
      to: mail.email,
      variables: {
        projectDisplayName: ctx.project.display_name,
        userDisplayName: mail.userDisplayName ?? '',
        emailVerificationLink: linkWithCode(mail.callbackUrl, code),
      },
      worthlessAfter: expiresAt,
      now,
    },
    ctx.services.secrets,
  )
}
