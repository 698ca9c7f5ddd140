import { html } from 'hono/html'
import { inTransaction } from '../db/database.ts'
import { letters } from '../emails/notices/notices.ts'
import type { Context, OpenContext } from '../http/context.ts'
import { assets } from '../pages/assets.ts'
import { type Html, renderCardPage } from '../pages/layout.ts'
import { getLinkCode } from '../verification-codes/links.ts'
import { consumeCode } from '../verification-codes/queries.ts'
import { undoChange } from './undo.ts'

const title = 'Undo a change'

/** Changes nothing: whatever looks into mails before their reader does opens every link. */
export async function showUndoPage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found } = await getLinkCode(open, 'undo-change', code)
  if (found.used_at) return toPage(renderDone(ctx))
  const news = letters[found.data.change]({
    projectDisplayName: ctx.project.display_name,
    userDisplayName: '',
    changedAt: found.created_at,
    subject: found.data.subject,
    undoLink: '',
  })
  return toPage(html`
    <h1>Was this not you?</h1>
    <p>${news.paragraphs[1]}</p>
    <p>
      If you undo it, the ways to sign in to your account become what they were before, whoever is signed in is signed
      out, and you choose a new password.
    </p>
    <form method="post"><button class="button" type="submit">Undo it and sign out everywhere</button></form>
  `)
}

export async function undoFromPage(open: OpenContext, code: string | undefined): Promise<string> {
  const { ctx, found, text } = await getLinkCode(open, 'undo-change', code)
  await inTransaction(ctx.db, async (trx) => {
    // The second click finds everything done.
    if (!(await consumeCode(trx, ctx.project.id, 'undo-change', text, ctx.now()))) return
    await undoChange(trx, ctx, { userId: found.user_id!, madeAt: found.created_at, data: found.data })
  })
  return toPage(renderDone(ctx))
}

function renderDone(ctx: Context): Html {
  const resetUrl = findResetUrl(ctx)
  const where = ctx.project.display_name
  return html`
    <h1>It is undone</h1>
    <p>The ways to sign in to your account at ${where} are what they were before, and everybody is signed out.</p>
    ${
      resetUrl
        ? html`<p>Please choose a new password now, because somebody may know the old one.</p>
            <p><a class="button" href="${resetUrl}">Choose a new password</a></p>`
        : html`<p>Please ask ${where} for a new password now, because somebody may know the old one.</p>`
    }
  `
}

/** The page of the app for who forgot a password; a domain with a wildcard names no place. */
function findResetUrl({ project }: Context): string | undefined {
  const { domains, auth } = project.config
  if (!auth.password.allowSignIn) return undefined
  for (const { baseUrl, handlerPath } of Object.values(domains.trustedDomains)) {
    if (!baseUrl || baseUrl.includes('*') || !URL.canParse(baseUrl)) continue
    return new URL(`${handlerPath.replace(/\/$/, '')}/forgot-password`, baseUrl).href
  }
  return undefined
}

function toPage(content: Html): string {
  return String(renderCardPage({ title, styles: [assets.unsubscribeStyles], content }))
}
