import { listVerifiedEmails } from '../../accounts/contact-channels/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'

/** A team of the internal project owns projects, so a link that was passed on or found is not enough to join it. */
export async function assertInvitedAddress(trx: Db, ctx: Context, userId: string, email: string): Promise<void> {
  if (ctx.project.id !== internalProjectId) return
  const verified = await listVerifiedEmails(trx, ctx.project.id, userId)
  if (verified.some(({ value }) => value.toLowerCase() === email.toLowerCase())) return
  throw new PlainError(
    403,
    `This invitation is for ${maskEmail(email)}. Sign in with an account that has verified this address, or verify it in ` +
      'your account settings first.',
  )
}

/** Enough for those who know the address, and not for others. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
