import { randomUUID } from 'node:crypto'
import { type EmailDocument, type emailSourceRoutes, type HandlerOutput, isUuid } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { sampleDraft } from '../../projects/project-config/built-in-emails.ts'
import { getProjectForUpdate } from '../../projects/queries.ts'
import { settleFields } from '../../projects/revisions/save-fields.ts'
import { toTsx } from '../documents/to-tsx.ts'
import { type DraftRow, findDraft, insertDraft, listDrafts, sourceOfDraft, updateDraft } from '../queries.ts'
import { mayHaveOwnText } from '../smtp/own-text.ts'
import { type ThemeChoice, toThemeChoice } from './find.ts'

type DraftRoutes = Pick<
  typeof emailSourceRoutes,
  | 'GET /internal/email-drafts'
  | 'POST /internal/email-drafts'
  | 'GET /internal/email-drafts/{id}'
  | 'PATCH /internal/email-drafts/{id}'
>

export const draftHandlers: Handlers<DraftRoutes> = {
  'GET /internal/email-drafts': async ({ ctx, query: { cursor } }) => {
    const { rows, nextCursor } = await listDrafts(ctx.db, ctx.project.id, cursor)
    const { items, pagination } = toListBody(rows.map(toDraftBody), nextCursor, cursor)
    return {
      drafts: items,
      revision: ctx.project.config_revision,
      allows_own_text: await mayHaveOwnText(ctx),
      ...(pagination && { pagination }),
    }
  },

  'POST /internal/email-drafts': async ({ ctx, body }) => {
    const id = randomUUID()
    await insertDraft(ctx.db, ctx.project.id, {
      id,
      displayName: body.display_name,
      source: body.document ?? body.tsx_source ?? sampleDraft,
      themeId: toStoredTheme(body.theme_id),
      now: ctx.now(),
    })
    return { id }
  },

  'GET /internal/email-drafts/{id}': async ({ ctx, params }) => {
    const draft = isUuid(params.id) ? await findDraft(ctx.db, ctx.project.id, params.id) : undefined
    if (!draft) throw noSuchDraft()
    return toDraftBody(draft)
  },

  'PATCH /internal/email-drafts/{id}': async ({ ctx, params, body }) => {
    const { id } = params
    if (!isUuid(id)) throw noSuchDraft()
    const change = {
      ...(body.display_name === undefined ? {} : { display_name: body.display_name }),
      ...(body.tsx_source === undefined ? {} : { tsx_source: body.tsx_source, document: null }),
      ...(body.document === undefined ? {} : { tsx_source: '', document: body.document }),
      theme_id: toStoredTheme(body.theme_id),
    }
    await inTransaction(ctx.db, async (trx) => {
      await getProjectForUpdate(trx, ctx.project.id)
      const draft = await findDraft(trx, ctx.project.id, id)
      if (!draft) throw noSuchDraft()
      const { display_name, tsx_source, document, theme_id } = draft
      const current = { display_name, tsx_source, document, theme_id }
      const settled = await settleFields(trx, ctx, {
        subject: `email_draft:${id}`,
        current,
        change,
        name: display_name,
      })
      await updateDraft(trx, ctx.project.id, id, { ...settled.change, updated_at: ctx.now() })
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return { ok: 'ok' }
  },
}

function noSuchDraft(): PlainError {
  return new PlainError(404, 'The draft was not found.')
}

function toStoredTheme(choice: ThemeChoice): string | null {
  return choice === false ? 'none' : (choice ?? null)
}

type DraftBody = HandlerOutput<(typeof emailSourceRoutes)['GET /internal/email-drafts/{id}']>

function toDraftBody(draft: DraftRow): DraftBody {
  const themeId = toThemeChoice(draft.theme_id)
  return {
    id: draft.id,
    display_name: draft.display_name,
    tsx_source: toTsx(sourceOfDraft(draft)),
    ...(draft.document ? { document: draft.document as unknown as EmailDocument } : {}),
    ...(themeId === undefined ? {} : { theme_id: themeId }),
    sent_at_millis: draft.sent_at?.getTime() ?? null,
  }
}
