import { randomUUID } from 'node:crypto'
import { type emailRoutes, type HandlerOutput, KnownError, type Routes } from '@latchkey/contract'
import { type Db, inTransaction } from '../../db/database.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../http/plain-error.ts'
import { categories, transactional } from '../../notifications/categories.ts'
import { toThemeChoice } from '../drafts.ts'
import { assertOwnMailServer } from '../own-server.ts'
import { updateDraft } from '../queries.ts'
import { findTemplate } from '../templates.ts'
import { findThemeSource } from '../themes.ts'
import { type Addressee, insertSend, listAddressees, lockDraft, type SendContent } from './queries.ts'
import { neutralizeLinks, rawHtmlTemplate } from './raw-html.ts'

type Route = 'POST /emails/send-email'
type Request = NonNullable<Routes[Route]['request']['body']>

/** A second click on the same button, or the same request again after a lost answer, is not another mail to everybody. */
const sameClickMillis = 10_000

/** Fixes what is said and to whom; the mails leave in the background. */
export async function acceptSend(ctx: Context, body: Request): Promise<HandlerOutput<(typeof emailRoutes)[Route]>> {
  assertOwnMailServer(ctx.project.config)
  if ((body.user_ids === undefined) === (body.all_users === undefined)) {
    throw new KnownError('SCHEMA_ERROR', { message: 'body needs exactly one of user_ids and all_users' })
  }
  const name = body.notification_category_name ?? transactional.name
  if (!categories.some((category) => category.name === name)) {
    throw new PlainError(400, 'There is no such kind of mail. Known are Transactional and Marketing.')
  }
  return inTransaction(ctx.db, async (trx) => {
    const content = { ...(await readContent(trx, ctx, body)), category: name }
    const users = await findUsers(trx, ctx, body)
    const recipients = users.flatMap(({ id, email }) => (email === null ? [] : [id]))
    if (recipients.length > 0) {
      const send = { id: randomUUID(), content, recipients, now: ctx.now() }
      await insertSend(trx, ctx.project.id, send, ctx.services.secrets)
    }
    return {
      results: users.map(({ id, email }) => ({ user_id: id, ...(email === null ? {} : { user_email: email }) })),
    }
  })
}

async function readContent(trx: Db, ctx: Context, body: Request): Promise<Omit<SendContent, 'category'>> {
  const { emails } = ctx.project.config
  const subject = body.subject === undefined ? {} : { subject: body.subject }
  if (body.html !== undefined) {
    const sources = { templateTsx: rawHtmlTemplate, themeTsx: findThemeSource(emails, body.theme_id) }
    return { sources, variables: { html: neutralizeLinks(body.html) }, ...subject }
  }
  if (body.template_id !== undefined) {
    const template = findTemplate(ctx.project.config, body.template_id)
    if (!template) throw new PlainError(400, 'There is no such e-mail template.')
    const themeId = body.theme_id === undefined || body.theme_id === null ? template.themeId : body.theme_id
    const sources = { templateTsx: template.tsxSource, themeTsx: findThemeSource(emails, themeId) }
    return { sources, variables: body.variables ?? {}, ...subject }
  }
  const draft = await lockDraft(trx, ctx.project.id, body.draft_id!)
  if (!draft) throw new PlainError(400, 'There is no such draft.')
  const now = ctx.now()
  if (draft.sent_at && now.getTime() - draft.sent_at.getTime() < sameClickMillis) {
    throw new PlainError(400, 'This draft has just been sent.')
  }
  await updateDraft(trx, ctx.project.id, draft.id, { sent_at: now })
  const themeId = body.theme_id === undefined || body.theme_id === null ? toThemeChoice(draft.theme_id) : body.theme_id
  const sources = { templateTsx: draft.tsx_source, themeTsx: findThemeSource(emails, themeId) }
  return { sources, variables: {}, ...subject }
}

/** In the order in which they were asked for, each once. */
async function findUsers(trx: Db, ctx: Context, body: Request): Promise<Addressee[]> {
  if (body.user_ids === undefined) return listAddressees(trx, ctx.project.id)
  const wanted = [...new Set(body.user_ids.map((id) => id.toLowerCase()))]
  const found = new Map((await listAddressees(trx, ctx.project.id, wanted)).map((user) => [user.id, user]))
  return wanted.map((id) => {
    const user = found.get(id)
    if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: id })
    return user
  })
}
