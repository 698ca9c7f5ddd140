import { type emailRoutes, type HandlerOutput, isUuid } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { toOneLine } from '../bounded-text.ts'
import { findReader, findSendContent } from '../bulk/queries.ts'
import { localesFor } from '../documents/variants.ts'
import { lookOf } from '../look.ts'
import { findSentEmail, hasArrived, type listSentEmails } from '../queries.ts'
import { renderEmails } from '../render-email.ts'
import { findOutboxState } from './queries.ts'
import { purposeOfSentHtml } from './sent-log.ts'

type SentEmailRow = Awaited<ReturnType<typeof listSentEmails>>['rows'][number]
type SentEmailBody = HandlerOutput<(typeof emailRoutes)['GET /internal/emails']>['items'][number]

export function toSentEmailBody(row: SentEmailRow): SentEmailBody {
  return {
    id: row.id,
    subject: row.subject,
    locale: row.locale,
    to: row.recipients,
    sent_at_millis: row.sent_at.getTime(),
    sender_config: row.sender_config as SentEmailBody['sender_config'],
    error: row.error,
  }
}

/** One attempt, what can still be done about it, and the email. */
export async function readSentEmail(ctx: Context, id: string) {
  const row = isUuid(id) ? await findSentEmail(ctx.db, ctx.project.id, id) : undefined
  if (!row) throw new PlainError(404, 'The email was not found in the log.')
  const { status, canResend } = await findState(ctx, row)
  return {
    ...toSentEmailBody(row),
    template: row.kind,
    status,
    can_resend: canResend,
    html: row.html_encrypted
      ? ctx.platform.secrets.decrypt(row.html_encrypted, purposeOfSentHtml(row.id))
      : await renderBulkEmail(ctx, row.email_id),
  }
}

async function findState({ db, project }: Context, { error, email_id }: SentEmailRow) {
  if (error === null) return { status: 'sent' as const, canResend: false }
  const state = email_id === null ? undefined : await findOutboxState(db, project.id, email_id)
  if (state?.is_waiting) return { status: 'retrying' as const, canResend: false }
  const hasBeenSent = email_id !== null && (await hasArrived(db, project.id, email_id))
  return { status: 'failed' as const, canResend: Boolean(state) && !state?.is_expired && !hasBeenSent }
}

/** The same for all recipients but their names, so it is rendered again instead of being kept for each of them. */
async function renderBulkEmail({ db, project, platform }: Context, emailId: string | null): Promise<string | null> {
  const [sendId, userId] = emailId?.split('.') ?? []
  const content = sendId && userId && (await findSendContent(db, project.id, sendId, platform.secrets))
  if (!content) return null
  const { sources, variables } = content
  const reader = await findReader(db, project.id, userId)
  const displayName = reader?.display_name ?? null
  const input = {
    user: { displayName: displayName === null ? null : toOneLine(displayName) },
    project: { displayName: toOneLine(project.display_name), ...lookOf(project) },
    variables,
    ...localesFor(project, reader?.locale),
    isPreview: false,
  }
  const [answer] = await renderEmails(platform, project.id, sources, [input])
  return answer && 'email' in answer ? answer.email.html : null
}
