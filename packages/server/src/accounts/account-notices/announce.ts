import { enqueueEmail } from '../../emails/outbox/outbox.ts'
import type { Context } from '../../http/context.ts'
import { linkWithFragment } from '../../http/pages/link-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CodeData, insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { listAddresses } from './queries.ts'
import type { AnnouncedChange, RememberedAccount } from './remember.ts'
import { listToldAddresses, mayUndo } from './seniority.ts'

const noticeLifetimeMillis = 2 * 24 * 3600 * 1000

/**
 * Notifies users about changes to their sign-in methods, so that nobody can change them unnoticed with a stolen session.
 * Call it in the transaction of the change, after the change, with the account as it was before: the email goes to the
 * previous addresses, and for the most senior one it has a link that undoes the change. Changes that an app makes with a
 * server key are not announced, because the app notifies its users itself or is importing thousands of them.
 */
export async function announceChange(
  trx: Db,
  ctx: Context,
  before: RememberedAccount,
  change: AnnouncedChange,
  /** The address, provider or app that it is about. */
  subject = '',
  moreVariables: { settingsLink?: string | null } = {},
): Promise<void> {
  const { project, platform } = ctx
  const { userId, displayName, locale, state } = before
  const now = ctx.now()
  const after = await listAddresses(trx, project.id, userId)
  for (const address of listToldAddresses(state.contact_channels)) {
    const { value: to } = address
    // Keeps repeated changes from flooding a mailbox.
    if (!(await platform.limiter.tryConsume(trx, 'announcementsByRecipient', `${project.id}:${to}`))) continue
    // Before and after: removing the most senior address must not give the next one power over what was there before.
    const canUndo = [state.contact_channels, after].every((addresses) => mayUndo(address, addresses))
    const data = { change, subject, email: to, state }
    const variables = {
      projectDisplayName: project.display_name,
      userDisplayName: displayName ?? '',
      changedAt: now,
      subject,
      undoLink: canUndo ? await createUndoLink(trx, ctx, userId, data) : null,
      ...moreVariables,
    }
    const discardAfter = new Date(now.getTime() + noticeLifetimeMillis)
    await enqueueEmail(trx, project, { kind: change, to, locale, variables, discardAfter, now }, platform.secrets)
  }
}

async function createUndoLink(trx: Db, ctx: Context, userId: string, data: CodeData['undo-change']): Promise<string> {
  const options = { kind: 'undo-change' as const, userId, data, now: ctx.now() }
  const { code } = await insertVerificationCode(trx, ctx.project.id, options)
  return linkWithFragment(ctx.platform.config.url, '/auth/undo-change', code)
}
