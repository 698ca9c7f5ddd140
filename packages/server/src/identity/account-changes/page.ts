import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import { getLinkCode } from '../../accounts/verification-codes/links.ts'
import { formatMoment, type Language, translate } from '../../emails/languages/language.ts'
import { languageOfPage } from '../../emails/languages/page-language.ts'
import { renderChange } from '../../emails/notices/notices.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import { type Html, renderCardPage, toBrand } from '../../http/pages/layout.ts'
import { renderLinkForm } from '../../http/pages/link-page.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { findHandlerUrl } from '../../projects/handler-url.ts'
import { consumeCode } from '../../records/verification-codes/queries.ts'
import { verifyTotp } from '../mfa/verify.ts'
import { findAddedSecondFactors, findSecondFactorEnds } from './second-factor-state.ts'
import { assertMayUndo, undoChange } from './undo.ts'

/** Also those of the page that reads the code out of the link. */
export const undoTexts = {
  title: 'Undo a change',
  question: 'Wasn’t this you?',
  effect:
    'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.',
  button: 'Undo and sign out everywhere',
  secondFactor:
    'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.',
  passkeys:
    'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.',
  recoveryCodes: 'Your recovery codes will stop working. Create new ones in your account settings afterwards.',
  code: 'Code from the authenticator app (optional)',
  wrongCode: 'This code is not right. Wait for the next one and try again.',
  done: 'The change has been undone',
  restored: 'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.',
  factorEnds:
    'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.',
  passkeysEnd:
    'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.',
  noRecoveryCodes: 'Your account has no recovery codes now. Create new ones in your account settings.',
  choosePassword: 'Choose a new password now, because someone may know the old one.',
  chooseButton: 'Choose a new password',
  resetPassword: 'Reset your password at {{project}} now, because someone may know the old one.',
} as const

type Link = Awaited<ReturnType<typeof getLinkCode<'undo-change'>>>

/** Changes nothing, because email scanners open every link before the recipient does. */
export async function showUndoPage(open: OpenContext, code: string | undefined): Promise<string> {
  const link = await getLinkCode(open, 'undo-change', code)
  return link.found.used_at ? showDone(link) : showQuestion(link)
}

export async function undoFromPage(
  open: OpenContext,
  code: string | undefined,
  totp: string | undefined,
): Promise<string> {
  const link = await getLinkCode(open, 'undo-change', code)
  const { ctx, found, text } = link
  // A second click has nothing left to do.
  if (found.used_at) return showDone(link)
  const userId = found.user_id!
  await assertMayUndo(ctx.db, ctx.project.id, userId, found.data)
  const digits = totp?.replaceAll(/\s/g, '')
  const shownSecret = digits ? await findShownSecret(ctx, userId, digits) : undefined
  if (digits && !shownSecret) return showQuestion(link, undoTexts.wrongCode)
  await inTransaction(ctx.db, async (trx) => {
    if (!(await consumeCode(trx, ctx.project.id, 'undo-change', text, ctx.now()))) return
    await undoChange(trx, ctx, { userId, madeAt: found.created_at, data: found.data, shownSecret })
  })
  return showDone(link)
}

async function findShownSecret(ctx: Context, userId: string, totp: string): Promise<string | undefined> {
  try {
    return await verifyTotp(ctx, userId, totp)
  } catch (error) {
    if (KnownError.is(error, 'INVALID_TOTP_CODE')) return undefined
    throw error
  }
}

async function showQuestion({ ctx, found, text }: Link, problem?: string): Promise<string> {
  const language = await languageOfPage(ctx.project, found.locale)
  const say = (source: string) => translate(language, source)
  const userId = found.user_id!
  await assertMayUndo(ctx.db, ctx.project.id, userId, found.data)
  const added = await findAddedSecondFactors(ctx, userId, { madeAt: found.created_at, data: found.data })
  const whatHappened = renderChange(language, found.data.change, {
    projectDisplayName: ctx.project.display_name,
    changedAt: found.created_at,
    subject: found.data.subject,
  })
  return toPage(
    ctx,
    language,
    html`
    <h1>${say(undoTexts.question)}</h1>
    <p>${whatHappened}</p>
    <p>${say(undoTexts.effect)}</p>
    ${added.hasTotp ? html`<p>${say(undoTexts.secondFactor)}</p>` : ''}
    ${added.hasPasskeys ? html`<p>${say(undoTexts.passkeys)}</p>` : ''}
    ${added.dropsRecoveryCodes ? html`<p>${say(undoTexts.recoveryCodes)}</p>` : ''}
    ${renderLinkForm(text, say(undoTexts.button), added.hasTotp ? renderCodeField(say(undoTexts.code), problem && say(problem)) : '')}
  `,
  )
}

function renderCodeField(label: string, problem: string | undefined): Html {
  return html`
    <label class="field">
      ${label}
      <input name="totp" inputmode="numeric" autocomplete="one-time-code" maxlength="10" />
    </label>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
  `
}

async function showDone({ ctx, found }: Link): Promise<string> {
  const resetUrl = findResetUrl(ctx)
  const language = await languageOfPage(ctx.project, found.locale)
  const names = { project: ctx.project.display_name }
  const say = (source: string) => translate(language, source, names)
  const ends = await findSecondFactorEnds(ctx, found.user_id!)
  const sayWhen = (source: string, endsAt: Date | null) =>
    endsAt ? html`<p>${translate(language, source, { endsAt: formatMoment(language, endsAt) })}</p>` : ''
  return toPage(
    ctx,
    language,
    html`
    <h1>${say(undoTexts.done)}</h1>
    <p>${say(undoTexts.restored)}</p>
    ${sayWhen(undoTexts.factorEnds, ends.totp)}
    ${sayWhen(undoTexts.passkeysEnd, ends.passkeys)}
    ${ends.lacksRecoveryCodes ? html`<p>${say(undoTexts.noRecoveryCodes)}</p>` : ''}
    ${
      resetUrl
        ? html`<p>${say(undoTexts.choosePassword)}</p>
            <p><a class="button" href="${resetUrl}">${say(undoTexts.chooseButton)}</a></p>`
        : html`<p>${say(undoTexts.resetPassword)}</p>`
    }
  `,
  )
}

/** The app's page for forgotten passwords. */
function findResetUrl({ project: { config } }: Context): string | undefined {
  return config.auth.password.allowSignIn ? findHandlerUrl(config, 'forgot-password') : undefined
}

function toPage(ctx: Context, language: Language, content: Html): string {
  const title = translate(language, undoTexts.title)
  return String(renderCardPage({ title, locale: language.locale, project: toBrand(ctx.project), content }))
}
