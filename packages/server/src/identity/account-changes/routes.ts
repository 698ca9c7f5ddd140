import type { accountChangeRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { showLinkPage } from '../../emails/languages/page-language.ts'
import { showUndoPage, undoFromPage, undoTexts } from './page.ts'

export const accountChangeHandlers: Handlers<typeof accountChangeRoutes> = {
  'GET /auth/undo-change': async ({ ctx, query }) =>
    query.code === undefined ? showLinkPage(ctx, undoTexts.title) : showUndoPage(ctx, query.code),

  'POST /auth/undo-change': ({ ctx, query, body }) => {
    const { code = query.code, confirmed, totp } = body ?? {}
    return confirmed ? undoFromPage(ctx, code, totp) : showUndoPage(ctx, code)
  },
}
