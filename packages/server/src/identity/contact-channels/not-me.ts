import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import { deleteChannel, findChannelByValue, isUnclaimed } from '../../accounts/contact-channels/queries.ts'
import { nameAccount } from '../../accounts/contact-channels/verification.ts'
import { findUserForUpdate, findUserRecord, refreshSearchText } from '../../accounts/users/queries.ts'
import { getLinkCode } from '../../accounts/verification-codes/links.ts'
import { type Language, translate } from '../../emails/languages/language.ts'
import { languageOfPage } from '../../emails/languages/page-language.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import { type Html, renderCardPage, toBrand } from '../../http/pages/layout.ts'
import { renderLinkForm } from '../../http/pages/link-page.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { consumeCode } from '../../records/verification-codes/queries.ts'
import { holdsSession } from '../users/claim.ts'

/** Describes the account that wants to use the address, so that the recipient can decide. */
export async function describeClaim(ctx: Context, userId: string, email: string) {
  const user = await findUserRecord(ctx.db, ctx.project.id, userId)
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const channel = await findChannelByValue(ctx.db, ctx.project.id, userId, email)
  const isShown = await holdsSession(ctx.db, ctx, userId, ctx.token?.refresh_token_id)
  return {
    email,
    account_display_name: user.display_name,
    account_primary_email: user.primary_email,
    project_display_name: ctx.project.display_name,
    is_sign_up: channel?.signs_in_unverified ?? false,
    needs_password: channel !== undefined && isUnclaimed(channel) && user.has_password && !isShown,
  }
}

/**
 * Removes the address from the account because its owner says the account is not theirs, even if it is the only one.
 */
export async function rejectAddress(trx: Db, ctx: Context, userId: string, email: string): Promise<void> {
  const projectId = ctx.project.id
  await findUserForUpdate(trx, projectId, userId)
  const channel = await findChannelByValue(trx, projectId, userId, email)
  if (!channel) return
  if (channel.is_verified) {
    throw new PlainError(400, notMeTexts.verified)
  }
  await deleteChannel(trx, projectId, userId, channel.id)
  await refreshSearchText(trx, projectId, userId)
  await recordAudit(trx, ctx, {
    action: 'contact_channel.deleted',
    target: { type: 'user', id: userId },
    details: { contact_channel_id: channel.id, value: email, rejected_by_its_owner: true },
  })
}

/** Also those of the page that reads the code out of the link. */
export const notMeTexts = {
  title: 'This isn’t me',
  question: 'Isn’t this you?',
  signUp: 'Someone signed up at {{project}} with your email address {{email}}.',
  claim: 'The account {{account}} at {{project}} wants to use your email address {{email}}.',
  effect: 'If that wasn’t you, remove your address. The account can then no longer use it.',
  button: 'Remove my address',
  done: 'Your address has been removed',
  result: 'The account at {{project}} can no longer use {{email}}.',
  alreadyUsed: 'This link has already been used',
  verified: 'The address has been verified in the meantime. Sign in and remove it in the account settings.',
  nothingLeft: 'There’s nothing left to do.',
} as const

/** Changes nothing, because email scanners open every link before the recipient does. */
export async function showNotMePage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found, text } = await getLinkCode(open, 'email-verification', code)
  const { email } = found.data
  const language = await languageOfPage(ctx.project, found.locale)
  if (found.used_at) return toPage(ctx, language, renderAlreadyUsed(language))
  const account = await describeClaim(ctx, found.user_id!, email)
  return toPage(
    ctx,
    language,
    html`
    <h1>${translate(language, notMeTexts.question)}</h1>
    <p>${describe(language, account)}</p>
    <p>${translate(language, notMeTexts.effect)}</p>
    ${renderLinkForm(text, translate(language, notMeTexts.button))}
  `,
  )
}

export async function rejectFromPage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found, text } = await getLinkCode(open, 'email-verification', code)
  const { email } = found.data
  const isFirstUse = await inTransaction(ctx.db, async (trx) => {
    if (!(await consumeCode(trx, ctx.project.id, 'email-verification', text, ctx.now()))) return false
    await rejectAddress(trx, ctx, found.user_id!, email)
    return true
  })
  const language = await languageOfPage(ctx.project, found.locale)
  if (!isFirstUse) return toPage(ctx, language, renderAlreadyUsed(language))
  return toPage(
    ctx,
    language,
    html`
    <h1>${translate(language, notMeTexts.done)}</h1>
    <p>${translate(language, notMeTexts.result, { project: ctx.project.display_name, email })}</p>
  `,
  )
}

function describe(language: Language, account: Awaited<ReturnType<typeof describeClaim>>): string {
  const { email, account_display_name: display_name, account_primary_email: primary_email } = account
  const project = account.project_display_name
  if (account.is_sign_up) return translate(language, notMeTexts.signUp, { project, email })
  const name = nameAccount({ display_name, primary_email }, email)
  return translate(language, notMeTexts.claim, { account: name, project, email })
}

function renderAlreadyUsed(language: Language): Html {
  const [title, text] = [notMeTexts.alreadyUsed, notMeTexts.nothingLeft].map((source) => translate(language, source))
  return html`<h1>${title}</h1><p>${text}</p>`
}

function toPage(ctx: Context, language: Language, content: Html): string {
  const title = translate(language, notMeTexts.title)
  return String(renderCardPage({ title, locale: language.locale, project: toBrand(ctx.project), content }))
}
