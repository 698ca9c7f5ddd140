import { isUuid } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { CountLimits } from '../../platform/limits/of-request.ts'
import { findSentEmail, hasArrived } from '../queries.ts'
import { requeueEmail } from './queries.ts'

const refusals = {
  sent: 'This email was sent. Only failed emails can be resent.',
  waiting: 'This email is still being retried. It can be resent if all attempts fail.',
  expired: 'The content of this email has expired, for example a code in it. Please request a new one.',
  gone: 'The content of this email has been deleted, so it cannot be resent. It is only kept for some days after the last attempt.',
}

export type RequeueOutcome = 'revived' | 'waiting' | 'expired' | 'gone'

/** Resends a failed email, with as many attempts as a new one. */
export async function resendEmail(ctx: Context, id: string, countLimits: CountLimits): Promise<void> {
  const { db, project } = ctx
  const sent = isUuid(id) ? await findSentEmail(db, project.id, id) : undefined
  if (!sent) throw new PlainError(404, 'The email was not found in the log.')
  if (sent.error === null) throw new PlainError(400, refusals.sent)
  const { email_id: emailId } = sent
  if (emailId === null) throw new PlainError(400, refusals.gone)
  if (await hasArrived(db, project.id, emailId)) throw new PlainError(400, refusals.sent)
  await countLimits(sent.recipients[0])
  const revival = await inTransaction(db, (trx) => requeueEmail(trx, project.id, emailId))
  if (revival !== 'revived') throw new PlainError(400, refusals[revival])
}
