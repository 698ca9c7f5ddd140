import { hash, randomUUID } from 'node:crypto'
import { type emailRoutes, type HandlerOutput, isUuid, KnownError, type Routes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { categories, transactional } from '../notifications/categories.ts'
import { type DraftRow, sourceOfDraft, updateDraft } from '../queries.ts'
import { rawHtmlTemplate } from '../render-email.ts'
import { assertOwnTextAllowed } from '../smtp/own-text.ts'
import { findTemplate, findThemeSource, sourceOf, toThemeChoice } from '../templates/find.ts'
import { type Addressee, insertSend, listAddressees, lockDraft, type SendContent } from './queries.ts'
import { neutralizeLinks } from './raw-html.ts'

type Route = 'POST /emails/send-email'
type Request = NonNullable<Routes[Route]['request']['body']>

/** Keeps a double click or a retried request from sending the email to everybody twice. */
const sameClickMillis = 10_000

/** Stores the content and the recipients; the emails are sent in the background. */
export async function acceptSend(ctx: Context, body: Request): Promise<HandlerOutput<(typeof emailRoutes)[Route]>> {
  await assertOwnTextAllowed(ctx)
  if ((body.user_ids === undefined) === (body.all_users === undefined)) {
    throw new KnownError('SCHEMA_ERROR', { message: 'body needs exactly one of user_ids and all_users' })
  }
  const category = body.notification_category_name ?? transactional.name
  if (!categories.some(({ name }) => name === category)) {
    throw new PlainError(400, 'The notification category does not exist. Use Transactional or Marketing.')
  }
  const now = ctx.now()
  const scheduledAt = readSchedule(body.scheduled_at_millis, now)
  return inTransaction(ctx.db, async (trx) => {
    const draft = body.draft_id === undefined ? undefined : await getDraftForSending(trx, ctx, body.draft_id)
    const subject = body.subject === undefined ? {} : { subject: body.subject }
    const content = { ...readSources(ctx, body, draft), ...subject, category }
    const users = await findUsers(trx, ctx, body)
    if (draft) await markAsSent(trx, ctx, draft, { fingerprint: fingerprintOf(content, body.user_ids && users), now })
    const recipients = users.flatMap(({ id, email }) => (email === null ? [] : [id]))
    if (recipients.length > 0) {
      const send = { id: randomUUID(), content, recipients, now, scheduledAt, ...nameOf(ctx, body, draft) }
      await insertSend(trx, ctx.project.id, send, ctx.platform.secrets)
    }
    return {
      results: users.map(({ id, email }) => ({ user_id: id, ...(email === null ? {} : { user_email: email }) })),
    }
  })
}

const maxAheadMillis = 366 * 86_400_000

/** A time in the past means at once. */
function readSchedule(millis: number | undefined, now: Date): Date | null {
  if (millis === undefined || millis <= now.getTime()) return null
  if (millis > now.getTime() + maxAheadMillis)
    throw new PlainError(400, 'An email can be scheduled up to a year ahead.')
  return new Date(millis)
}

/** How it is listed. */
function nameOf({ project }: Context, body: Request, draft: DraftRow | undefined) {
  const template = body.template_id && findTemplate(project.config, body.template_id)
  const title = draft?.display_name ?? (template ? template.displayName : (body.subject ?? 'HTML'))
  return { title, draftId: draft?.id ?? null }
}

async function getDraftForSending(trx: Db, ctx: Context, id: string): Promise<DraftRow> {
  const draft = isUuid(id) ? await lockDraft(trx, ctx.project.id, id) : undefined
  if (!draft) throw new PlainError(400, 'The draft was not found.')
  return draft
}

/** A draft has its own theme, unless the request specifies one; everything else uses the theme of the project. */
function readSources(
  { project }: Context,
  body: Request,
  draft: DraftRow | undefined,
): Pick<SendContent, 'sources' | 'variables'> {
  const themeOr = (own: string | false | undefined) =>
    findThemeSource(project.config.emails, body.theme_id === undefined ? own : body.theme_id)
  if (draft) {
    const sources = { template: sourceOfDraft(draft), theme: themeOr(toThemeChoice(draft.theme_id)) }
    return { sources, variables: {} }
  }
  if (body.html !== undefined) {
    const sources = { template: rawHtmlTemplate, theme: themeOr(undefined) }
    return { sources, variables: { html: neutralizeLinks(body.html) } }
  }
  const template = findTemplate(project.config, body.template_id!)
  if (!template) throw new PlainError(400, 'The email template was not found.')
  const sources = { template: sourceOf(template), theme: themeOr(undefined) }
  return { sources, variables: body.variables ?? {} }
}

/** In the order of the request, without duplicates. */
async function findUsers(trx: Db, ctx: Context, body: Request): Promise<Addressee[]> {
  if (body.user_ids === undefined) return listAddressees(trx, ctx.project.id)
  const wanted = new Map(body.user_ids.map((id) => [id.toLowerCase(), id]))
  const found = new Map((await listAddressees(trx, ctx.project.id, [...wanted.keys()])).map((user) => [user.id, user]))
  return [...wanted].map(([id, given]) => {
    const user = found.get(id)
    if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: given })
    return user
  })
}

/** Identifies content and recipients. `all_users` is one value, even if a user signs up between two clicks. */
function fingerprintOf(content: SendContent, users: Addressee[] | undefined): Buffer {
  const audience = users ? users.map(({ id }) => id).sort() : 'all'
  return hash('sha256', JSON.stringify([content, audience]), 'buffer')
}

/** Locks the draft, so that one of two concurrent requests is recognized as a duplicate. */
async function markAsSent(
  trx: Db,
  ctx: Context,
  draft: DraftRow,
  { fingerprint, now }: { fingerprint: Buffer; now: Date },
): Promise<void> {
  const isRecent = draft.sent_at !== null && now.getTime() - draft.sent_at.getTime() < sameClickMillis
  if (isRecent && draft.sent_fingerprint?.equals(fingerprint)) {
    throw new PlainError(
      400,
      'The same email was sent a moment ago. Please wait a few seconds before sending it again.',
    )
  }
  await updateDraft(trx, ctx.project.id, draft.id, { sent_at: now, sent_fingerprint: fingerprint })
}
