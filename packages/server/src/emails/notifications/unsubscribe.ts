import { KnownError } from '@latchkey/contract'
import { html } from 'hono/html'
import type { OpenContext } from '../../http/context.ts'
import { type Html, renderCardPage } from '../../http/pages/layout.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { consumeCode, insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { categories } from './categories.ts'
import { findUnsubscribeCode, setPreference, type UnsubscribeCode } from './queries.ts'

/** The unsubscribe link for one email to one user. Must be called in the transaction that enqueues the email. */
export async function createUnsubscribeLink(
  db: Db,
  projectId: string,
  email: { userId: string; categoryId: string; baseUrl: string; now: Date },
): Promise<string> {
  const { code } = await insertVerificationCode(db, projectId, {
    kind: 'unsubscribe',
    userId: email.userId,
    data: { category_id: email.categoryId },
    now: email.now,
  })
  return `${email.baseUrl}/api/v1/emails/unsubscribe-link?code=${code}`
}

/** Has no side effects, because email scanners open every link. */
export async function showUnsubscribePage(ctx: OpenContext, code: string | undefined): Promise<string> {
  const found = await getCode(ctx, code)
  if (found.used_at) return toPage(found, renderDone(found))
  return toPage(
    found,
    html`
    <h1>Unsubscribe?</h1>
    <p>You’ll no longer get “${nameOf(found)}” emails from ${found.project_display_name}.</p>
    <form method="post"><button class="button" type="submit">Unsubscribe</button></form>
  `,
  )
}

export async function unsubscribe(ctx: OpenContext, code: string | undefined): Promise<string> {
  const found = await getCode(ctx, code)
  await inTransaction(ctx.db, async (trx) => {
    const isFirstUse = await consumeCode(trx, found.project_id, 'unsubscribe', code!.toLowerCase(), ctx.now())
    // A second click must not undo what the user has changed since the first.
    if (!isFirstUse) return
    const { user_id: userId, category_id: categoryId } = found
    await setPreference(trx, found.project_id, { userId, categoryId, isEnabled: false })
  })
  return toPage(found, renderDone(found))
}

const codeLength = 45

async function getCode(ctx: OpenContext, code: string | undefined): Promise<UnsubscribeCode> {
  if (code?.length !== codeLength) throw new PlainError(400, 'The link is incomplete. Copy the whole link.')
  const found = await findUnsubscribeCode(ctx.db, code.toLowerCase())
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= ctx.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  return found
}

function renderDone(code: UnsubscribeCode): Html {
  const done = code.used_at ? 'You’ve already unsubscribed' : 'You’ve unsubscribed'
  return html`
    <h1>${done}</h1>
    <p>You’ll no longer get “${nameOf(code)}” emails from ${code.project_display_name}.</p>
  `
}

function nameOf({ category_id }: UnsubscribeCode): string {
  return categories.find(({ id }) => id === category_id)?.name ?? 'Other'
}

function toPage(code: UnsubscribeCode, content: Html): string {
  const { project_id: id, project_display_name: name, project_logo_url: logoUrl } = code
  const title = `Unsubscribe · ${name}`
  return String(renderCardPage({ title, project: { id, name, logoUrl }, content }))
}
