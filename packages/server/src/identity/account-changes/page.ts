import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import { getLinkCode } from '../../accounts/verification-codes/links.ts'
import { renderChange } from '../../emails/notices/notices.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import { type Html, renderCardPage, toBrand } from '../../http/pages/layout.ts'
import { renderLinkForm } from '../../http/pages/link-page.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { consumeCode } from '../../records/verification-codes/queries.ts'
import { verifyTotp } from '../mfa/verify.ts'
import { findSecondFactor } from './queries.ts'
import { assertMayUndo, hasNewSecondFactor, undoChange } from './undo.ts'

export const undoTitle = 'Undo a change'

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
  if (digits && !shownSecret) return showQuestion(link, 'This code is not right. Wait for the next one and try again.')
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
  const userId = found.user_id!
  await assertMayUndo(ctx.db, ctx.project.id, userId, found.data)
  const user = await findSecondFactor(ctx.db, ctx.project.id, userId)
  const asksForCode = user !== undefined && hasNewSecondFactor(ctx, user, found.data.state)
  const whatHappened = renderChange(found.data.change, {
    projectDisplayName: ctx.project.display_name,
    changedAt: found.created_at,
    subject: found.data.subject,
  })
  return toPage(
    ctx,
    html`
    <h1>Wasn’t this you?</h1>
    <p>${whatHappened}</p>
    <p>
      Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new
      password.
    </p>
    ${asksForCode ? aboutSecondFactor : ''}
    ${renderLinkForm(text, 'Undo and sign out everywhere', asksForCode ? renderCodeField(problem) : '')}
  `,
  )
}

const aboutSecondFactor = html`<p>
  An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be
  removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.
</p>`

function renderCodeField(problem: string | undefined): Html {
  return html`
    <label class="field">
      Code from the authenticator app (optional)
      <input name="totp" inputmode="numeric" autocomplete="one-time-code" maxlength="10" />
    </label>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
  `
}

async function showDone({ ctx, found }: Link): Promise<string> {
  const resetUrl = findResetUrl(ctx)
  const where = ctx.project.display_name
  const user = await findSecondFactor(ctx.db, ctx.project.id, found.user_id!)
  const endsAt = user?.second_factor_ends_at
  return toPage(
    ctx,
    html`
    <h1>The change has been undone</h1>
    <p>Your account at ${where} has the sign-in methods it had before, and everyone has been signed out.</p>
    ${
      endsAt
        ? html`<p>
            The authenticator app that was set up since then is removed on ${moment.format(endsAt)} UTC. Until then,
            signing in needs its code.
          </p>`
        : ''
    }
    ${
      resetUrl
        ? html`<p>Choose a new password now, because someone may know the old one.</p>
            <p><a class="button" href="${resetUrl}">Choose a new password</a></p>`
        : html`<p>Reset your password at ${where} now, because someone may know the old one.</p>`
    }
  `,
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The app's page for forgotten passwords. Domains with a wildcard are skipped, because they are not a URL. */
function findResetUrl({ project }: Context): string | undefined {
  const { domains, auth } = project.config
  if (!auth.password.allowSignIn) return undefined
  for (const { baseUrl, handlerPath } of Object.values(domains.trustedDomains)) {
    if (!baseUrl || baseUrl.includes('*') || !URL.canParse(baseUrl)) continue
    return new URL(`${handlerPath.replace(/\/$/, '')}/forgot-password`, baseUrl).href
  }
  return undefined
}

function toPage(ctx: Context, content: Html): string {
  return String(renderCardPage({ title: undoTitle, project: toBrand(ctx.project), content }))
}
