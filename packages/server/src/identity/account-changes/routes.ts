import type { accountChangeRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { renderLinkPage } from '../../http/pages/link-page.ts'
import { showUndoPage, undoFromPage, undoTitle } from './page.ts'

export const accountChangeHandlers: Handlers<typeof accountChangeRoutes> = {
  'GET /auth/undo-change': async ({ ctx, query }) =>
    query.code === undefined ? renderLinkPage(undoTitle) : showUndoPage(ctx, query.code),

  'POST /auth/undo-change': ({ ctx, query, body }) => {
    const { code = query.code, confirmed, totp } = body ?? {}
    return confirmed ? undoFromPage(ctx, code, totp) : showUndoPage(ctx, code)
  },
}
