import { html } from 'hono/html'
import { inTransaction } from '../db/database.ts'
import { notices } from '../emails/notices/notices.ts'
import type { Context, OpenContext } from '../http/context.ts'
import { type Html, renderCardPage, toBrand } from '../pages/layout.ts'
import { getLinkCode } from '../verification-codes/links.ts'
import { consumeCode } from '../verification-codes/queries.ts'
import { assertMayUndo, undoChange } from './undo.ts'

const title = 'Undo a change'

/** Changes nothing, because email scanners open every link before the recipient does. */
export async function showUndoPage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found } = await getLinkCode(open, 'undo-change', code)
  if (found.used_at) return toPage(ctx, renderDone(ctx))
  await assertMayUndo(ctx.db, ctx.project.id, found.user_id!, found.data)
  const notice = notices[found.data.change]({
    projectDisplayName: ctx.project.display_name,
    userDisplayName: '',
    changedAt: found.created_at,
    subject: found.data.subject,
    undoLink: '',
  })
  return toPage(
    ctx,
    html`
    <h1>Wasn’t this you?</h1>
    <p>${notice.paragraphs[1]}</p>
    <p>
      Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new
      password.
    </p>
    <form method="post"><button class="button" type="submit">Undo and sign out everywhere</button></form>
  `,
  )
}

export async function undoFromPage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found, text } = await getLinkCode(open, 'undo-change', code)
  await inTransaction(ctx.db, async (trx) => {
    // A second click has nothing left to do.
    if (!(await consumeCode(trx, ctx.project.id, 'undo-change', text, ctx.now()))) return
    await undoChange(trx, ctx, { userId: found.user_id!, madeAt: found.created_at, data: found.data })
  })
  return toPage(ctx, renderDone(ctx))
}

function renderDone(ctx: Context): Html {
  const resetUrl = findResetUrl(ctx)
  const where = ctx.project.display_name
  return html`
    <h1>The change has been undone</h1>
    <p>Your account at ${where} has the sign-in methods it had before, and everyone has been signed out.</p>
    ${
      resetUrl
        ? html`<p>Choose a new password now, because someone may know the old one.</p>
            <p><a class="button" href="${resetUrl}">Choose a new password</a></p>`
        : html`<p>Reset your password at ${where} now, because someone may know the old one.</p>`
    }
  `
}

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
  return String(renderCardPage({ title, project: toBrand(ctx.project), content }))
}
